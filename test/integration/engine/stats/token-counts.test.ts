/** The tokens of imported commits follow from the usage of their replies, and are one number in every place. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { storeContexts } from '../../../../app/engine/agents/store-contexts.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const used = (context: number, output: number) => ({
  input_tokens: 10,
  cache_read_input_tokens: context - 10,
  cache_creation_input_tokens: 0,
  output_tokens: output,
})

const asked = 'x'.repeat(400)

/** Context before each reply and what it wrote; the first prompt has 400 characters, about 100 tokens. */
const talk = () =>
  conversation()
    .human(asked)
    .agent('1', { usage: used(10_100, 50) })
    .human('two')
    .agent('2', { usage: used(10_200, 300) })
    .human('three')
    .command('/cost', '', 'nothing')
    .human('four')
    .agent('4', { usage: used(10_700, 20) })

const inStore = async (work: (engine: Engine, sessionId: string, storeDir: string) => Promise<void>): Promise<void> => {
  const dir = tempDir()
  const storeDir = path.join(dir, 'store')
  const chat = talk()
  await importInto(storeDir, [writeConversation(dir, chat).projects])
  await withEngine(storeDir, (engine) => work(engine, chat.sessionId, storeDir))
}

test('a commit has the tokens by which the reported context grew, and none without a report', async () => {
  await inStore(async (engine, of) => {
    const { commits } = await engine.ask('chain.log', { of })
    const tokens = [...commits].reverse().map(({ tokenCount }) => tokenCount)
    expect(tokens.filter((count) => count !== null)).toEqual([150, 350, 220])
    expect(commits.filter(({ responses, tokenCount }) => responses === 0 && tokenCount !== null)).toEqual([])
  })
})

test('show, log, materialise and the socket give one number', async () => {
  await inStore(async (engine, of) => {
    const { commits } = await engine.ask('chain.log', { of })
    const [tip] = commits
    const socket = storeContexts((name, input) => engine.ask(name, input))
    for (const { commitId, tokenCount } of commits) {
      expect((await engine.ask('commit.show', { commitId })).commit.tokenCount).toBe(tokenCount)
      expect((await socket.show(commitId)).tokenCount).toBe(tokenCount ?? undefined)
    }
    const sum = commits.reduce((total, { tokenCount }) => total + (tokenCount ?? 0), 0)
    const commitId = tip?.commitId ?? ''
    expect((await engine.ask('commit.materialise', { commitId, stop: 'root' })).tokenCount).toBe(sum)
    expect((await socket.materialise(commitId, 'root', '')).tokenCount).toBe(sum)
  })
})

test('show names the source of the number, and that it is partly estimated', async () => {
  const dir = tempDir()
  const storeDir = path.join(dir, 'store')
  const chat = talk()
  await importInto(storeDir, [writeConversation(dir, chat).projects])
  expect(strata(storeDir, 'show', chat.sessionId).out).toMatch(
    /tokens: +220, from the usage of its replies; text before the first reply of a context is estimated/,
  )
})
