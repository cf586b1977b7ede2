/** The search for reasoning, and the command. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SearchPage, SearchResults } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const storeOf = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p/one' })
    .human('Why is the Lantern\nout?')
    .thinks('the lantern may need oil')
    .runs('grep -rn "lantern oil" .', 'no lantern here')
    .agent('It lacks oil.')
  const two = conversation({ sessionId: 'two', seed: 'two', cwd: '/p/two' })
    .human(`a${'🏮'.repeat(160)} end`)
    .agent(`${'x'.repeat(300)} lantern ${'y'.repeat(400)}`)
  const { projects } = writeConversation(dir, one)
  writeConversation(dir, two)
  await importInto(store, [projects])
  return store
}

const search = (store: string, input: Partial<CallInput<'text.search'>>): Promise<SearchPage> =>
  withEngine(store, (engine) => engine.ask('text.search', { text: 'lantern', ...input }))

test('prompts, responses, thinking and calls are found, newest first, with context; results of tools are not', async () => {
  const store = await storeOf()
  const page = await search(store, {})
  expect(page).toMatchObject({ total: 4, sessions: 2, byKind: { prompt: 1, response: 1, thinking: 1, tool_call: 1 } })
  const [first] = page.rows.filter(({ sessionId }) => sessionId === 'two')
  expect(first).toMatchObject({ kind: 'response', found: 'lantern', chain: 'main', chars: 709 })
  expect(first?.before).toBe(`…${'x'.repeat(59)} `)
  expect(first?.after).toBe(` ${'y'.repeat(239)}…`)
  const times = page.rows.map(({ occurredAt }) => occurredAt ?? 0)
  expect(times).toEqual([...times].sort((a, b) => b - a))
  const prompt = page.rows.find(({ kind }) => kind === 'prompt')
  expect(prompt).toMatchObject({ before: 'Why is the ', found: 'Lantern', after: ' out?', class: 'human_prompt', line: 1 })
  expect(page.rows.find(({ kind }) => kind === 'tool_call')).toMatchObject({ toolName: 'Bash' })
})

test('filters restrict what is found and counted alike, and pages follow each other without a gap', async () => {
  const store = await storeOf()
  const all = await search(store, {})
  expect(await search(store, { kinds: ['thinking', 'tool_call'] })).toMatchObject({ total: 2, byKind: { prompt: 0, thinking: 1 } })
  expect(await search(store, { sessionId: 'two' })).toMatchObject({ total: 1, sessions: 1 })
  expect(await search(store, { project: '/p/one' })).toMatchObject({ total: 3, sessions: 1 })
  const at = all.rows[1]?.occurredAt ?? 0
  const [since, until] = [await search(store, { since: at }), await search(store, { until: at })]
  expect(since.total + until.total).toBe(4)
  const pages = [await search(store, { limit: 2 }), await search(store, { limit: 2, offset: 2 })]
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
  expect(await search(store, { offset: 10 })).toMatchObject({ rows: [], total: 4 })
  expect(await search(store, { text: 'no such thing' })).toMatchObject({ rows: [], total: 0, sessions: 0 })
})

test('each match has its place in the conversation of its commit', async () => {
  const store = await storeOf()
  const { rows } = await search(store, {})
  await withEngine(store, async (engine) => {
    for (const { commitId, sourceId, line } of rows) {
      const input = { commitId: commitId ?? '', sought: { sourceId, line } }
      const { items, soughtAt } = await engine.ask('commit.read', input)
      const said = items[soughtAt ?? -1]
      // Records of one reply are one item.
      expect([said?.sourceId, said !== undefined && said.line <= line]).toEqual([sourceId, true])
      expect(JSON.stringify(said?.blocks)).toMatch(/lantern/i)
      expect((await engine.ask('commit.read', { ...input, sought: { sourceId: 'src-0', line } })).soughtAt).toBeNull()
    }
  })
})

test('a late page of matches equals that part of the complete list', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'long' })
  for (let turn = 0; turn < 1100; turn += 1) talk.human(`lantern ${turn}`).agent(`a lantern, ${turn}`)
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows: all, total } = await search(store, { limit: 10_000 })
  expect([total, all.length]).toEqual([2200, 2200])
  expect((await search(store, { offset: 1990, limit: 20 })).rows).toEqual(all.slice(1990, 2010))
  expect((await search(store, { offset: 1900, limit: 20 })).rows).toEqual(all.slice(1900, 1920))
})

test('the context of a match never begins or ends inside a character', async () => {
  const store = await storeOf()
  for (const text of ['end', 'a🏮']) {
    const { rows, total } = await search(store, { text, sessionId: 'two' })
    expect(total).toBe(1)
    for (const { before, found, after } of rows) {
      expect(before + found + after).toMatch(/^…?a?🏮+ ?(?:end)?…?$/u)
    }
  }
})

test('decisions, rejections and trade-offs are found only in thinking, also for the commits that touched a file', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'why', cwd: '/p' })
    .human("I'll go with the map")
    .thinks("A list is simpler, but I'll go with a map.")
    .writes('src/map.ts', 'b')
    .agent("I'll go with the map.")
    .human('and now?')
    .thinks("Caching won't work here. I'll use a queue; the drawback is memory.")
    .agent('A queue.')
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows, total, byKind } = await search(store, { text: undefined, reasoning: 'decision' })
  expect([total, byKind.thinking]).toEqual([2, 2])
  expect(rows.map(({ found }) => found)).toEqual(["I'll use", "I'll go with"])
  expect(await search(store, { text: 'queue', reasoning: 'decision' })).toMatchObject({ total: 1, rows: [{ found: "I'll use" }] })
  expect(await search(store, { text: undefined, reasoning: 'rejection' })).toMatchObject({ total: 1, rows: [{ found: "won't work" }] })
  expect(await search(store, { text: undefined, reasoning: 'tradeoff' })).toMatchObject({ total: 1 })
  const [file] = (await withEngine(store, (engine) => engine.ask('files.list', {}))).rows
  expect(await search(store, { text: undefined, reasoning: 'decision', file: file?.path })).toMatchObject({
    total: 1,
    rows: [{ found: "I'll go with" }],
  })
  expect(strata(store, 'search', '--reasoning', 'rejection').out).toMatch(/won't work/)
  expect(strata(store, 'search')).toMatchObject({ code: 2 })
})

test('the command shows sessions with their best texts, what was found in them, and how to continue', async () => {
  const store = await storeOf()
  const { out, code } = strata(store, 'search', 'Lantern', '--limit', '1')
  expect(code).toBe(0)
  expect(out).toMatch(/^Why is the Lantern .* one .*\n {2}ctx-[0-9a-f]{8} {2}\S+ \S+ {2}(?:prompt|thinking|Bash call)\n {4}.*lantern/i)
  expect(out).toMatch(/\n2 sessions; showing 1 \(--limit, --after-cursor 1\)\n$/)
  expect(strata(store, 'search', 'Lantern', '--limit', '1', '--after-cursor', '1').out).toContain(' two ')
  expect(strata(store, 'search', 'nosuchthing').out).toBe('No matches.\n')
  expect(strata(store, 'search', '"lantern', 'after:never').out).toMatch(/^hint: The closing quotation mark is missing/)
  const { sessions, total } = JSON.parse(strata(store, 'search', 'lantern', '--kind', 'prompt', '--json').out) as SearchResults
  expect([total, sessions.map(({ hits }) => hits.map(({ kind }) => kind))]).toEqual([1, [['prompt']]])
  expect(strata(store, 'search', 'xyz', '--kind', 'smell')).toMatchObject({ code: 2 })
})
