/** Stores with sessions and made commits, for tests that carry them elsewhere. */
import { join } from 'node:path'
import { encodeEvents } from '../../app/chains/formats/events-v1/encode-events.ts'
import type { Engine } from '../../app/engine/engine.ts'
import { conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto, withEngine } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

const delta = (text: string): Uint8Array =>
  encodeEvents([{ type: 'prompt', timestamp: 1_767_600_000, payload: { source: 'user', content: text } }])

/** Makes a commit that says a text; gives its id. */
export const makeCommit = async (engine: Engine, text: string, input: object = {}): Promise<string> => {
  const made = await engine.ask('commit.checkpoint', {
    format: 'events-v1',
    createdAt: '2026-01-05T08:00:00Z',
    bytes: delta(text),
    ...input,
  })
  return made.commit.commitId
}

/** Two sessions, one of which goes on from the other, and commits that were made on top; gives the store's folder. */
export const filledStore = async (): Promise<string> => {
  const dir = tempDir()
  const original = conversation({ sessionId: 'first' }).human('one').runs('ls', 'a').agent('1')
  const copy = original.fork('second')
  original.human('two').agent('2').compacts().human('three').agent('3')
  copy.human('two, forked').agent('2b')
  const { projects } = writeConversation(dir, original, copy)
  const store = join(dir, 'store')
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const parent = (await engine.ask('refs.list', {})).find(({ name }) => name === 'session/first')?.commitId ?? ''
    const one = await makeCommit(engine, 'go on by hand', { parent })
    await makeCommit(engine, 'and further', { parent: one, sessionId: 'live-one' })
    await makeCommit(engine, 'by itself', { sessionId: 'live-two' })
  })
  return store
}
