/** Files that are other files, or the same, though their size and their modification time are what they were. */
import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test, vi } from 'vitest'
import type { FollowedChange } from '../../../../app/contract/watch.ts'
import { openEngine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const written = () => {
  const dir = tempDir()
  const talk = conversation({ sessionId: 'talk', seed: 'kept times' })
    .human('what is one?')
    .agent('it is 1')
    .human('and two?')
    .agent('it is 2')
  const { projects, mainFiles } = writeConversation(dir, talk)
  return { store: path.join(dir, 'store'), projects, file: mainFiles[0] ?? '' }
}

const edited = (file: string): string => readFileSync(file, 'utf8').replace('it is 1', 'it is 7')

/** Another file beside it that has its times. */
const copyOf = (file: string): string => {
  const copy = path.join(tempDir(), 'copy')
  execFileSync('cp', ['-p', file, copy])
  return copy
}

const setTimesBack = (file: string, copy: string): void => {
  execFileSync('touch', ['-r', copy, file])
}

const editInPlace = (file: string): void => {
  const copy = copyOf(file)
  writeFileSync(file, edited(file))
  setTimesBack(file, copy)
}

const putInPlace = (file: string): void => {
  const copy = copyOf(file)
  const other = `${file}.new`
  writeFileSync(other, edited(file))
  setTimesBack(other, copy)
  renameSync(other, file)
}

const ways = [
  ['edited and given its time again', editInPlace],
  ['replaced by another of its time', putInPlace],
] as const

const looks = (file: string) => {
  const { size, mtimeNs } = lstatSync(file, { bigint: true })
  return { size, mtimeNs }
}

const problemsIn = (store: string) =>
  withEngine(store, async (engine) => (await engine.ask('problems.list', {})).rows.map(({ code, reason }) => [code, reason] as const))

/** What the store remembers of how files look. */
const seenIn = (store: string): unknown => JSON.parse(strata(store, 'sql', 'SELECT changed_ns, inode FROM seen_files', '--json').out)

const whatIsSeen = (file: string): unknown => {
  const { ctimeNs, ino } = lstatSync(file, { bigint: true })
  return [{ changed_ns: String(ctimeNs), inode: String(ino) }]
}

/** Until what is written now has another change time than what is written afterwards. */
const laterThanTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

const change = async (store: string, sql: string): Promise<void> => {
  const instance = await DuckDBInstance.create(path.join(store, 'index.duckdb'))
  const connection = await instance.connect()
  await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
}

const holdsWhatFilesHold = async (store: string, projects: string): Promise<void> => {
  const now = path.join(tempDir(), 'now')
  await importInto(now, [projects])
  expect(await tableDigests(store, ['artifacts'], 'now')).toEqual(await tableDigests(now, ['artifacts'], 'now'))
}

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

test.each(ways)('a file that was %s is read again, and its earlier content is kept', async (_, rewrite) => {
  const { store, projects, file } = written()
  const before = looks(file)
  await importInto(store, [projects])
  rewrite(file)
  expect(looks(file)).toEqual(before)
  expect(await importInto(store, [projects])).toMatchObject({ filesImported: 1, filesUnchanged: 0 })
  expect(await problemsIn(store)).toEqual([['rewritten-file', expect.stringContaining('1 of the 4 imported lines') as string]])
  await holdsWhatFilesHold(store, projects)
})

test.each(ways)('a file that was %s since it was imported counts as changed in a dry run', async (_, rewrite) => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  rewrite(file)
  for (const time of ['first', 'second'])
    expect([time, strata(store, 'import', projects, '--dry-run', '--json').out]).toEqual([
      time,
      expect.stringContaining('"filesImported": 1') as string,
    ])
})

test.each(ways)('a folder with a file that was %s is listed as having changes until it is imported', async (_, rewrite) => {
  const { store, projects, file } = written()
  await laterThanTick()
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const pending = async (): Promise<number | undefined> => (await engine.ask('roots.list', { paths: [projects] }))[0]?.pendingFiles
    expect(await pending()).toBe(0)
    rewrite(file)
    await laterThanTick()
    expect(await pending()).toBe(1)
    expect((await engine.ask('doctor.run', { paths: [projects] })).likelyCause).toMatch(/^1 file is new or changed/)
    await runJob(engine, 'import.start', { paths: [projects] })
    expect(await pending()).toBe(0)
  })
})

