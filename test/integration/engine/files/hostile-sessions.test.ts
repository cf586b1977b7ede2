/** Sessions that would exhaust memory or time: they alone lack what is too large, and everything else answers. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { askEverything, askEveryMetric } from '../../../support/ask-everything.ts'
import { importInto, wholeSearch, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const begun = (id: string): Conversation => conversation({ sessionId: id, seed: id, cwd: '/p' }).human(`Work on ${id}`)

/** Without the file before: what the client says of it would be as long as the file. */
const edited = (talk: Conversation, file: string, from: string, to: string, edits?: readonly unknown[]): Conversation =>
  talk
    .calls(edits === undefined ? 'Edit' : 'MultiEdit', { file_path: file, old_string: from, new_string: to, replace_all: true })
    .result('last', 'Updated.', {
      toolUseResult: edits === undefined ? { filePath: file, oldString: from, newString: to, replaceAll: true } : { filePath: file, edits },
    })

const doubling = (): Conversation => {
  const talk = begun('doubling').writes('big.txt', 'a\n')
  for (let at = 0; at < 40; at += 1) edited(talk, '/p/big.txt', 'a\n', 'a\na\n')
  return talk.agent('Doubled.')
}

const multiplied = (): Conversation =>
  edited(begun('multiplied').writes('wide.txt', 'x'.repeat(1_000_000)), '/p/wide.txt', 'x', 'y'.repeat(2000)).agent('Multiplied.')

const manyEdits = (): Conversation => {
  const edits = Array.from({ length: 100_000 }, (_, at) => ({ old_string: `l${at} `, new_string: `m${at} `, replace_all: false }))
  const lines = Array.from({ length: 100_000 }, (_, at) => `l${at} `).join('\n')
  return edited(begun('many').writes('many.txt', lines), '/p/many.txt', '', '', edits).agent('Edited.')
}

const deep = (): Conversation => {
  let input: unknown = 'end'
  for (let at = 0; at < 3000; at += 1) input = { in: input }
  return begun('deep').calls('Odd', { input }).result('last', 'Done.').agent('Deep.')
}

