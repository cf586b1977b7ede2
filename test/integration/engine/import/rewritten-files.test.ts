/** Files that are cut back, emptied or rewritten after they were imported: what they held is told of, kept and given back. */
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const longTalk = (): Conversation =>
  conversation({ sessionId: 'talk', seed: 'rewritten' }).human('one').agent('1').human('two').runs('ls', 'a').agent('2').human('three')

const written = (talk = longTalk()) => {
  const dir = tempDir()
  const { projects } = writeConversation(dir, talk)
  return { store: path.join(dir, 'store'), projects, file: path.join(projects, ...talk.path.split('/')) }
}

/** The first lines of a file. */
const firstLines = (file: string, lines: number): string => `${readFileSync(file, 'utf8').split('\n').slice(0, lines).join('\n')}\n`

const problemsOf = async (engine: Engine): Promise<readonly (readonly [string, string])[]> =>
  (await engine.ask('problems.list', {})).rows.map(({ code, reason }) => [code, reason] as const)

const problemsIn = (store: string) => withEngine(store, problemsOf)

const restored = (store: string, name: string): string => {
  const to = path.join(tempDir(), 'restored')
  const { out, code } = strata(store, 'restore', name, '--to', to, '--json')
  expect([name, code]).toEqual([name, 0])
  const [file] = (JSON.parse(out) as { readonly files: readonly { readonly file: string }[] }).files
  return readFileSync(path.join(to, file?.file ?? ''), 'utf8')
}

const earlierName = (reason: string): string => /kept as (.+)$/.exec(reason)?.[1] ?? ''

test('the earlier content of a truncated file is reported, survives garbage collection, and is restored byte for byte', async () => {
  const { store, projects, file } = written()
  const before = readFileSync(file, 'utf8')
  await importInto(store, [projects])
  writeFileSync(file, firstLines(file, 2))
  await importInto(store, [projects])

  const [[code, reason] = ['', '']] = await problemsIn(store)
  expect([code, reason]).toEqual([
    'rewritten-file',
    expect.stringMatching(/^the file was rewritten: 5 of the 7 imported lines are no longer in it; the earlier content is kept as .*talk/),
  ])
  const tables = await tableDigests(store)
  expect(strata(store, 'gc', '--keep-days', '0', '--yes')).toMatchObject({ code: 0 })
  expect(restored(store, earlierName(reason))).toBe(before)
  expect(strata(store, 'verify')).toMatchObject({ code: 0 })
  rmSync(path.join(store, 'index.duckdb'))
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(await tableDigests(store, ['artifacts'])).toEqual({ ...tables, artifacts: undefined })
})

test('a session whose file was truncated has the current content of the file', async () => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  writeFileSync(file, firstLines(file, 2))
  await importInto(store, [projects])
  const now = path.join(tempDir(), 'now')
  await importInto(now, [projects])
  expect(await tableDigests(store, ['artifacts'], 'now')).toEqual(await tableDigests(now, ['artifacts'], 'now'))
})