test.each<readonly [string, (file: string) => void]>([
  ['given another mode', (file) => chmodSync(file, 0o600)],
  ['linked to', (file) => linkSync(file, path.join(tempDir(), 'link'))],
  [
    'renamed and given its name again',
    (file) => {
      renameSync(file, `${file}.away`)
      renameSync(`${file}.away`, file)
    },
  ],
  ['replaced by a copy of it', (file) => renameSync(copyOf(file), file)],
])('a file that was %s is unchanged, and is compared once', async (_, touch) => {
  const { store, projects, file } = written()
  await laterThanTick()
  await importInto(store, [projects])
  expect(seenIn(store)).toEqual(whatIsSeen(file))
  const journal = readFileSync(path.join(store, 'journal.jsonl'))
  touch(file)
  expect(seenIn(store)).not.toEqual(whatIsSeen(file))
  await laterThanTick()
  expect(await importInto(store, [projects])).toMatchObject({ filesImported: 0, filesUnchanged: 1, newCommits: 0 })
  expect(seenIn(store)).toEqual(whatIsSeen(file))
  expect(readFileSync(path.join(store, 'journal.jsonl'))).toEqual(journal)
})

test('with a rebuilt index files count as unchanged, and are checked more closely from then on', async () => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  rmSync(path.join(store, 'index.duckdb'))
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(seenIn(store)).toEqual([])
  await laterThanTick()
  expect(await importInto(store, [projects])).toMatchObject({ filesUnchanged: 1 })
  expect(seenIn(store)).toEqual(whatIsSeen(file))
  editInPlace(file)
  expect(await importInto(store, [projects])).toMatchObject({ filesImported: 1 })
})

test('files whose numbers change each time are compared once', async () => {
  const { store, projects, file } = written()
  await laterThanTick()
  await importInto(store, [projects])
  await change(store, "UPDATE seen_files SET inode = '1'")
  const seen = [{ changed_ns: String(lstatSync(file, { bigint: true }).ctimeNs), inode: '' }]
  for (const time of ['first', 'second']) {
    expect([time, await importInto(store, [projects])]).toMatchObject([time, { filesUnchanged: 1 }])
    expect([time, seenIn(store)]).toEqual([time, seen])
  }
})

test('a file that was read while it was written is compared the next time', async () => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  // What is written within a tick of the clock has one time.
  await change(store, "UPDATE seen_files SET changed_ns = ''")
  await laterThanTick()
  expect(await importInto(store, [projects])).toMatchObject({ filesUnchanged: 1 })
  expect(seenIn(store)).toEqual(whatIsSeen(file))
})

test('with a rebuilt index a watched folder is checked more closely from the first check', async () => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  rmSync(path.join(store, 'index.duckdb'))
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  await laterThanTick()
  const before = whatIsSeen(file)
  await withEngine(store, async (engine) => {
    await engine.ask('watch.start', { paths: [projects], remember: false })
    await until(async () => expect((await engine.ask('watch.show', {})).folders).toMatchObject([{ state: 'watching' }]))
    editInPlace(file)
    await until(async () => expect((await engine.ask('problems.list', {})).rows.map(({ code }) => code)).toEqual(['rewritten-file']))
  })
  expect(seenIn(store)).not.toEqual(before)
  await holdsWhatFilesHold(store, projects)
})

test.each(ways)('watching imports a file that was %s, meanwhile and before, and does not report a changed mode', async (_, rewrite) => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  rewrite(file)
  const changes: FollowedChange[] = []
  const engine = await openEngine({
    storeDir: store,
    program: 'test',
    env: {},
    onSignal: (signal) => {
      if (signal.kind === 'followed') changes.push(signal.change)
    },
  })
  try {
    const holds = (text: string) =>
      until(async () =>
        expect(
          await engine.ask('sql.run', { sql: `SELECT count(*)::INTEGER AS n FROM events WHERE body = '${text}'`, queryId: text }),
        ).toMatchObject({ rows: [[1]] }),
      )
    await engine.ask('watch.start', { paths: [projects], remember: false })
    await holds('it is 7')
    const copy = copyOf(file)
    chmodSync(file, 0o600)
    await laterThanTick()
    writeFileSync(file, readFileSync(file, 'utf8').replace('it is 2', 'it is 9'))
    setTimesBack(file, copy)
    await holds('it is 9')
    expect(changes.flatMap(({ files }) => files.map(({ kind }) => kind))).toEqual(changes.map(() => 'replaced'))
    expect(changes.length).toBeLessThanOrEqual(3)
  } finally {
    await engine.close()
  }
  await holdsWhatFilesHold(store, projects)
})