const nested = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`

/** Records that no `JSON.stringify` writes: in the input of a call, in its result, and beside it. */
const deeper = (): Conversation => {
  const levels = 100_000
  const common = { sessionId: 'deeper', cwd: '/p', version: '2.1.30', isSidechain: false, userType: 'external' }
  const line = (record: Record<string, unknown>, at: number, value: string): string =>
    JSON.stringify({ ...common, uuid: `deeper-${at}`, timestamp: `2026-01-05T09:0${at}:00.000Z`, ...record }).replace('"@"', value)
  const call = { type: 'tool_use', id: 'toolu_deeper', name: 'Odd', input: { path: '/p/odd.txt', in: '@' } }
  const result = { type: 'tool_result', tool_use_id: 'toolu_deeper', content: [{ type: 'text', text: 'Done.', more: '@' }] }
  const message = { id: 'msg_deeper', type: 'message', role: 'assistant', model: 'claude-opus-4-5', content: [call], usage: {} }
  return begun('deeper')
    .raw(line({ parentUuid: null, type: 'assistant', message }, 1, nested(levels, '[', ']')))
    .raw(line({ parentUuid: 'deeper-1', type: 'user', message: { role: 'user', content: [result] } }, 2, nested(levels, '{"a":', '}')))
    .raw(
      line(
        { parentUuid: 'deeper-2', type: 'user', message: { role: 'user', content: 'Go on' }, toolUseResult: '@' },
        3,
        nested(levels, '[', ']'),
      ),
    )
    .agent('Deeper.')
}

const plain = (): Conversation => begun('plain').writes('plain.txt', 'one\ntwo\n').edits('plain.txt', 'two', 'needle').agent('Done.')

const askAll = async (store: string): Promise<void> =>
  withEngine(store, async (engine) => {
    const shown = await engine.ask('file.show', { path: '/p/plain.txt' })
    expect([shown.content, shown.proof]).toEqual(['one\nneedle\n', 'computed'])
    const blame = await engine.ask('file.blame', { path: '/p/plain.txt' })
    expect(blame.lines.length).toBe(2)
    const { objects } = await engine.ask('objects.list', { type: 'file' })
    expect(objects.length).toBeGreaterThan(0)
    await engine.ask('sql.run', { sql: 'FROM object_versions SELECT count(*)', queryId: 'versions' })
  })

test.each([
  ['forty edits that double a file', doubling],
  ['an edit that multiplies a million characters by 2,000', multiplied],
  ['100,000 edits in one call', manyEdits],
  ['deeply nested input', deep],
  ['100,000 levels of nesting', deeper],
] as const)(
  'beside a session with %s, files of another session are shown and blamed',
  async (_, hostile) => {
    const [store, folder] = [path.join(tempDir(), 'store'), tempDir()]
    const talk = hostile()
    writeConversation(folder, talk)
    await importInto(store, [writeConversation(folder, plain()).projects])
    await askAll(store)
  },
  240_000,
)

const longPath = (): Conversation =>
  begun('path')
    .writes(`${'d'.repeat(100_000)}.txt`, 'a\n')
    .agent('Written.')

const longLine = (): Conversation => begun('line').runs('cat line', 'x y '.repeat(2_000_000)).agent('Long.')

test(
  'a store of such sessions answers every call, metric and search, and knows the other session as before',
  { timeout: 900_000 },
  async () => {
    const [store, folder] = [path.join(tempDir(), 'store'), tempDir()]
    for (const talk of [doubling(), multiplied(), manyEdits(), deep(), deeper(), longPath(), longLine()]) writeConversation(folder, talk)
    await importInto(store, [writeConversation(folder, plain()).projects])
    await withEngine(store, async (engine) => {
      expect(await askEverything(engine)).toEqual([])
      expect(await askEveryMetric(engine)).toEqual([])
      for (const text of ['needle', '/needl./', '"needle"']) {
        const { results } = await wholeSearch(engine, text)
        expect([text, results?.total, results?.isTotalExact]).toEqual([text, 1, true])
      }
      for (const target of ['claude-code', 'messages', 'markdown', 'html'] as const)
        expect((await engine.ask('export.make', { commitId: 'plain', target, stop: 'root' })).content?.length).toBeGreaterThan(100)
    })
  },
)

test('a file of which edits make too much is not available: too large, not unknown', async () => {
  const [store, folder] = [path.join(tempDir(), 'store'), tempDir()]
  const moved = doubling().runs('mv big.txt huge.txt', '').agent('Moved.')
  await importInto(store, [writeConversation(folder, moved).projects])
  expect(strata(store, 'file', 'show', '/p/huge.txt').out).toEqual(
    expect.stringContaining('/p/huge.txt is not available: too large: contents of more than 8,388,608 characters'),
  )
  const blamed = strata(store, 'blame', '/p/huge.txt')
  expect(`${blamed.out}${blamed.err}`).toContain('not available: too large')
}, 120_000)

test('values that are nested too deeply are not available, and the command says so', async () => {
  const [store, folder] = [path.join(tempDir(), 'store'), tempDir()]
  writeConversation(folder, deeper())
  await importInto(store, [writeConversation(folder, plain()).projects])
  const shown = strata(store, 'objects', 'show', 'toolu_deeper')
  expect([shown.code, shown.err]).toEqual([0, ''])
  expect(shown.out).toContain('not available: nested too deeply')
  for (const args of [
    ['show', 'deeper'],
    ['log', 'deeper'],
    ['objects', '--session', 'deeper'],
    ['ask', 'tools'],
    ['search', 'needle'],
  ])
    expect([args, strata(store, ...args).code]).toEqual([args, 0])
  for (const form of ['markdown', 'html', 'messages', 'claude-code']) {
    const out = path.join(folder, `deeper.${form}`)
    expect([form, strata(store, 'export', 'deeper', '--for', form, '--out', out).code]).toEqual([form, 0])
  }
}, 240_000)
