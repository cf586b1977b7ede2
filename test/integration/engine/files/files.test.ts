/** strata files: which files agents read and changed, how often, and in which calls. */
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const storeOf = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  const parser = '/p/one/src/Parser.ts'
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p/one' })
    .human('mend it')
    .calls('Read', { file_path: parser })
    .result('last', 'let a')
    .calls('Edit', { file_path: parser, old_string: 'a', new_string: 'b' })
    .result('last', 'done')
    .calls('Write', { file_path: parser, content: 'x' })
    .result('last', 'no', { error: true })
    .calls('mcp__lint__check', { path: parser })
    .result('last', 'clean')
    .calls('Grep', { pattern: 'a', path: '/p/one/src' })
    .result('last', 'nothing')
    .agent('mended')
  const two = conversation({ sessionId: 'two', seed: 'two', cwd: '/p/two' })
    .human('read both')
    .calls('Read', { file_path: String.raw`C:\work\parser.ts` })
    .result('last', 'let c')
    .calls('Read', { file_path: parser })
  const { projects } = writeConversation(dir, one)
  writeConversation(dir, two)
  await importInto(store, [projects])
  return store
}

test('each file is listed once, with known reads, changes and failures; the folder of a search is not a file', async () => {
  await withEngine(await storeOf(), async (engine) => {
    const { rows, total } = await engine.ask('files.list', {})
    expect(total).toBe(2)
    const parser = rows.find(({ path }) => path === '/p/one/src/Parser.ts')
    expect(parser).toMatchObject({ reads: 1, changes: 1, failed: 1, calls: 5, sessions: 2 })
    expect((await engine.ask('files.list', { text: 'WORK/parser' })).rows).toMatchObject([{ reads: 1, changes: 0 }])
    expect(await engine.ask('files.list', { project: '/p/two', text: 'src' })).toMatchObject({
      total: 1,
      rows: [{ reads: 0, changes: 0, calls: 1 }],
    })
    expect(await engine.ask('files.list', { sessionId: 'one' })).toMatchObject({ total: 1 })
    expect(await engine.ask('files.list', { offset: 5 })).toEqual({ rows: [], total: 2 })
  })
})

test('the calls of a file are listed newest first, with their outcome and place', async () => {
  await withEngine(await storeOf(), async (engine) => {
    const { rows, total } = await engine.ask('files.versions', { path: '/p/one/src/Parser.ts' })
    expect(total).toBe(5)
    expect(rows.map(({ sessionId, kind, outcome }) => [sessionId, kind, outcome]).sort()).toEqual([
      ['one', 'change', 'error'],
      ['one', 'change', 'result'],
      ['one', 'other', 'result'],
      ['one', 'read', 'result'],
      ['two', 'read', 'no result'],
    ])
    const times = rows.map(({ occurredAt }) => occurredAt ?? 0)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    for (const { commitId, sourceId, line } of rows) {
      const { items, soughtAt } = await engine.ask('commit.read', { commitId: commitId ?? '', sought: { sourceId, line } })
      expect(JSON.stringify(items[soughtAt ?? -1]?.blocks)).toContain('Parser.ts')
    }
    expect(await engine.ask('files.versions', { path: '/no', offset: 3 })).toEqual({ rows: [], total: 0 })
  })
})

test('the command lists files and the calls of one, and reports when there are none', async () => {
  const store = await storeOf()
  expect(strata(store, 'files', 'parser').out).toMatch(/\/p\/one\/src\/Parser\.ts\n[\s\S]*2 files\n$/)
  expect(strata(store, 'files', '--of', '/p/one/src/Parser.ts').out).toMatch(/Write, error[\s\S]*5 calls\n$/)
  expect(strata(store, 'files', 'nowhere').out).toBe('No matches.\n')
  expect(strata(store, 'files', '--of', 'src/Parser.ts').out).toBe(strata(store, 'files', '--of', '/p/one/src/Parser.ts').out)
  expect(strata(store, 'files', '--of', '/nowhere').out).toMatch(/^No calls for this file/)
  expect(strata(store, 'files', 'x', '--of', '/nowhere')).toMatchObject({ code: 2 })
})
