/** Files on disk that differ from the content known at a commit. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExportView } from '../../../../app/contract/export.ts'
import type { DriftedFile, DriftView } from '../../../../app/contract/known-files.ts'
import { conversation } from '../../../support/conversation.ts'
import { copyOf } from '../../../support/copied-store.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const part = (file: string) => ({
  toolUseResult: { type: 'text', file: { filePath: file, content: 'three\nfour', numLines: 2, startLine: 3, totalLines: 5 } },
})

const talkIn = (cwd: string) =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd })
    .human('Turn the lights on')
    .reads('lights.ts', 'const on = false\nexport { on }\n')
    .edits('lights.ts', 'const on = false', 'const on = true')
    .writes('new.ts', 'export {}\n')
    .writes('old.ts', 'gone soon\n')
    .runs('rm old.ts', '')
    .calls('Read', { file_path: `${cwd}/part.ts`, offset: 3, limit: 2 })
    .result('last', '3→three\n4→four', part(`${cwd}/part.ts`))
    .agent('On.')

/** The store of tests that only read it; the folder is made again for each. */
let [store, folder] = ['', '']
beforeAll(async () => {
  const home = tempDir()
  folder = path.join(home, 'harbour')
  store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, talkIn(folder)).projects])
})

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  put('lights.ts', 'const on = true\nexport { on }\n')
  put('new.ts', 'export {}\n')
  put('part.ts', 'one\ntwo\nthree\nfour\n')
})

const put = (name: string, content: string | Uint8Array): void => writeFileSync(path.join(folder, name), content)

const drift = (...args: readonly string[]): DriftView => JSON.parse(strata(store, 'drift', 'harbour', '--json', ...args).out) as DriftView
const fileIn = (view: DriftView, name: string): DriftedFile | undefined => view.files.find((file) => path.basename(file.path) === name)
const state = (name: string, ...args: readonly string[]): string | undefined => fileIn(drift(...args), name)?.state

test('files that match the known content are unchanged', () => {
  const view = drift()
  expect(view.files.map(({ path: name, state: of }) => [path.basename(name), of])).toEqual([
    ['lights.ts', 'unchanged'],
    ['new.ts', 'unchanged'],
    ['old.ts', 'unchanged'],
    ['part.ts', 'unchanged'],
  ])
  expect(strata(store, 'drift', 'harbour').out).toBe('4 files: 0 differ, 4 unchanged\n')
})

test('files below a missing working directory are elsewhere, not deleted', () => {
  rmSync(folder, { recursive: true })
  const view = drift()
  expect(view.counts).toMatchObject({ elsewhere: 4, deleted: 0, unchanged: 0 })
  expect(new Set(view.files.map(({ disk, note }) => `${String(disk)}: ${String(note)}`))).toEqual(
    new Set(['null: the working directory does not exist']),
  )
  const { out } = strata(store, 'drift', 'harbour')
  expect(out).toMatch(/4 elsewhere/)
  expect(out).toContain('the working directory does not exist')
  mkdirSync(folder)
  expect(drift().counts).toMatchObject({ elsewhere: 0, deleted: 3, unchanged: 1 })
})

test('a changed, a deleted and a new file are listed with their difference', () => {
  put('lights.ts', 'const on = true\nexport { on as lights }\n')
  rmSync(path.join(folder, 'new.ts'))
  put('old.ts', 'again\n')
  const view = drift('-p')
  expect(view.counts).toMatchObject({ changed: 1, deleted: 1, created: 1, unchanged: 1 })
  expect(fileIn(view, 'lights.ts')).toMatchObject({ added: 1, removed: 1, isWhole: true, disk: path.join(folder, 'lights.ts') })
  const { out } = strata(store, 'drift', 'harbour', '-p')
  expect(out).toContain('@@ -1,2 +1,2 @@\n const on = true\n-export { on }\n+export { on as lights }\n')
  expect(out).toMatch(/deleted {7}.*\/new\.ts\ncreated {7}.*\/old\.ts\n4 files: 3 differ, 1 unchanged\n$/)
})

