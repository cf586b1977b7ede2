/** A file of a repository is one file in all its checkouts, for its history and its blame. */
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { BlameView, FileHistoryView } from '../../../../app/contract/objects.ts'
import type { RepositoriesView } from '../../../../app/contract/repositories.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const [app, fix, other] = ['/w/app', '/w/app-fix', '/w/other']

const textOf = (name: string): string => Array.from({ length: 12 }, (_, at) => `const ${name}${at} = ${at}`).join('\n')
const lamps = textOf('lamp')
const lit = 'const lamp3 = 300 // the light of the harbour'
const doors = textOf('door')
const open = 'const door5 = 500 // it is open'
const licence = `The licence\n${textOf('permission')}`

/** An agent changes two files in the main checkout. */
const first = () =>
  conversation({ sessionId: 'first', seed: 'first', cwd: app, start: '2026-01-05T09:00:00Z' })
    .human('Light the lamps')
    .reads(`${app}/LICENSE`, licence)
    .reads(`${app}/src/lamps.ts`, lamps)
    .edits(`${app}/src/lamps.ts`, 'const lamp3 = 3', lit)
    .reads(`${app}/src/doors.ts`, doors)
    .edits(`${app}/src/doors.ts`, 'const door5 = 5', open)
    .agent('Lit.')

/** Another sees both in a worktree, and changes one. */
const second = () =>
  conversation({ sessionId: 'second', seed: 'second', cwd: fix, start: '2026-01-06T09:00:00Z' })
    .human('Count the lamps')
    .reads(`${fix}/src/lamps.ts`, lamps.replace('const lamp3 = 3', lit))
    .reads(`${fix}/src/doors.ts`, doors.replace('const door5 = 5', open))
    .edits(`${fix}/src/lamps.ts`, 'const lamp0 = 0', 'const lamp0 = 0\nconst count = 12 // all lamps')
    .agent('Counted.')

/** Of an unrelated project that began with the same template. */
const third = () =>
  conversation({ sessionId: 'third', seed: 'third', cwd: other, start: '2026-01-07T09:00:00Z' })
    .human('Look around')
    .reads(`${other}/LICENSE`, licence)
    .reads(`${other}/src/lamps.ts`, textOf('bulb'))
    .agent('Seen.')

let store = ''

beforeAll(async () => {
  const home = tempDir()
  store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, first(), second(), third()).projects])
})

const json = (...args: readonly string[]): unknown => JSON.parse(strata(store, ...args, '--json').out)
const blame = (...args: readonly string[]): BlameView => json('blame', ...args) as BlameView

const saidOf = ({ lines, origins }: BlameView, ...named: readonly string[]): readonly string[] =>
  lines
    .filter(({ text }) => named.includes(text))
    .map(({ text, origin }) => {
      const { source = '?', sessionId = '?', path: own = '?', checkout = null } = origin === null ? {} : (origins[origin] ?? {})
      return `${text}: ${source} ${sessionId} ${own} ${checkout ?? 'here'}`
    })

test('the blame of a file knows what agents wrote in other checkouts, and says where', () => {
  const view = blame(`${fix}/src/lamps.ts`)
  expect(saidOf(view, lit, 'const count = 12 // all lamps', 'const lamp7 = 7')).toEqual([
    `const count = 12 // all lamps: agent second ${fix}/src/lamps.ts here`,
    `${lit}: elsewhere first ${app}/src/lamps.ts ${app}`,
    `const lamp7 = 7: before first ${app}/src/lamps.ts ${app}`,
  ])
  expect(view.checkouts.map(({ own, others }) => [own, others])).toEqual([[fix, [{ path: `${app}/src/lamps.ts`, checkout: app }]]])
  const { out, err } = strata(store, 'blame', `${fix}/src/lamps.ts`)
  expect(out).toMatch(/ctx-\w+ {2}2026-01-05 \S+ {2}main@app {2}Light the lamps +\d+ {2}const lamp3 = 300/)
  expect(err).toContain(`Same repository as ${fix}: ${app} (2 files with equal content, 2 changes of agents seen in both)`)
})

test('what was written later in another checkout is not in the blame at an earlier commit', () => {
  expect(saidOf(blame(`${app}/src/lamps.ts`, '--at', 'first'), lit)).toEqual([`${lit}: agent first ${app}/src/lamps.ts here`])
  expect(saidOf(blame(`${app}/src/lamps.ts`), 'const count = 12 // all lamps')).toEqual([])
})

test('the history has the versions of all checkouts with the place of each, or of one alone', () => {
  const placesOf = (...args: readonly string[]) => [
    ...new Set((json('file', 'history', ...args) as FileHistoryView).versions.map((version) => version.path)),
  ]
  expect(placesOf(`${app}/src/lamps.ts`)).toEqual([`${fix}/src/lamps.ts`, `${app}/src/lamps.ts`])
  expect(placesOf(`${app}/src/lamps.ts`, '--this-checkout')).toEqual([`${app}/src/lamps.ts`])
  expect(strata(store, 'file', 'history', `${app}/src/lamps.ts`).out).toContain('CHECKOUT')
})

test('an ending that files of one repository have is no question of which; one of two projects is', () => {
  expect(blame('doors.ts').path).toBe(`${fix}/src/doors.ts`)
  expect(strata(store, 'blame', 'lamps.ts').err).toContain('is the end of 3 paths')
})

test('a licence that two projects share makes no repository of them', () => {
  const { repositories, links } = json('repository') as RepositoriesView
  expect(repositories).toEqual([{ checkouts: [app, fix] }])
  expect(links.some(({ one, other: two }) => one === other || two === other)).toBe(false)
  expect((json('file', 'history', `${other}/LICENSE`) as FileHistoryView).versions.map(({ sessionId }) => sessionId)).toEqual(['third'])
})

