/** Watching, by the engine and by the command: what changes on disk is in the store soon after, and nothing else changes there. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Signal } from '../../../../app/contract/signals.ts'
import type { FollowedChange, WatchView } from '../../../../app/contract/watch.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, tableDigests } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

const watchPace = { rootMs: 50, scanMs: 30_000, pollMs: 100, retryMs: 300_000 }

interface Watcher {
  readonly engine: Engine
  readonly changes: readonly FollowedChange[]
  readonly folders: () => WatchView['folders']
}

const openWatcher = async (storeDir: string, pace = watchPace): Promise<Watcher> => {
  const changes: FollowedChange[] = []
  let watch: WatchView = { folders: [] }
  const onSignal = (signal: Signal): void => {
    if (signal.kind === 'followed') changes.push(signal.change)
    if (signal.kind === 'watch') watch = signal.watch
  }
  const engine = await openEngine({ storeDir, program: 'test', env: {}, onSignal, resumeWatching: true, watchPace: pace })
  onTestFinished(() => engine.close())
  return { engine, changes, folders: () => watch.folders }
}

const isWatching = ({ folders }: Watcher): Promise<void> =>
  until(() => expect(folders().map(({ state }) => state)).toEqual(folders().map(() => 'watching')))

const grow = (file: string | undefined, told: Conversation, more: (told: Conversation) => void): void => {
  const before = told.lines().length
  more(told)
  appendFileSync(file ?? '', `${told.lines().slice(before).join('\n')}\n`)
}

const recordsOf = async (engine: Engine, sessionId: string): Promise<number> => (await engine.ask('session.show', { sessionId })).records

test('a store in a watched folder is not imported, and is the reason why the folder has no files', async () => {
  const folder = tempDir()
  const store = path.join(folder, 'store')
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [folder] })
  await isWatching(watcher)
  await until(() =>
    expect(watcher.folders()[0]).toMatchObject({ files: 0, reason: `no transcripts; ${store} is the folder of a Strata store` }),
  )
  await importInto(path.join(folder, 'other'), [writeConversation(tempDir(), conversation({ seed: 'a' }).human('hi')).projects])
  const talk = conversation({ seed: 'later' }).human('First').agent('Done.')
  writeConversation(folder, talk)
  await until(async () => expect(await recordsOf(watcher.engine, talk.sessionId)).toBe(talk.lines().length))
  expect((await watcher.engine.ask('sessions.list', { everything: true })).rows.map(({ sessionId }) => sessionId)).toEqual([talk.sessionId])
  expect((await watcher.engine.ask('sources.list', {})).map(({ file }) => path.basename(file))).toEqual([path.basename(talk.path)])
})

test('a session that grows line by line ends in exactly the tables that one import gives', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'grows' }).human('First').agent('Done.')
  const { projects, mainFiles } = writeConversation(dir, told)
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [projects] })
  await until(async () => expect(await recordsOf(watcher.engine, told.sessionId)).toBe(told.lines().length))
  for (const step of ['ls', 'cat a', 'cat b'])
    grow(mainFiles[0], told, (more) => more.human(`Now ${step}`).runs(step, 'nothing').agent(`Did ${step}.`))
  await until(async () => expect(await recordsOf(watcher.engine, told.sessionId)).toBe(told.lines().length))
  await watcher.engine.close()
  const whole = tempDir()
  await importInto(whole, [projects])
  // Artifacts of commits that were amended while it grew stay.
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(whole, ['artifacts']))
  expect(watcher.changes.reduce((sum, change) => sum + change.newRecords, 0)).toBe(told.lines().length)
})

test('a session and a fork of it grow line by line into the chains that one import gives', async () => {
  const [store, dir, whole] = [tempDir(), tempDir(), tempDir()]
  const first = conversation({ seed: 'origin', version: '1.0.128' }).human('First').agent('Done.').human('Second').agent('Too.')
  const resumed = first.fork().human('Third')
  const { projects, mainFiles } = writeConversation(dir, first, resumed)
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [projects] })
  const arrived = (told: Conversation): Promise<void> =>
    until(async () => expect(await recordsOf(watcher.engine, told.sessionId)).toBe(told.lines().length))
  await arrived(resumed)
  for (const [told, file] of [
    [resumed, mainFiles[1]],
    [first, mainFiles[0]],
    [resumed, mainFiles[1]],
  ] as const) {
    grow(file, told, (more) => more.agent('And so on.').human('Next'))
    await arrived(told)
  }
  await watcher.engine.close()
  await importInto(whole, [projects])
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(whole, ['artifacts']))
})

test('several folders are watched together, one of them before it exists', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'here' }).human('Here').agent('Yes.')
  const later = conversation({ seed: 'later' }).human('Later').agent('Yes.')
  const { projects } = writeConversation(path.join(dir, 'a'), told)
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [projects, path.join(dir, 'b', 'projects')] })
  await until(async () => expect(await recordsOf(watcher.engine, told.sessionId)).toBe(told.lines().length))
  expect(watcher.folders().map(({ state }) => state)).toEqual(['watching', 'waiting'])
  writeConversation(path.join(dir, 'b'), later)
  await until(async () => expect(await recordsOf(watcher.engine, later.sessionId)).toBe(later.lines().length))
  await isWatching(watcher)
})

test('a removed file changes nothing in the store but is reported as missing; when it returns it is read again', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'goes' }).human('Stay').agent('I do.')
  const { projects, mainFiles } = writeConversation(dir, told)
  await importInto(store, [projects])
  const before = await chainsOf(store)
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [projects] })
  await isWatching(watcher)
  rmSync(mainFiles[0] ?? '')
  await until(() => expect(watcher.changes.flatMap(({ files }) => files.map(({ kind }) => kind))).toEqual(['removed']))
  expect((await watcher.engine.ask('sources.list', {})).map(({ isGone }) => isGone)).toEqual([true])
  told.human('Back').agent('Again.')
  writeConversation(dir, told)
  await until(async () => expect(await recordsOf(watcher.engine, told.sessionId)).toBe(told.lines().length))
  expect((await watcher.engine.ask('sources.list', {})).map(({ isGone }) => isGone)).toEqual([false])
  rmSync(projects, { recursive: true })
  await until(() => expect(watcher.folders()[0]?.state).toBe('waiting'))
  await watcher.engine.close()
  expect(JSON.stringify(await chainsOf(store))).toContain(
    JSON.stringify((before as { commits: { commitId: string }[] }).commits[0]?.commitId),
  )
})

test('new pipes and links are reported once, as by an import, and are no problem after their removal', async () => {
  const [store, dir, elsewhere] = [tempDir(), tempDir(), tempDir()]
  const { projects, mainFiles } = writeConversation(dir, conversation({ seed: 'beside' }).human('Mind the pipe').agent('I do.'))
  const watcher = await openWatcher(store, { ...watchPace, scanMs: 200 })
  await watcher.engine.ask('watch.start', { paths: [projects] })
  await isWatching(watcher)
  const beside = (name: string): string => path.join(path.dirname(mainFiles[0] ?? ''), name)
  const odd = [beside('pipe.jsonl'), beside('nowhere.jsonl'), path.join(projects, 'elsewhere')]
  spawnSync('mkfifo', [odd[0] ?? ''])
  symlinkSync('/nonexistent/x.jsonl', odd[1] ?? '')
  symlinkSync(elsewhere, odd[2] ?? '')
  symlinkSync(path.basename(mainFiles[0] ?? ''), beside('latest.jsonl'))
  const reasons = [
    'it is a pipe, a socket or a device',
    'it is a link without a target',
    `it is a link to ${elsewhere}, and links are not followed`,
  ]
  const listed = async (): Promise<readonly string[]> => (await watcher.engine.ask('problems.list', {})).rows.map(({ reason }) => reason)
  await until(async () => expect([...(await listed())].sort()).toEqual([...reasons].sort()))
  const folder = async () => (await watcher.engine.ask('watch.show', {})).folders[0]
  expect((await folder())?.files).toBe(1)
  // The store has them a moment before the watcher is notified.
  const told = new Map(odd.map((file, index) => [file, reasons[index]]))
  await until(async () => expect(new Map((await folder())?.problems.map(({ file, reason }) => [file, reason]))).toEqual(told))
  // Several looks at everything later they have been told of once.
  const scannedAt = (await folder())?.scannedAt ?? 0
  await until(async () => expect((await folder())?.scannedAt ?? 0).toBeGreaterThan(scannedAt + 600))
  expect(watcher.changes.flatMap(({ problem }) => problem ?? []).sort()).toEqual([...reasons].sort())
  for (const file of odd) rmSync(file)
  await until(async () => expect(await listed()).toEqual([]))
  await until(() => expect(watcher.folders()[0]?.problems).toEqual([]))
})

test('a file with other content in its place gives the chains of the new content', async () => {
  const [store, dir, whole] = [tempDir(), tempDir(), tempDir()]
  const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001'
  const { projects, mainFiles } = writeConversation(dir, conversation({ sessionId, seed: 'one' }).human('One').agent('1').human('more'))
  const watcher = await openWatcher(store)
  await watcher.engine.ask('watch.start', { paths: [projects] })
  await until(async () => expect(await recordsOf(watcher.engine, sessionId)).toBe(3))
  const other = conversation({ sessionId, seed: 'two' }).human('Two').agent('2')
  writeFileSync(`${mainFiles[0] ?? ''}.new`, `${other.lines().join('\n')}\n`)
  renameSync(`${mainFiles[0] ?? ''}.new`, mainFiles[0] ?? '')
  await until(async () => expect(await recordsOf(watcher.engine, sessionId)).toBe(2))
  await watcher.engine.close()
  await importInto(whole, [projects])
  expect(await chainsOf(store)).toEqual(await chainsOf(whole))
})

test('what is watched is remembered until watching is stopped', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'kept' }).human('Kept').agent('Yes.')
  const { projects } = writeConversation(dir, told)
  const first = await openWatcher(store)
  await first.engine.ask('watch.start', { paths: [projects] })
  await first.engine.close()
  const second = await openWatcher(store)
  await until(async () => expect(await recordsOf(second.engine, told.sessionId)).toBe(2))
  expect(await second.engine.ask('watch.stop', {})).toEqual({ folders: [] })
  await second.engine.close()
  const third = await openWatcher(store)
  expect(await third.engine.ask('watch.show', {})).toEqual({ folders: [] })
})

test('a file cannot be watched, only its folder', async () => {
  const { mainFiles } = writeConversation(tempDir(), conversation({ seed: 'file' }).human('Hi'))
  const { engine } = await openWatcher(tempDir())
  await expect(engine.ask('watch.start', { paths: [...mainFiles] })).rejects.toMatchObject({ code: 'path-refused' })
})

const cli = path.resolve('dist/node/cli.cjs')

interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<number | null>
}

const run = (command: string, ...args: readonly string[]): Running => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
  const text = { out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => (text.out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (text.err += piece.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, out: () => text.out, err: () => text.err, ended }
}

test('strata watch imports existing files, reports every change, and ends cleanly on Ctrl-C', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'cli' }).human('Watch me').agent('I do.')
  const { projects, mainFiles } = writeConversation(dir, told)
  const watching = run(process.execPath, cli, '--store', store, 'watch', projects)
  await until(() => expect(watching.out()).toMatch(/\+2 records, \+1 commit {2}Watch me {2}added /))
  await until(() => expect(watching.err()).toContain(`watching ${projects}`))
  grow(mainFiles[0], told, (more) => more.human('And now?').agent('Still.'))
  await until(() => expect(watching.out()).toMatch(/\+\d records?, \+\d commits? {2}Watch me {2}grown /))
  await until(() => expect(existsSync(path.join(store, 'search.db'))).toBe(true))
  watching.child.kill('SIGINT')
  expect(await watching.ended).toBe(0)
  expect(await chainsOf(store)).toMatchObject({ commits: [{}, {}] })
})

test('strata watch --json prints a JSON object a line', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, conversation({ seed: 'json' }).human('Hi').agent('Ho'))
  const watching = run(process.execPath, cli, '--store', store, '--json', 'watch', projects)
  await until(() => expect(watching.out().split('\n').length).toBeGreaterThan(2))
  watching.child.kill('SIGINT')
  expect(await watching.ended).toBe(0)
  const lines = watching.out().trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind).sort()).toEqual(['change', 'folder'])
})

/** Who is root may read everything, unless that right is given up. */
const withoutRights = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : ['env']
const canHide = process.platform !== 'win32' && spawnSync(withoutRights[0] ?? '', [...withoutRights.slice(1), 'true']).status === 0

