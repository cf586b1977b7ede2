/** What an agent would see from commits of imported sessions: made-up ones, and real ones line by line. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { MaterialisedView } from '../../../../app/contract/materialise.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { asked, deltaOf, said } from '../../../support/made-chain.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { strata } from '../../../support/strata-command.ts'
import { importedStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const turn = (text: string): Uint8Array => encodeEvents([asked(text), said(`done: ${text}`)])

const made = async (engine: Engine, input: CallInput<'commit.checkpoint'>): Promise<string> =>
  (await engine.ask('commit.checkpoint', { format: 'events-v1', createdAt: '2026-01-05T08:00:00Z', ...input })).commit.commitId

const contentOf = async (engine: Engine, { artifactHash }: MaterialisedView): Promise<Buffer> =>
  Buffer.from(artifactHash === null ? [] : await engine.ask('artifact.bytes', { ref: artifactHash }))

test('an imported chain continues in another format, and can be materialised in either', async () => {
  const store = tempDir()
  const one = conversation({ seed: 'm' }).human('paint it').runs('ls', 'a').agent('red')
  const { projects } = writeConversation(tempDir(), one)
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const tip = await made(engine, { bytes: turn('b'), parent: one.sessionId })
    const lines = await engine.ask('commit.materialise', { commitId: tip, stop: 'root', format: 'claude-code-v1' })
    const rows = (await contentOf(engine, lines))
      .toString()
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { readonly uuid?: string; readonly parentUuid?: string; readonly message?: { readonly content: unknown } },
      )
    expect(rows.at(-2)).toMatchObject({ parentUuid: one.lastUuid, message: { content: 'b' } })
    expect(rows.at(-1)).toMatchObject({ parentUuid: rows.at(-2)?.uuid, message: { content: [{ type: 'text', text: 'done: b' }] } })
    const events = await engine.ask('commit.materialise', { commitId: tip, stop: 'root' })
    expect(events).toMatchObject({ format: 'events-v1', tier: 'field' })
    expect((await contentOf(engine, events)).subarray(-deltaOf('events-v1', [said('done: b')]).length + 1).toString('hex')).toBe(
      Buffer.from(deltaOf('events-v1', [said('done: b')]))
        .subarray(1)
        .toString('hex'),
    )
  })
})

test('a fork from a message that a copied compaction kept is the summary, the kept messages, and the new ones', async () => {
  const store = tempDir()
  const original = conversation({ seed: 'k' }).human('paint it').agent('red')
  const kept = original.lastUuid
  original.compacts({ preserved: 2 })
  const fork = original.fork().human('now blue', { parent: kept }).agent('blue')
  await importInto(store, [writeConversation(tempDir(), original, fork).projects])
  const [prompt = '', reply = '', ...compaction] = original.lines()
  const told = strata(store, 'materialize', fork.sessionId).out
  expect(told.trimEnd().split('\n')).toEqual([...compaction, prompt, reply, ...fork.lines().slice(-2)])
})

interface Row {
  readonly type?: string
  readonly isSidechain?: boolean
}

const rowOf = (line: string): Row | undefined => {
  try {
    return JSON.parse(line) as Row
  } catch {
    return undefined
  }
}

/** Lines that say something to or from the model in the main conversation. */
const conversationLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => {
    const row = rowOf(line)
    return (row?.type === 'user' || row?.type === 'assistant') && row.isSidechain !== true
  })

test('a real chain without forks contains every conversation line, in order, also as events and as messages', async (context) => {
  const store = await importedStore(realSessions(sharedOrSkip(context)).projects)
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true, limit: 1000 })
    let straight = 0
    for (const { sessionId } of rows) {
      const { commits } = await engine.ask('chain.log', { of: sessionId, limit: 100_000 })
      const tip = commits.find(({ refs }) => refs.some(({ name }) => name === `session/${sessionId}`))
      if (tip === undefined) continue
      const view = await engine.ask('commit.materialise', { commitId: tip.commitId, stop: 'root', format: 'claude-code-v1' })
      const bytes = await contentOf(engine, view)
      const isStraight = commits.every(({ branchOf, commitType }) => (branchOf === null || branchOf === 'spawn') && commitType === 'delta')
      const source = (await engine.ask('sources.list', { sessionId })).find(({ role }) => role === 'session')
      if (isStraight && source !== undefined) {
        straight += 1
        expect(conversationLines(bytes.toString())).toEqual(conversationLines(readFileSync(source.path, 'utf8')))
      }
      expect(view).toMatchObject({ tier: 'native', lost: [] })
      for (const format of ['events-v1', 'bureau-agent-v1'])
        expect((await engine.ask('commit.materialise', { commitId: tip.commitId, stop: 'root', format })).messageCount).toBeGreaterThan(0)
    }
    expect(straight).toBeGreaterThan(0)
  })
})

test('the command writes the conversation to standard output and its parts to standard error', async () => {
  const store = tempDir()
  const one = conversation({ seed: 'c' }).human('paint it').agent('red')
  const { projects, mainFiles } = writeConversation(tempDir(), one)
  await importInto(store, [projects])
  const plain = strata(store, 'materialize', one.sessionId)
  expect(plain.out).toBe(readFileSync(mainFiles[0] ?? '', 'utf8'))
  expect(plain.err).toMatch(/^art-[0-9a-f]{12}: \d+ items of claude-code-v1, .* from 1 commit, as stored\n$/)
  expect(JSON.parse(strata(store, 'materialize', one.sessionId, '--json', '--format', 'events-v1').out)).toMatchObject({
    tier: 'field',
    cached: false,
  })
  expect(strata(store, 'materialize', one.sessionId, '--format', 'hologram')).toMatchObject({ code: 2, out: '' })
})