test('byte order marks, carriage returns and UTF-16 are no differences: clients do not show them', () => {
  put('lights.ts', '\uFEFFconst on = true\r\nexport { on }\r\n')
  put('new.ts', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('export {}\r\n', 'utf16le')]))
  put('part.ts', '\uFEFFone\r\ntwo\r\nthree\r\nfour\r\n')
  expect(drift().counts.unchanged).toBe(4)
})

test('a line feed at the end is compared where a record says that it is there, or that it is not', async () => {
  const cwd = path.join(tempDir(), 'quay')
  mkdirSync(cwd)
  const own = path.join(tempDir(), 'store')
  const talk = conversation({ sessionId: 'quay', seed: 'quay', cwd })
  /** As of clients that do not record what stood there before. */
  const change = (name: string) => {
    const toolUseResult = { filePath: `${cwd}/${name}`, oldString: 'one', newString: 'two', originalFile: null, userModified: false }
    talk.edits(name, 'one', 'two', { toolUseResult })
  }
  const shown = (startLine: number, content: string) => ({
    toolUseResult: { type: 'text', file: { filePath: `${cwd}/part.ts`, content, numLines: 1, startLine, totalLines: 2 } },
  })
  talk.human('Count').reads('read.ts', 'one\nend').reads('given.ts', 'one\nend').writes('written.ts', 'one\nend')
  talk.reads('part.ts', 'one\nend', shown(1, 'one')).reads('part.ts', 'one\nend', shown(2, 'end'))
  for (const name of ['read.ts', 'written.ts', 'part.ts']) change(name)
  talk.runs('mv read.ts moved.ts', '').edits('given.ts', 'one', 'two').agent('Counted.')
  for (const name of ['moved.ts', 'part.ts', 'given.ts', 'written.ts']) writeFileSync(path.join(cwd, name), 'two\nend\n')
  await importInto(own, [writeConversation(tempDir(), talk).projects])
  const view = JSON.parse(strata(own, 'drift', 'quay', '--json').out) as DriftView
  expect(view.files.map(({ path: name, state: of }) => [path.basename(name), of])).toEqual([
    ['given.ts', 'changed'],
    ['moved.ts', 'unchanged'],
    ['part.ts', 'unchanged'],
    ['read.ts', 'unchanged'],
    ['written.ts', 'changed'],
  ])
})

test('of a file that was never known whole the known lines are compared', () => {
  put('part.ts', 'ONE\nTWO\nthree\nfour\n')
  expect(fileIn(drift(), 'part.ts')).toMatchObject({ state: 'unchanged', isWhole: false, proof: 'partial' })
  put('part.ts', 'one\ntwo\nthree\nFOUR\n')
  expect(fileIn(drift(), 'part.ts')).toMatchObject({ state: 'changed', note: '1 of 2 known lines differ' })
  put('part.ts', 'one\ntwo\nthree\nfour\nfive\n')
  expect(fileIn(drift(), 'part.ts')).toMatchObject({ state: 'changed', note: 'another number of lines' })
  put('part.ts', 'one\n')
  expect(fileIn(drift(), 'part.ts')).toMatchObject({ state: 'changed', note: '2 of 2 known lines differ' })
})

test('folders, pipes, binary files and links that lead nowhere', () => {
  for (const name of ['lights.ts', 'new.ts', 'part.ts']) rmSync(path.join(folder, name))
  mkdirSync(path.join(folder, 'lights.ts'))
  put('new.ts', Buffer.from([1, 0, 2, 0]))
  execFileSync('mkfifo', [path.join(folder, 'part.ts')])
  symlinkSync('/nowhere/at/all', path.join(folder, 'old.ts'))
  const view = drift()
  expect(view.counts).toMatchObject({ unreadable: 3, unchanged: 1 })
  expect(['lights.ts', 'new.ts', 'part.ts'].map((name) => fileIn(view, name)?.note)).toEqual(['a folder', 'not text', 'not a regular file'])
})

test('a file of 3 GB is compared without being read into memory', () => {
  truncateSync(path.join(folder, 'lights.ts'), 3 * 2 ** 30)
  put('part.ts', 'one\ntwo\nthree\nFOUR\n')
  truncateSync(path.join(folder, 'part.ts'), 2 ** 28)
  const view = drift()
  expect(fileIn(view, 'lights.ts')).toMatchObject({ state: 'changed', note: 'not available: too large: 3221225472 bytes' })
  expect(fileIn(view, 'part.ts')?.state).toBe('changed')
})

