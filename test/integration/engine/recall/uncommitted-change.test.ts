/** The sessions behind what is not committed, and that a repository cannot make Strata run anything when it is asked. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { UncommittedChange } from '../../../../app/contract/recall.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-03-02T00:00:00Z', GIT_AUTHOR_DATE: '2026-03-02T00:00:00Z' },
  })

/** A repository with one commit, of 2 March. */
const repository = (): string => {
  const folder = realpathSync(tempDir())
  git(folder, 'init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'src'))
  for (const name of ['lamp.ts', 'pier.ts', 'rope.ts']) writeFileSync(join(folder, 'src', name), 'old\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '-m', 'first')
  return folder
}

const talk = (folder: string, sessionId: string, day: string): Conversation =>
  conversation({ sessionId, seed: sessionId, cwd: folder, gitBranch: 'main', start: `2026-03-${day}T09:00:00Z` })

const storeOf = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

const changeOf = (store: string, folder: string): Promise<UncommittedChange> =>
  withEngine(store, (engine) => engine.ask('recall.change', { folder }))

test('sessions that changed a file after the last commit are behind the change, those before it and other files are not', async () => {
  const folder = repository()
  const lamp = join(folder, 'src', 'lamp.ts')
  const before = talk(folder, 'before', '01').human('Draft').writes(lamp, 'draft\n').agent('Done.')
  const after = talk(folder, 'after', '03')
    .human('Light it')
    .writes(lamp, 'lit\n')
    .writes(join(folder, 'new', 'hook.ts'), 'hook\n')
    .agent('Done.')
  const other = talk(folder, 'other', '04')
    .human('Splice it')
    .writes(join(folder, 'src', 'rope.ts'), 'old\n')
    .agent('Done.')
  const store = await storeOf(before, after, other)
  writeFileSync(lamp, 'lit\n')
  writeFileSync(join(folder, 'src', 'pier.ts'), 'by hand\n')
  mkdirSync(join(folder, 'new'))
  writeFileSync(join(folder, 'new', 'hook.ts'), 'hook\n')
  const change = await changeOf(store, folder)
  expect(change).toMatchObject({ why: null, branch: 'main', headAt: Date.parse('2026-03-02T00:00:00Z'), others: 0 })
  expect(change.files).toEqual([
    { path: 'src/lamp.ts', isNew: false },
    { path: 'src/pier.ts', isNew: false },
    { path: 'new/', isNew: true },
  ])
  expect(change.sessions.map(({ sessionId, files }) => [sessionId, files])).toEqual([['after', ['new/hook.ts', 'src/lamp.ts']]])
  const [place] = await withEngine(store, (engine) => engine.ask('recall.places', {}))
  expect(place).toMatchObject({ folder, sessions: 3, isHere: true })
})

test('folders that are not here, are in no repository or are not known say so, and Git is not asked', async () => {
  const plain = realpathSync(tempDir())
  const gone = join(plain, 'gone')
  const store = await storeOf(
    talk(plain, 'plain', '01').human('Hi').agent('Hi.'),
    talk('/nowhere/at/all', 'gone', '02').human('Hi').agent('Hi.'),
  )
  expect((await changeOf(store, plain)).why).toBe('it is not in a repository of Git')
  expect((await changeOf(store, '/nowhere/at/all')).why).toBe('it does not exist on this machine')
  expect((await changeOf(store, gone)).why).toBe('no session worked in it under Git')
})

test('nothing that a repository names is run', async () => {
  const folder = repository()
  const marks = realpathSync(tempDir())
  const program = (name: string): string => {
    const path = join(marks, `${name}.sh`)
    writeFileSync(path, `#!/bin/sh\ntouch "${join(marks, name)}"\ncat\n`)
    chmodSync(path, 0o755)
    return path
  }
  writeFileSync(join(folder, '.gitattributes'), '*.ts filter=evil\n*.md filter=long\n')
  writeFileSync(join(folder, 'read.md'), 'old\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '-m', 'second')
  const hooks = join(folder, '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  for (const hook of ['post-index-change', 'fsmonitor-watchman']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch "${join(marks, `hook-${hook}`)}"\n`)
    chmodSync(join(hooks, hook), 0o755)
  }
  appendFileSync(
    join(folder, '.git', 'config'),
    [
      '[core]',
      `\tfsmonitor = ${program('fsmonitor')}`,
      `\tsshCommand = ${program('ssh')}`,
      `\tpager = ${program('pager')}`,
      '[filter "evil"]',
      `\tclean = ${program('clean')}`,
      `\tsmudge = ${program('smudge')}`,
      '\trequired = true',
      '[filter "long"]',
      `\tprocess = ${program('process')}`,
      '\trequired = true',
      '[diff]',
      `\texternal = ${program('diff')}`,
      '[status]',
      '\tsubmoduleSummary = true',
      '[alias]',
      `\tstatus = !${program('alias')}`,
      '',
    ].join('\n'),
  )
  // Their contents are compared, since their times differ.
  for (const name of ['src/lamp.ts', 'src/pier.ts', 'read.md']) utimesSync(join(folder, name), 1, 1)
  writeFileSync(join(folder, 'src', 'rope.ts'), 'new\n')
  const store = await storeOf(
    talk(folder, 'one', '03')
      .human('Splice')
      .writes(join(folder, 'src', 'rope.ts'), 'new\n')
      .agent('Done.'),
  )
  const change = await changeOf(store, folder)
  expect(change.why).toBeNull()
  expect(change.files).toEqual([{ path: 'src/rope.ts', isNew: false }])
  const names = [
    'fsmonitor',
    'ssh',
    'pager',
    'clean',
    'smudge',
    'process',
    'diff',
    'alias',
    'hook-post-index-change',
    'hook-fsmonitor-watchman',
  ]
  expect(names.filter((name) => existsSync(join(marks, name)))).toEqual([])
  // The programs do run where nothing forbids it: the test can see them.
  expect(() => git(folder, 'status')).toThrow('filter')
  expect(existsSync(join(marks, 'process'))).toBe(true)
})

test.each([
  [
    'an oversized list of settings',
    'its settings of filters cannot be read',
    (clean: string) =>
      [
        `[filter "evil"]\n\tclean = ${clean}\n`,
        ...Array.from({ length: 4000 }, (_, at) => `[filter "${'x'.repeat(2200)}${at}"]\n\tsmudge = cat\n`),
      ].join(''),
  ],
  [
    'a name with an equals sign',
    'it names a filter that cannot be switched off',
    (clean: string) => `[filter "evil=a"]\n\tclean = ${clean}\n`,
  ],
])('a filter that %s hides is not run, and nothing is read', async (_, why, config) => {
  const folder = repository()
  const mark = join(realpathSync(tempDir()), 'ran')
  const clean = `${mark}.sh`
  writeFileSync(clean, `#!/bin/sh\ntouch "${mark}"\ncat\n`)
  chmodSync(clean, 0o755)
  const name = why.includes('switched') ? 'evil=a' : 'evil'
  writeFileSync(join(folder, '.gitattributes'), `*.ts filter=${name}\n`)
  appendFileSync(join(folder, '.git', 'config'), config(clean))
  utimesSync(join(folder, 'src', 'lamp.ts'), 1, 1)
  const store = await storeOf(talk(folder, 'one', '03').human('Hi').agent('Hi.'))
  expect((await changeOf(store, folder)).why).toBe(why)
  expect(existsSync(mark)).toBe(false)
  git(folder, 'status')
  expect(existsSync(mark)).toBe(true)
})

test('a filter without a name is switched off too', async () => {
  const folder = repository()
  const mark = join(realpathSync(tempDir()), 'ran')
  writeFileSync(join(folder, '.gitattributes'), '*.ts filter=\n')
  appendFileSync(join(folder, '.git', 'config'), `[filter ""]\n\tclean = "touch '${mark}'; cat"\n`)
  utimesSync(join(folder, 'src', 'lamp.ts'), 1, 1)
  const store = await storeOf(talk(folder, 'one', '03').human('Hi').agent('Hi.'))
  expect((await changeOf(store, folder)).why).toBeNull()
  expect(existsSync(mark)).toBe(false)
})
