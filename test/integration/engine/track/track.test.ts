/** Trackers: files on disk that differ from what is known, deletions, and what was changed without a tracker. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { FileHistoryView, KnownFileView } from '../../../../app/contract/objects.ts'
import type { ListedObject, ObjectsPage } from '../../../../app/contract/session-state.ts'
import type { TrackCheck, TrackedFile } from '../../../../app/contract/track.ts'
import { conversation } from '../../../support/conversation.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'
import { changesOf, harbourTalk, look, lookTwice, makeHarbour, sessionId, start } from '../../../support/tracked-harbour.ts'

let [store, folder, outside, config] = ['', '', '', '']

const put = (name: string, text: string | Buffer): void => writeFileSync(path.join(folder, name), text)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const talk = () => harbourTalk({ folder, outside })

beforeEach(async () => {
  ;({ store, folder, outside, config } = await makeHarbour())
})
const stateOf = ({ files }: { readonly files: readonly TrackedFile[] }, name: string): string | undefined =>
  files.find((file) => file.path.endsWith(name))?.state

test('a file as it is known gives no version, one of which only a part is known gives its bytes, and later changes are versions', async () => {
  await withEngine(store, async (engine) => {
    const first = await look(engine)
    expect(changesOf(first)).toEqual(['seen part.ts'])
    expect(first.files.map(({ path: name, state }) => [path.basename(name), state]).sort()).toEqual([
      ['lights.ts', 'attached'],
      ['part.ts', 'attached'],
    ])
    expect(changesOf(await look(engine))).toEqual([])
    put('lights.ts', 'const on = 1\n')
    const [change] = (await lookTwice(engine)).changes
    expect(change).toMatchObject({ kind: 'changed', sourceHash: hashOf('const on = 1\n'), bytes: 13 })
    expect(changesOf(await look(engine))).toEqual([])
    // Written again without a difference.
    put('lights.ts', 'const on = 1\n')
    expect(changesOf(await lookTwice(engine))).toEqual([])
  })
})

test('trackers that are started look by themselves until they are stopped', async () => {
  await withEngine(store, async (engine) => {
    const sessions = [sessionId]
    const started = await engine.ask('track.start', { sessions })
    expect([started.kept, started.files.map(({ state }) => state)]).toEqual([[{ sessionId, problem: null }], ['attached', 'attached']])
    put('lights.ts', 'const on = 1\n')
    const versions = async () =>
      (await engine.ask('track.show', { sessions })).files.find(({ path: name }) => name.endsWith('lights.ts'))?.versions
    await expect.poll(versions, { timeout: 10_000 }).toBe(1)
    const stopped = await engine.ask('track.stop', { sessions })
    expect(stopped.kept).toEqual([])
    put('lights.ts', 'const on = 2\n')
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    expect(await versions()).toBe(1)
  })
})

test('a tracker that is stopped during its first look stays stopped', async () => {
  await withEngine(store, async (engine) => {
    const sessions = [sessionId]
    for (let times = 0; times < 20; times += 1) {
      const [, stopped] = await Promise.all([engine.ask('track.start', { sessions }), engine.ask('track.stop', { sessions })])
      expect(stopped.kept).toEqual([])
      expect((await engine.ask('track.show', { sessions })).kept).toEqual([])
    }
  })
})

test('a session that is removed is not tracked any more, and others are', async () => {
  const other = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b29'
  const near = path.join(folder, 'near.ts')
  writeFileSync(near, 'near\n')
  const talk2 = conversation({ sessionId: other, seed: 'near', cwd: folder, start }).human('Look').reads(near, 'near\n').agent('Seen.')
  await importInto(store, [writeConversation(tempDir(), talk2).projects])
  await withEngine(store, async (engine) => {
    await engine.ask('track.start', { sessions: [sessionId, other] })
    await runJob(engine, 'removal.start', { sessions: [sessionId], dryRun: false, force: true })
    const kept = async () => (await engine.ask('track.show', {})).kept
    await expect.poll(kept, { timeout: 10_000 }).toEqual([{ sessionId: other, problem: null }])
    put('near.ts', 'nearer\n')
    const versions = async () => (await engine.ask('track.show', { sessions: [other] })).files.map((file) => file.versions)
    await expect.poll(versions, { timeout: 10_000 }).toEqual([1])
  })
})

test('what the agent changed itself is no version of the tracker, and neither is a file that is replaced', async () => {
  const changed = talk().human('Off again').edits(path.join(folder, 'lights.ts'), 'true', 'false').agent('Off.')
  await withEngine(store, async (engine) => {
    await look(engine)
    put('lights.ts', 'const on = false\r\n')
    expect(changesOf(await look(engine))).toEqual([])
    writeConversation(config, changed)
    await runJob(engine, 'import.start', { paths: [path.join(config, 'projects')] })
    expect(changesOf(await look(engine))).toEqual([])
    // An editor removes a file and writes it again.
    rmSync(path.join(folder, 'lights.ts'))
    expect(changesOf(await look(engine))).toEqual([])
    put('lights.ts', 'const on = false\r\n')
    expect(changesOf(await lookTwice(engine))).toEqual([])
  })
})

test('what a tracker saw is how the file was, not what the agent knew', async () => {
  await withEngine(store, async (engine) => {
    await look(engine)
    put('lights.ts', '// by hand\nconst on = true\n')
    await lookTwice(engine)
    const shown = (reading: 'as-known' | 'as-was') => engine.ask('file.show', { path: 'lights.ts', reading })
    expect((await shown('as-known')).content).toBe('const on = true\n')
    expect((await shown('as-was')).content).toBe('// by hand\nconst on = true\n')
    const blame = await engine.ask('file.blame', { path: 'lights.ts' })
    expect(blame.lines.map(({ text, origin }) => [text, blame.origins[origin ?? -1]?.source, blame.origins[origin ?? -1]?.by])).toEqual([
      ['// by hand', 'outside', 'tracker'],
      ['const on = true', 'agent', 'edit'],
    ])
    const history = await engine.ask('file.history', { path: 'lights.ts' })
    expect(history.tracked.map(({ isThere, sourceHash }) => [isThere, sourceHash])).toEqual([
      [true, hashOf('// by hand\nconst on = true\n')],
    ])
  })
})

test('a later commit of another session sees what the tracker saw', async () => {
  await withEngine(store, async (engine) => {
    put('lights.ts', '// by hand\nconst on = true\n')
    await look(engine)
  })
  const later = conversation({ sessionId: 'later', seed: 'later', cwd: folder, start: new Date(Date.now() + 60_000).toISOString() })
    .human('Go on')
    .calls('Read', { file_path: path.join(folder, 'lights.ts'), limit: 1 })
    .result('last', '1→// by hand', {
      toolUseResult: {
        type: 'text',
        file: { filePath: path.join(folder, 'lights.ts'), content: '// by hand', numLines: 1, startLine: 1, totalLines: 3 },
      },
    })
    .agent('Seen.')
  await importInto(store, [writeConversation(tempDir(), later).projects])
  await withEngine(store, async (engine) => {
    const shown = await engine.ask('file.show', { path: 'lights.ts', at: 'later', reading: 'as-was' })
    expect([shown.content, shown.isThere]).toEqual(['// by hand\nconst on = true\n', true])
    expect(shown.ranges.at(-1)).toMatchObject({ to: 3, proof: 'observed', record: null })
  })
})

test('a deleted file gets a version without content, an unreachable folder none', async () => {
  await withEngine(store, async (engine) => {
    await look(engine)
    rmSync(path.join(folder, 'lights.ts'))
    expect(changesOf(await lookTwice(engine))).toEqual(['deleted lights.ts'])
    expect(changesOf(await look(engine))).toEqual([])
    put('lights.ts', 'back\n')
    expect(changesOf(await lookTwice(engine))).toEqual(['appeared lights.ts'])
    renameSync(folder, `${folder}-away`)
    const away = await look(engine)
    expect([changesOf(away), stateOf(away, 'part.ts')]).toEqual([[], 'orphaned'])
    renameSync(`${folder}-away`, folder)
    expect(stateOf(await look(engine), 'part.ts')).toBe('attached')
  })
})

test('what was changed without a tracker is found by the next tracker, which has resumed', async () => {
  await withEngine(store, async (engine) => {
    await look(engine)
    put('part.ts', 'one\ntwo\n')
    await lookTwice(engine)
  })
  put('part.ts', 'three\n')
  await withEngine(store, async (engine) => {
    expect(stateOf(await engine.ask('track.show', {}), 'part.ts')).toBe('orphaned')
    const resumed = await look(engine)
    expect([changesOf(resumed), stateOf(resumed, 'part.ts'), stateOf(resumed, 'lights.ts')]).toEqual([
      ['changed part.ts'],
      'resumed',
      'attached',
    ])
  })
})

test('files outside of the working directory are tracked on request only, and no link leads there', async () => {
  rmSync(path.join(folder, 'lights.ts'))
  writeFileSync(path.join(outside, 'secret.ts'), 'secret\n')
  symlinkSync(path.join(outside, 'secret.ts'), path.join(folder, 'lights.ts'))
  await withEngine(store, async (engine) => {
    const bound = await look(engine)
    expect(bound.files.find((file) => file.path.endsWith('lights.ts'))).toMatchObject({ state: 'orphaned', versions: 0 })
    expect(bound.files.some((file) => file.path.endsWith('far.ts'))).toBe(false)
  })
  await withEngine(store, async (engine) => {
    const all = await look(engine, { outside: true })
    expect(all.files.some((file) => file.path.endsWith('far.ts'))).toBe(true)
    expect(changesOf(all)).toContain('changed lights.ts')
  })
})

test('a reindex, a clone and a garbage collection keep what trackers saw, and a removed session takes it along', () => {
  put('lights.ts', 'seen by a tracker\n')
  const history = (at: string): FileHistoryView => JSON.parse(strata(at, 'file', 'history', 'lights.ts', '--json').out) as FileHistoryView
  expect(strata(store, 'track', sessionId.slice(0, 8), '--once').out).toMatch(/changed +.*lights\.ts/)
  const before = history(store).tracked
  expect(before.map(({ sourceHash }) => sourceHash)).toEqual([hashOf('seen by a tracker\n')])
  strata(store, 'reindex')
  expect(history(store).tracked).toEqual(before)
  expect(strata(store, 'gc', '--keep-days', '0', '--yes').code).toBe(0)
  const copy = path.join(tempDir(), 'copy')
  expect(strata(copy, 'clone', store, copy).code).toBe(0)
  for (const at of [store, copy]) {
    expect(history(at).tracked).toEqual(before)
    const { lines } = JSON.parse(strata(at, 'blame', 'lights.ts', '--json').out) as { lines: { text: string }[] }
    expect(lines.map(({ text }) => text)).toEqual(['seen by a tracker'])
  }
  expect(strata(copy, 'verify').code).toBe(0)
  strata(copy, 'remove', sessionId.slice(0, 8), '--yes')
  const rows = JSON.parse(strata(copy, 'sql', 'SELECT count(*)::INT AS n FROM tracked_files', '--json').out) as { n: number }[]
  expect(rows).toEqual([{ n: 0 }])
})

test('the command line imports what the agent did before it looks', () => {
  put('lights.ts', 'const on = false\r\n')
  writeConversation(config, talk().human('Off again').edits(path.join(folder, 'lights.ts'), 'true', 'false').agent('Off.'))
  const once = JSON.parse(strata(store, 'track', sessionId.slice(0, 8), '--once', '--json').out) as TrackCheck
  expect(changesOf(once)).toEqual(['seen part.ts'])
})

test('the command line lists states and changes', () => {
  put('lights.ts', 'seen\n')
  const once = JSON.parse(strata(store, 'track', sessionId.slice(0, 8), '--once', '--json').out) as TrackCheck
  expect(changesOf(once)).toEqual(['changed lights.ts', 'seen part.ts'])
  const { out } = strata(store, 'track', '--list')
  expect(out).toMatch(/^STATE +SESSION +VERSIONS +LAST +PATH\norphaned +7c1d0e66 +1 /)
  expect(strata(store, 'file', 'history', 'lights.ts').out).toMatch(/tracker +observed +7c1d0e66/)
  expect((JSON.parse(strata(store, 'file', 'show', 'lights.ts', '--json').out) as KnownFileView).content).toBe('const on = true\n')
  expect(existsSync(path.join(folder, 'lights.ts'))).toBe(true)
})

type Sized = Pick<ListedObject, 'id' | 'name' | 'chars' | 'aboutTokens' | 'versions'>

const sizeIn = ({ objects }: { readonly objects: readonly Sized[] }): Partial<Sized> => {
  const { id = '', chars = null, aboutTokens = null, versions = 0 } = objects.find(({ name }) => name.endsWith('lights.ts')) ?? {}
  return { id, chars, aboutTokens, versions }
}

const json = (...args: string[]): unknown => JSON.parse(strata(store, ...args, '--json').out)

const expectOneSize = (chars: number | null, aboutTokens: number | null): void => {
  const all = sizeIn(json('objects') as ObjectsPage)
  expect(all).toMatchObject({ chars, aboutTokens })
  expect(sizeIn(json('objects', '--session', sessionId) as ObjectsPage)).toEqual(all)
  expect(sizeIn(json('session', 'state', sessionId) as ObjectsPage)).toEqual(all)
  expect(json('objects', 'show', all.id ?? '')).toMatchObject({ chars, aboutTokens })
}

const longer = 'a longer content that no agent has seen\n'

test('a file that a tracker saw change has one size and one number of versions, wherever it is listed or shown', () => {
  put('lights.ts', longer)
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  expectOneSize(40, 15)
})

test('so has a file that the session used long before its end', () => {
  writeConversation(config, talk().human('Thanks').agent('Good.').human('Anything else?').agent('No.'))
  strata(store, 'import', path.join(config, 'projects'))
  put('lights.ts', longer)
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  expectOneSize(40, 15)
})

test('so has a file that another session used last, before the tracker looked', async () => {
  const near = path.join(folder, 'lights.ts')
  const later = conversation({ sessionId: 'later', seed: 'later', cwd: folder, start: new Date(Date.now() - 60_000).toISOString() })
    .human('Look')
    .reads(near, 'const on = true\n')
    .agent('Seen.')
  await importInto(store, [writeConversation(tempDir(), later).projects])
  put('lights.ts', longer)
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  const all = sizeIn(json('objects') as ObjectsPage)
  expect(all).toMatchObject({ chars: 40, aboutTokens: 15 })
  expect(sizeIn(json('session', 'state', sessionId) as ObjectsPage)).toMatchObject({ chars: 40, aboutTokens: 15 })
  expect(json('objects', 'show', all.id ?? '')).toMatchObject({ chars: 40, aboutTokens: 15 })
})

test('so it has at an earlier id of the last commit, when the session is cut in another way', async () => {
  put('lights.ts', longer)
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  await withEngine(store, async (engine) => {
    const { commitId } = await engine.ask('session.state', { at: sessionId })
    await runJob(engine, 'import.start', { paths: [path.join(config, 'projects')], granularity: 'response' })
    expect((await engine.ask('commit.show', { commitId })).commit.chain).toBe('replaced')
    expect(sizeIn(await engine.ask('session.state', { at: commitId }))).toMatchObject({ chars: 40, versions: 3 })
    expect(sizeIn(await engine.ask('session.state', { at: sessionId }))).toMatchObject({ chars: 40, versions: 3 })
  })
})

test('a sub-agent knows of a file what it saw itself, not what a tracker of its session saw', async () => {
  const withAgent = talk().subagent({ prompt: 'Look at the lights' }, (agent) =>
    agent.reads(path.join(folder, 'lights.ts'), 'const on = true\n').agent('They are on.'),
  )
  await importInto(store, [writeConversation(config, withAgent.agent('Good.')).projects])
  put('lights.ts', longer)
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: sessionId })
    const ofAgent = commits.find(({ chain }) => chain !== 'main')?.commitId ?? ''
    expect(sizeIn(await engine.ask('session.state', { at: ofAgent }))).toMatchObject({ chars: 16 })
    expect(sizeIn(await engine.ask('session.state', { at: sessionId }))).toMatchObject({ chars: 40 })
  })
})

test('a content that cannot be read has no size, and the other objects are listed', () => {
  const packs = path.join(store, 'packs')
  const sizes = () => new Map(readdirSync(packs).map((name) => [path.join(packs, name), statSync(path.join(packs, name)).size]))
  const before = sizes()
  put('lights.ts', longer.repeat(200))
  put('part.ts', 'one\n')
  strata(store, 'track', sessionId.slice(0, 8), '--once')
  for (const file of sizes().keys()) {
    const bytes = readFileSync(file)
    for (let at = (before.get(file) ?? 0) + 20; at < bytes.length; at += 5) bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)
    writeFileSync(file, bytes)
  }
  const objects = json('objects') as ObjectsPage
  expect(objects.objects.length).toBeGreaterThan(5)
  expect(sizeIn(objects)).toMatchObject({ chars: null, aboutTokens: null })
  expect(sizeIn(json('session', 'state', sessionId) as ObjectsPage)).toMatchObject({ chars: null })
})

test('a tracker that runs reports each change and ends with Ctrl-C', async () => {
  const { child, out, err, ended } = startStrata(store, ['track', sessionId.slice(0, 8)])
  await expect.poll(err, { timeout: 30_000 }).toContain('Tracking 2 files of 1 session')
  put('lights.ts', 'by hand\n')
  await expect.poll(out, { timeout: 30_000 }).toMatch(/7c1d0e66 +changed +.*lights\.ts\n/)
  rmSync(path.join(folder, 'lights.ts'))
  await expect.poll(out, { timeout: 30_000 }).toMatch(/deleted +.*lights\.ts\n/)
  // Another command sees who tracks.
  expect(strata(store, 'track', '--list').out).toMatch(/attached +7c1d0e66 +2 /)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  expect(strata(store, 'track', '--list').out).not.toContain('attached')
})
