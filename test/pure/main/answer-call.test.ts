import { expect, test } from 'vitest'
import { ChosenPaths } from '../../../main/chosen-paths.ts'
import { answerCall, type AskEngine, type ShellCalls } from '../../../main/answer-call.ts'
import { StrataError } from '../../../app/model/failure.ts'
import { unpackEnvelope } from '../../../main/pack-envelope.ts'

const nothing = (): Promise<null> => Promise.resolve(null)
const shell: ShellCalls = {
  'shell.chooseFolders': () => Promise.resolve(['/chosen']),
  'shell.revealPath': ({ path }) => Promise.reject(new StrataError('path-unreadable', `${path} does not exist`)),
  'shell.saveArtifact': nothing,
  'shell.saveTable': nothing,
  'shell.savePicture': nothing,
  'shell.copyPicture': nothing,
  'shell.chooseFile': nothing,
  'shell.chooseTarget': nothing,
  'shell.copyText': () => Promise.reject(new TypeError('broken')),
  'shell.openExternal': nothing,
  'shell.showScreens': nothing,
}
const echo: AskEngine = (name, input) => Promise.resolve({ ok: true, value: { name, input } })
const bugs: unknown[] = []
const chosen = new ChosenPaths()
const answerers = { shell, engine: echo, chosen, onBug: (error: unknown) => bugs.push(error) }

test('an engine call goes to the engine with its defaults filled in', async () => {
  expect(await answerCall('commit.read', { commitId: 'ctx-1' }, answerers)).toEqual({
    ok: true,
    value: { name: 'commit.read', input: { commitId: 'ctx-1', offset: 0, limit: 200 } },
  })
})

const refused = { ok: false, failure: { code: 'path-refused' } }
const markdown = { commitId: 'ctx-1', target: 'markdown' }

test('a window can write only to a place that the person chose in a dialog', async () => {
  expect(await answerCall('export.make', { ...markdown, configDir: '/root/.claude' }, answerers)).toMatchObject(refused)
  expect(await answerCall('restore.start', { what: { all: true }, to: '/etc' }, answerers)).toMatchObject(refused)
  expect(await answerCall('bundle.create', { path: '/etc/passwd' }, answerers)).toMatchObject(refused)
  expect(await answerCall('remote.add', { name: 'x', path: '/etc' }, answerers)).toMatchObject(refused)
  expect(await answerCall('export.start', { ...markdown, to: '/home/notes.md' }, answerers)).toMatchObject(refused)
  chosen.add('/home/notes.md')
  expect(await answerCall('export.start', { ...markdown, to: '/home/notes.md' }, answerers)).toMatchObject({ ok: true })
})

test('exports make new files in a chosen folder, replace none, and leave it nowhere', async () => {
  const into = (to: string, options: object = {}) => answerCall('export.start', { ...markdown, to, ...options }, answerers)
  expect(await into('/home/chosen/one.md')).toMatchObject(refused)
  chosen.add('/home/chosen')
  expect(await into('/home/chosen/one.md')).toMatchObject({ ok: true })
  expect(await into('/home/chosen/one.md', { replaces: true })).toMatchObject(refused)
  for (const to of ['/home/chosen/../notes.md', '/home/chosen/deeper/one.md', '/home/other.md'])
    expect(await into(to)).toMatchObject(refused)
  expect(await answerCall('bundle.create', { path: '/home/chosen/all.bundle' }, answerers)).toMatchObject(refused)
})

test('a window cannot choose where rows are saved', async () => {
  const input = { sql: 'SELECT 1', format: 'csv', path: '/etc/passwd', replace: true }
  expect(await answerCall('sql.save', input, answerers)).toMatchObject({ ok: false, failure: { code: 'path-refused' } })
  const answer = { name: 'tools', format: 'csv', path: '/etc/passwd', replace: true }
  expect(await answerCall('analytics.save', answer, answerers)).toMatchObject({ ok: false, failure: { code: 'path-refused' } })
})

test('what is not in the schema does not reach the engine', async () => {
  expect(await answerCall('session.show', { sessionId: 's', extra: 1 }, answerers)).toEqual({
    ok: true,
    value: { name: 'session.show', input: { sessionId: 's' } },
  })
})

test.each(['nope', '__proto__', 'constructor', 'toString', 7, null, undefined, {}])('%s is not a call', async (name) => {
  expect(await answerCall(name, {}, answerers)).toMatchObject({ ok: false, failure: { code: 'unknown-call' } })
})

test('an input that does not fit is refused with the field that is wrong', async () => {
  const answer = unpackEnvelope(await answerCall('sessions.list', { limit: 0 }, answerers))
  expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  expect(answer.ok ? '' : answer.failure.message).toContain('limit')
})

test('only an https address may be opened outside', async () => {
  expect(await answerCall('shell.openExternal', { url: 'https://example.org/a' }, answerers)).toEqual({ ok: true, value: null })
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'http://example.org', 'x']) {
    expect(await answerCall('shell.openExternal', { url }, answerers)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  }
})

test('a shell call is answered by the shell; its failures arrive as data and only bugs are reported', async () => {
  expect(await answerCall('shell.chooseFolders', {}, answerers)).toEqual({ ok: true, value: ['/chosen'] })
  expect(await answerCall('shell.revealPath', { path: '/x' }, answerers)).toMatchObject({ ok: false, failure: { code: 'path-unreadable' } })
  expect(bugs).toEqual([])
  expect(await answerCall('shell.copyText', { text: 'x' }, answerers)).toMatchObject({ ok: false, failure: { code: 'bug' } })
  expect(bugs).toHaveLength(1)
})