test('every version of a file that is rewritten repeatedly is kept once, and none that is a prefix of another', async () => {
  const { store, projects, file } = written()
  const first = readFileSync(file, 'utf8')
  const others = ['x', 'y'].map((seed) => conversation({ sessionId: 'talk', seed }).human(seed).agent(seed).lines().join('\n'))
  await withEngine(store, async (engine) => {
    const become = async (content: string): Promise<readonly (readonly [string, string])[]> => {
      writeFileSync(file, content)
      await runJob(engine, 'import.start', { paths: [projects] })
      return problemsOf(engine)
    }
    expect(await become(first)).toEqual([])
    expect(await become(others[0] ?? '')).toHaveLength(1)
    expect(await become(others[1] ?? '')).toHaveLength(2)
    expect(await become(others[0] ?? '')).toHaveLength(2)
    const told = await become(`${others[1] ?? ''}\n`)
    expect(told.map(([code]) => code)).toEqual(['rewritten-file', 'rewritten-file'])
    expect(new Set(told.map(([, reason]) => earlierName(reason))).size).toBe(2)
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  const versions = (await problemsIn(store)).map(([, reason]) => restored(store, earlierName(reason)))
  expect(new Set(versions)).toEqual(new Set([first, others[0]]))
})

test('a file whose lines only changed their order has lost nothing', async () => {
  const { store, projects, file } = written()
  await importInto(store, [projects])
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, `${[...lines].reverse().join('\n\n')}\nmore\n`)
  await importInto(store, [projects])
  expect((await problemsIn(store)).map(([code]) => code)).toEqual(['malformed-json'])
})

test('a file that grows back to its earlier content is no longer reported', async () => {
  const { store, projects, file } = written()
  const whole = readFileSync(file, 'utf8')
  await importInto(store, [projects])
  truncateSync(file, 500)
  await importInto(store, [projects])
  expect((await problemsIn(store)).map(([code]) => code)).toContain('rewritten-file')
  writeFileSync(file, whole)
  await importInto(store, [projects])
  expect(await problemsIn(store)).toEqual([])
})

test('an emptied file is reported and changes nothing else', async () => {
  const { store, projects, file } = written()
  const whole = readFileSync(file, 'utf8')
  await importInto(store, [projects])
  const tables = await tableDigests(store)
  writeFileSync(file, '')
  for (const time of ['first', 'second']) {
    expect([time, strata(store, 'import', projects, '--quiet')]).toMatchObject([
      time,
      { code: 0, out: expect.stringContaining('1 problem') as string },
    ])
    expect(strata(store, 'doctor', projects).out).toContain('all transcripts are imported')
    expect(await problemsIn(store)).toEqual([
      ['emptied-file', `the file is empty; it had ${String(whole.length)} bytes when it was imported`],
    ])
    expect(await tableDigests(store, ['problems'])).toEqual({ ...tables, problems: undefined })
  }
  expect(restored(store, 'talk')).toBe(whole)
  writeFileSync(file, whole)
  await importInto(store, [projects])
  expect(await problemsIn(store)).toEqual([])
})

test('notes next to a session change without a report; their earlier content is kept', async () => {
  const { store, projects, file } = written(longTalk())
  const beside = file.replace('talk.jsonl', '11111111-1111-4111-8111-111111111111')
  const note = path.join(beside, 'tool-results', 'a.txt')
  await importInto(store, [projects])
  mkdirSync(path.dirname(note), { recursive: true })
  writeFileSync(note, 'the first output')
  await importInto(store, [projects])
  writeFileSync(note, 'another')
  await importInto(store, [projects])
  expect(await problemsIn(store)).toEqual([])
  const to = path.join(tempDir(), 'all')
  strata(store, 'restore', '--all', '--to', to)
  const { out } = strata(store, 'sql', "SELECT file FROM sources WHERE role = 'earlier'", '--csv')
  expect(readFileSync(path.join(to, out.trim().split('\n')[1] ?? ''), 'utf8')).toBe('the first output')
})

/** Two stores and a way to send the session from one to the other. */
const twoStores = () => {
  const { store, projects, file } = written()
  const other = path.join(tempDir(), 'other')
  const bundled = async (): Promise<string> => {
    const bundle = path.join(tempDir(), 'talk.bundle')
    await withEngine(store, (engine) => runJob(engine, 'bundle.create', { path: bundle, names: ['talk'] }))
    return bundle
  }
  const importBundle = (into: string, bundle: string) => withEngine(into, (engine) => runJob(engine, 'bundle.import', { path: bundle }))
  return { store, other, projects, file, bundled, importBundle }
}

test('a bundle includes earlier versions, and a store with the earlier version accepts the later one', async () => {
  const { store, other, projects, file, bundled, importBundle } = twoStores()
  const before = readFileSync(file, 'utf8')
  await importInto(store, [projects])
  await importBundle(other, await bundled())
  writeFileSync(file, before.split('\n').slice(1).join('\n'))
  await importInto(store, [projects])
  await importBundle(other, await bundled())
  const [[, reason] = ['', '']] = await problemsIn(other)
  expect(restored(other, earlierName(reason))).toBe(before)
  expect(await tableDigests(other, ['artifacts'])).toEqual(await tableDigests(store, ['artifacts']))
})

test('a truncated file that is complete again has its current content, and never returns to the truncated one', async () => {
  const { store, other, projects, file, bundled, importBundle } = twoStores()
  const whole = readFileSync(file, 'utf8')
  await importInto(store, [projects])
  writeFileSync(file, firstLines(file, 2))
  await importInto(store, [projects])
  const cutBack = await bundled()
  await importBundle(other, cutBack)
  writeFileSync(file, whole)
  await importInto(store, [projects])
  await importBundle(store, cutBack)
  expect(await problemsIn(store)).toEqual([])
  await importBundle(other, await bundled())
  expect(await problemsIn(other)).toEqual([])
  expect(await tableDigests(other, ['artifacts'])).toEqual(await tableDigests(store, ['artifacts']))
})

test('a line that was in a file twice and is there once now is missing once', async () => {
  const { store, projects, file } = written()
  const whole = readFileSync(file, 'utf8')
  const [first = ''] = whole.split('\n')
  writeFileSync(file, `${whole}${first}\n`)
  await importInto(store, [projects])
  writeFileSync(file, whole)
  await importInto(store, [projects])
  expect((await problemsIn(store))[0]?.[1]).toContain('1 of the 8 imported lines')
})

test('the first line of a sub-agent that was incomplete when it was imported is no loss when it is complete', async () => {
  const { store, projects } = written()
  const folder = path.join(projects, '-home-sam-src-lighthouse')
  const record = { type: 'user', sessionId: 'talk', agentId: 'a1b2c3d4', isSidechain: true, uuid: 'u1', parentUuid: null }
  const line = JSON.stringify({ ...record, message: { role: 'user', content: 'Count the files' }, timestamp: '2026-01-05T09:00:00.000Z' })
  const agent = path.join(folder, 'agent-a1b2c3d4.jsonl')
  writeFileSync(agent, line.slice(0, 12))
  await importInto(store, [projects])
  writeFileSync(agent, `${line}\n`)
  await importInto(store, [projects])
  expect(await problemsIn(store)).toEqual([])
  const now = path.join(tempDir(), 'now')
  await importInto(now, [projects])
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(now, ['artifacts']))
})

test('a watched file that is rewritten is reported immediately', async () => {
  const { store, projects, file } = written()
  await withEngine(store, async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    await engine.ask('watch.start', { paths: [projects], remember: false })
    await vi.waitFor(async () => expect((await engine.ask('watch.show', {})).folders).toMatchObject([{ state: 'watching' }]), 60_000)
    writeFileSync(file, firstLines(file, 3))
    await vi.waitFor(async () => expect((await problemsOf(engine))[0]?.[1]).toContain('4 of the 7 imported lines'), 20_000)
  })
})