test('with a root another folder replaces the working directory', () => {
  const clone = tempDir()
  writeFileSync(path.join(clone, 'new.ts'), 'export {}\n')
  expect(['new.ts', 'lights.ts', 'old.ts'].map((name) => state(name, '--root', clone))).toEqual(['unchanged', 'deleted', 'unchanged'])
  const out = path.join(tempDir(), 'out')
  strata(store, 'checkout', 'harbour', '--to', out, '--partial')
  expect(drift('--root', out).counts).toMatchObject({ unchanged: 3, elsewhere: 1, changed: 0 })
  writeFileSync(path.join(out, 'new.ts'), 'other\n')
  expect(state('new.ts', '--root', out)).toBe('changed')
})

const manifest = (root: string, files: readonly { readonly path: string; readonly file: string }[], commitId = ''): void =>
  writeFileSync(path.join(root, 'MANIFEST.json'), JSON.stringify({ commitId, files }))

test('neither a manifest nor a link leads out of the root', () => {
  const home = tempDir()
  const root = path.join(home, 'clone')
  mkdirSync(root)
  writeFileSync(path.join(home, 'secret'), 'PRIVATE KEY\n')
  for (const file of ['../secret', path.join(home, 'secret'), 'a/../../secret', './../secret', '..', '', 'secret\0', 'a//b']) {
    manifest(root, [{ path: path.join(folder, 'lights.ts'), file }])
    const { out } = strata(store, 'drift', 'harbour', '-p', '--json', '--root', root)
    expect(out).not.toContain('PRIVATE')
    expect(fileIn(JSON.parse(out) as DriftView, 'lights.ts')).toMatchObject({ state: 'deleted', disk: path.join(root, 'lights.ts') })
  }
  symlinkSync(home, path.join(root, 'out'))
  symlinkSync(path.join(home, 'secret'), path.join(root, 'new.ts'))
  manifest(root, [{ path: path.join(folder, 'lights.ts'), file: 'out/secret' }])
  const { out } = strata(store, 'drift', 'harbour', '-p', '--json', '--root', root)
  expect(out).not.toContain('PRIVATE')
  expect(JSON.parse(out)).toMatchObject({ counts: { elsewhere: 2, deleted: 1, changed: 0 } })
})

test('links within the root are followed, and so is one to the root', () => {
  const home = tempDir()
  mkdirSync(path.join(home, 'clone'))
  symlinkSync(path.join(home, 'clone'), path.join(home, 'link'))
  writeFileSync(path.join(home, 'clone', 'real.ts'), 'export {}\n')
  symlinkSync('real.ts', path.join(home, 'clone', 'new.ts'))
  expect(state('new.ts', '--root', path.join(home, 'link'))).toBe('unchanged')
})

test('files that the manifest of another commit lacks are looked for below the root', () => {
  const root = tempDir()
  writeFileSync(path.join(root, 'lamp.ts'), 'const on = true\nexport { on }\n')
  writeFileSync(path.join(root, 'new.ts'), 'other\n')
  const files = [{ path: path.join(folder, 'lights.ts'), file: 'lamp.ts' }]
  manifest(root, files)
  expect(['lights.ts', 'new.ts', 'part.ts'].map((name) => state(name, '--root', root))).toEqual(['unchanged', 'changed', 'deleted'])
  manifest(root, files, drift().commitId)
  expect(['lights.ts', 'new.ts', 'part.ts'].map((name) => state(name, '--root', root))).toEqual(['unchanged', 'elsewhere', 'elsewhere'])
})

test('paths of another machine are not looked for here', () => {
  const other = path.join(tempDir(), 'store')
  const { projects } = writeConversation(tempDir(), talkIn(folder))
  strata(other, 'import', projects)
  strata(other, 'filesystem', 'add', 'box', '--machine-id', '0123456789abcdef0123456789abcdef')
  strata(other, 'import', projects, '--filesystem', 'box')
  const view = JSON.parse(strata(other, 'drift', 'harbour', '--json').out) as DriftView
  expect(view.counts).toMatchObject({ elsewhere: 4, unchanged: 0 })
})