test('the ids of objects do not change when checkouts are joined', () => {
  const [own, copy] = [app, fix].map((folder) => (json('file', 'show', `${folder}/src/lamps.ts`) as { objectId: string }).objectId)
  expect(own).not.toBe(copy)
})

test('a person separates and joins checkouts, and that survives a reindex and a clone', () => {
  expect(strata(store, 'repository', 'separate', app, fix).out).toContain('are not one repository (set by a person')
  expect(saidOf(blame(`${fix}/src/lamps.ts`), lit)).toEqual([`${lit}: before second ${fix}/src/lamps.ts here`])
  strata(store, 'reindex')
  expect((json('repository') as RepositoriesView).repositories).toEqual([])
  const clone = path.join(tempDir(), 'clone')
  expect(strata(store, 'clone', store, clone).code).toBe(0)
  const list = JSON.parse(strata(clone, 'repository', '--json').out) as RepositoriesView
  expect([list.repositories, list.links.map(({ setting }) => setting)]).toEqual([[], ['separate']])
  strata(store, 'repository', 'reset', app, fix)
  expect((json('repository') as RepositoriesView).repositories).toEqual([{ checkouts: [app, fix] }])
  strata(store, 'repository', 'join', app, other)
  expect(saidOf(blame(`${fix}/src/lamps.ts`), lit)).toEqual([`${lit}: elsewhere first ${app}/src/lamps.ts ${app}`])
  expect((json('repository') as RepositoriesView).repositories).toEqual([{ checkouts: [app, fix, other] }])
  strata(store, 'repository', 'reset', other, app)
  expect((json('repository') as RepositoriesView).repositories).toEqual([{ checkouts: [app, fix] }])
  expect(strata(store, 'repository', 'join', app, app).err).toContain('Both folders are the same')
})

test('a worktree that a command made is a checkout of the repository, also where no file was seen in both', async () => {
  const own = path.join(tempDir(), 'store')
  const maker = conversation({ sessionId: 'maker', seed: 'maker', cwd: app, start: '2026-01-05T09:00:00Z' })
    .human('Make a worktree')
    .writes(`${app}/new.ts`, 'const own = 1\nconst two = 2\n')
    .runs('git worktree add ../app-wt -b lamps', "Preparing worktree (new branch 'lamps')")
    .reads('/w/app-wt/new.ts', 'const own = 1\nconst two = 2\nconst byHand = 3\n')
    .agent('Made.')
  await importInto(own, [writeConversation(tempDir(), maker).projects])
  const view = JSON.parse(strata(own, 'blame', '/w/app-wt/new.ts', '--json').out) as BlameView
  expect(saidOf(view, 'const own = 1', 'const byHand = 3').map((line) => line.split(' ').slice(4, 6).join(' '))).toEqual([
    'elsewhere maker',
    'before maker',
  ])
})

test('an ending that folders of one shape share says how to join them, until a person decides', () => {
  const { err, code } = strata(store, 'blame', 'lamps.ts')
  expect(code).not.toBe(0)
  expect(err).toMatch(
    /If \S+ and \S+ are checkouts of one repository: strata repository join \/w\/(?:app|app-fix|other) \/w\/(?:app|app-fix|other)/,
  )
  for (const folder of [app, fix]) strata(store, 'repository', 'separate', folder, other)
  const decided = strata(store, 'blame', 'lamps.ts')
  expect([decided.code !== 0, decided.err.includes('repository join')]).toEqual([true, false])
  for (const folder of [app, fix]) strata(store, 'repository', 'reset', folder, other)
})

test('commits of Git that were made in each of two folders and seen in the other join them; those of a template do not', async () => {
  const [pier, copy, born] = ['/v/pier', '/v/pier-copy', '/v/born']
  const shared = textOf('shared')
  const session = (name: string, cwd: string, day: number, turns: readonly (readonly [command: string, output: string])[]) => {
    const talk = conversation({ sessionId: name, seed: name, cwd, start: `2026-02-0${day}T09:00:00Z` }).human('Go on')
    for (const [command, output] of turns) talk.runs(command, output)
    return talk.reads(`${cwd}/src/shared.ts`, shared).agent('Done.')
  }
  const home = tempDir()
  const own = path.join(home, 'store')
  const talks = [
    session('pier-1', pier, 1, [['git commit -m Lamps', '[main 1a2b3c4] Lamps']]),
    session('copy-1', copy, 2, [
      ['git log --oneline -2', '1a2b3c4 Lamps\n0a1b2c3 Begin'],
      ['git commit -m Doors', '[main 2b3c4d5] Doors'],
    ]),
    session('pier-2', pier, 3, [['git pull && git log --oneline -2', '2b3c4d5 Doors\n1a2b3c4 Lamps']]),
    session('born-1', born, 4, [
      ['git log --oneline -2', '1a2b3c4 Lamps\n0a1b2c3 Begin'],
      ['git commit -m Other', '[main 5e6f7a8] Other'],
    ]),
  ]
  await importInto(own, [writeConversation(home, ...talks).projects])
  const { repositories, links } = JSON.parse(strata(own, 'repository', '--json').out) as RepositoriesView
  expect(repositories).toEqual([{ checkouts: [pier, copy] }])
  const found = links.map(({ one, other, commits, isExchanged, isJoined }) => [one, other, commits, isExchanged, isJoined])
  expect(found).toContainEqual([pier, copy, 2, true, true])
  expect(found).toContainEqual([born, pier, 1, false, false])
  expect(strata(own, 'repository').out).toContain('2 commits of Git in both, made in each')
})