test.skipIf(!canHide)('files in a folder that is unreadable for a while are not reported as missing, and continue afterwards', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const told = conversation({ seed: 'hidden' }).human('Am I here?').agent('You are.')
  const { projects, mainFiles } = writeConversation(dir, told)
  const folder = path.dirname(mainFiles[0] ?? '')
  const [first = '', ...others] = withoutRights
  const watching = run(first, ...others, process.execPath, cli, '--store', store, 'watch', projects)
  await until(() => expect(watching.out()).toContain('added'))
  chmodSync(folder, 0)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  chmodSync(folder, 0o755)
  grow(mainFiles[0], told, (more) => more.human('And now?').agent('Still.'))
  await until(() => expect(watching.out()).toContain('grown'))
  expect(watching.out()).not.toContain('removed')
  expect(watching.out().match(/added/g)).toHaveLength(1)
  watching.child.kill('SIGINT')
  expect(await watching.ended).toBe(0)
})

const lowLimit = 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"'
const canLimit = spawnSync('unshare', ['-Ur', 'sh', '-c', lowLimit, 'sh', 'true']).status === 0

test.skipIf(!canLimit)('with only three watches of the system, strata watch still follows all folders', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const tellings = ['a', 'b', 'c', 'd', 'e'].map((seed) => conversation({ seed, cwd: `/project/${seed}` }).human(`Say ${seed}`))
  const { projects, mainFiles } = writeConversation(dir, ...tellings)
  const watching = run('unshare', '-Ur', 'sh', '-c', lowLimit, 'sh', process.execPath, cli, '--store', store, 'watch', projects)
  await until(() => expect(watching.err()).toContain('the limit of file watches is reached'))
  await until(() => expect(watching.out()).toContain('Say e'))
  mkdirSync(path.join(projects, '-project-f'))
  const later = conversation({ seed: 'f', cwd: '/project/f' }).human('Say f')
  writeConversation(dir, later)
  await until(() => expect(watching.out()).toContain('Say f'))
  grow(mainFiles[4], tellings[4] ?? later, (more) => more.agent('e'))
  await until(() => expect(watching.out()).toContain('grown'))
  expect(readFileSync('/proc/sys/user/max_inotify_watches', 'utf8').trim()).not.toBe('3')
})