test('control characters of paths and contents are not printed', async () => {
  const cwd = path.join(tempDir(), '\u001b[31mred')
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, 'a'), 'x\u001b[2J\n')
  const own = path.join(tempDir(), 'store')
  const talk = conversation({ sessionId: 'red', seed: 'red', cwd }).human('Write').writes('a', 'y\n').agent('Done.')
  await importInto(own, [writeConversation(tempDir(), talk).projects])
  const { out } = strata(own, 'drift', 'red', '-p')
  expect(out).toContain('changed')
  expect(out).not.toContain('\u001b')
})

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('a file that the system does not let be read to its end is not readable', async () => {
  const own = path.join(tempDir(), 'store')
  const file = { filePath: '/proc/self/mem', content: 'one', numLines: 1, startLine: 1, totalLines: 5 }
  const talk = conversation({ sessionId: 'memory', seed: 'memory', cwd: '/proc/self' })
    .human('Look')
    .calls('Read', { file_path: '/proc/self/mem', limit: 1 })
    .result('last', '1→one', { toolUseResult: { type: 'text', file } })
    .agent('Seen.')
  await importInto(own, [writeConversation(tempDir(), talk).projects])
  expect(JSON.parse(strata(own, 'drift', 'memory', '--json').out)).toMatchObject({ files: [{ state: 'unreadable', note: 'EIO' }] })
})

test('an export that is installed in another folder is compared with the files there', () => {
  const own = copyOf(store)
  process.env['CLAUDE_CONFIG_DIR'] = tempDir()
  const [clone, link] = [tempDir(), path.join(tempDir(), 'link')]
  symlinkSync(folder, link)
  put('lights.ts', 'const on = 1\nexport { on }\n')
  writeFileSync(path.join(clone, 'lights.ts'), 'const on = true\nexport { on }\n')
  writeFileSync(path.join(clone, 'new.ts'), 'other\n')
  const warned = (cwd: string, name: string): readonly (readonly [string, string | null])[] | undefined => {
    const { out } = strata(own, 'export', 'harbour', '--for', 'claude-code', '--install', '--cwd', cwd, '--name', name, '--json')
    return (JSON.parse(out) as ExportView).drift?.files.map(({ disk, state: of }) => [of, disk] as const)
  }
  try {
    expect(warned(clone, 'elsewhere')).toEqual([
      ['changed', path.join(realpathSync(clone), 'new.ts')],
      ['deleted', path.join(realpathSync(clone), 'part.ts')],
    ])
    expect(warned(link, 'same')).toEqual([['changed', path.join(folder, 'lights.ts')]])
  } finally {
    delete process.env['CLAUDE_CONFIG_DIR']
  }
})

test('an export that is installed warns of files that changed, and is still installed', () => {
  const [config, own] = [tempDir(), copyOf(store)]
  const install = (...args: readonly string[]) => strata(own, 'export', 'harbour', '--for', 'claude-code', '--install', ...args)
  process.env['CLAUDE_CONFIG_DIR'] = config
  try {
    expect(JSON.parse(install('--json').out)).toMatchObject({ drift: null })
    put('lights.ts', 'const on = 1\nexport { on }\n')
    const { err, out, code } = install('--name', 'second')
    expect([code, err]).toEqual([0, expect.stringMatching(/^strata: 1 file on this machine differs from what the agent knew:/)])
    expect(err).toMatch(/changed .*\/lights\.ts {2}\+1 -1\n/)
    expect(out).toContain('resume with:')
    const { drift: warning } = JSON.parse(install('--name', 'third', '--json').out) as ExportView
    expect(warning?.files.map(({ path: name, state: of }) => [path.basename(name), of])).toEqual([['lights.ts', 'changed']])
    expect(readFileSync(path.join(folder, 'lights.ts'), 'utf8')).toBe('const on = 1\nexport { on }\n')
  } finally {
    delete process.env['CLAUDE_CONFIG_DIR']
  }
})
