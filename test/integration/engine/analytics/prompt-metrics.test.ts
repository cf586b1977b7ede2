/** Metrics by prompt: growth of the context, and lines that were changed for a later prompt. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asking, pick } from '../../../support/asking.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const cwd = '/home/sam/knots'
const file = `${cwd}/knots.md`
const talk = (): Conversation => conversation({ seed: 'knots', cwd, start: '2026-01-05T09:00:00Z' })
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

test('lines that were changed are charged to the prompt that wrote them, by whether its work, a later prompt or others changed them', async () => {
  const knots = talk()
    .human('write five')
    .writes(file, lines('bowline', 'clove hitch', 'sheet bend', 'reef knot', 'half hitch'))
    .edits(file, 'half hitch\n', 'two half hitches\n')
    .human('more about the bowline')
    .edits(file, 'bowline\n', 'bowline, the king\nof knots\n')
    .human('is it good?')
    .reads(file, lines('bowline, the king', 'of knots', 'clove hitch', 'reef knot', 'two half hitches'))
    .agent('yes')
  await asking([knots], async (ask) => {
    const columns = ['turn', 'written', 'followed', 'same_prompt', 'by_agent', 'otherwise', 'share']
    expect(pick(await ask('rework-prompts'), ...columns)).toEqual([
      [1, 6, 6, 1, 1, 1, 2 / 6],
      [2, 2, 2, 0, 0, 0, 0],
    ])
    const [sums] = await ask('rework')
    expect(sums).toMatchObject({ written: 8, followed: 8, surviving: 5, same_prompt: 1, by_agent: 1, otherwise: 1, share: 0.25 })
    expect(await ask('edits')).toMatchObject([{ added: 8, surviving: 5 }])
  })
})

test('lines of a sub-agent are charged to the prompt for which it was called', async () => {
  const knots = talk()
    .human('ask another agent')
    .subagent({ prompt: 'write two' }, (agent) => agent.writes(file, lines('bowline', 'clove hitch')).agent('done'))
    .agent('done')
    .human('thanks')
    .agent('welcome')
  await asking([knots], async (ask) => {
    expect(pick(await ask('rework-prompts'), 'turn', 'text', 'written', 'by_agent')).toEqual([[1, 'ask another agent', 2, 0]])
  })
})

test('lines that a sub-agent changed are reworked by agents, also where the agent that wrote them only sees the file again', async () => {
  const knots = talk()
    .human('write three')
    .writes(file, lines('bowline', 'clove hitch', 'sheet bend'))
    .human('ask another agent')
    .subagent({ prompt: 'better names' }, (agent) =>
      agent
        .reads(file, lines('bowline', 'clove hitch', 'sheet bend'))
        .edits(file, 'sheet bend\n', 'weaver’s knot\n')
        .agent('done'),
    )
    .human('is it good?')
    .reads(file, lines('bowline', 'clove hitch', 'weaver’s knot'))
    .agent('yes')
  await asking([knots], async (ask) => {
    const columns = ['turn', 'followed', 'same_prompt', 'by_agent', 'otherwise']
    expect(pick(await ask('rework-prompts'), ...columns)).toEqual([
      [1, 3, 0, 1, 0],
      [2, 1, 0, 0, 0],
    ])
  })
})

test('lines of sub-agents whose calls are not recorded are not followed: for which prompts they were called is not known', async () => {
  const agent = (id: string, build: (agent: Conversation) => unknown) => ({ id, agentId: id.slice(-3), prompt: 'write two', build })
  const knots = talk()
    .human('write')
    .subagents([agent('toolu_a01', (one) => one.writes(file, lines('bowline', 'clove hitch')).agent('done'))])
    .human('again')
    .subagents([agent('toolu_a02', (one) => one.reads(file, lines('bowline', 'clove hitch')).writes(file, lines('bowline')).agent('done'))])
  const { projects, mainFiles } = writeConversation(tempDir(), knots)
  for (const main of mainFiles)
    writeFileSync(
      main,
      readFileSync(main, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('toolu_a0'))
        .join('\n'),
    )
  const store = tempDir()
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('analytics.ask', { name: 'rework', zone: 'UTC' })
    expect(rows).toMatchObject([{ written: 2, followed: 0, same_prompt: 0, by_agent: 0, otherwise: 0, share: null }])
  })
})

test('lines of a change whose contents before and after are not known are n/a, not 0', async () => {
  const knots = talk()
    .human('write')
    .calls('Edit', { file_path: file, old_string: 'bowline', new_string: 'bowline, the king' })
    .result('last', `The file ${file} has been updated.`, { toolUseResult: { filePath: file } })
    .agent('done')
  await asking([knots], async (ask) => {
    expect(pick(await ask('rework-prompts'), 'turn', 'written', 'followed', 'by_agent', 'share')).toEqual([[1, null, null, null, null]])
    expect(await ask('rework')).toMatchObject([{ written: 0, followed: 0, share: null }])
  })
})

test('the context grows with a prompt from the last reply before it to its own last reply, unless a compaction lies between', async () => {
  const sized = (tokens: number) => ({
    usage: { input_tokens: tokens, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5 },
  })
  const knots = talk()
    .human('one')
    .agent('a', sized(1000))
    .human('two')
    .calls('Read', { file_path: file }, sized(1500))
    .result('last', 'bowline')
    .agent('b', sized(4000))
    .human('three')
    .agent('c', sized(4300))
    .compacts()
    .human('four')
    .agent('d', sized(900))
  await asking([knots], async (ask) => {
    const rows = await ask('context-growth-prompts')
    expect(pick(rows, 'text', 'context_before', 'context_after', 'growth', 'compacted', 'replies')).toEqual([
      ['two', 1000, 4000, 3000, 0, 2],
      ['three', 4000, 4300, 300, 0, 1],
      ['four', 4300, 900, null, 1, 1],
      ['one', null, 1000, null, null, 1],
    ])
    expect(await ask('context-growth')).toMatchObject([{ prompts: 4, known: 2, compacted: 1, mean: 1650, median: 1650, largest: 3000 }])
  })
})
