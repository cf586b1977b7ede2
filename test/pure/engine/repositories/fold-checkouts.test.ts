/** Which folders count as checkouts of one repository, and which do not. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldCheckouts,
  placeKey,
  type EqualFiles,
  type Evidence,
  type NamedPair,
  type Place,
} from '../../../../app/engine/repositories/fold-checkouts.ts'
import { checkoutsNamedIn } from '../../../../app/engine/repositories/named-checkouts.ts'

const at = (path: string, filesystemId = 'fs'): Place => ({ filesystemId, path })

const equal = (one: string, other: string, file: string, more: Partial<EqualFiles> = {}): EqualFiles => ({
  one: at(`${one}/${file}`),
  other: at(`${other}/${file}`),
  isLong: true,
  isCarried: false,
  ...more,
})

const rootsOf = (folders: Readonly<Record<string, readonly string[]>>): Evidence['roots'] =>
  new Map(Object.entries(folders).map(([path, branches]) => [placeKey(at(path)), { place: at(path), branches: new Set(branches) }]))

const folded = (folders: Readonly<Record<string, readonly string[]>>, evidence: Partial<Evidence>): readonly string[] =>
  foldCheckouts({ roots: rootsOf(folders), equal: [], commits: [], named: [], settings: [], ...evidence }).repositories.map((places) =>
    places
      .map(({ path }) => path)
      .sort()
      .join(' '),
  )

const two = { '/w/app': ['main'], '/w/app-fix': ['fix/lamps'] }
const [app, fix] = ['/w/app', '/w/app-fix']
const sources = ['a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/deep/f.ts']

test('six long files with the same relative path and content join two folders, five do not', () => {
  expect(folded(two, { equal: sources.map((file) => equal(app, fix, file)) })).toEqual(['/w/app /w/app-fix'])
  expect(folded(two, { equal: sources.slice(1).map((file) => equal(app, fix, file)) })).toEqual([])
})

test('two changes of agents that were seen in the other folder join them, also of short files', () => {
  const carried = { isLong: false, isCarried: true }
  expect(folded(two, { equal: [equal(app, fix, 'a.ts', carried)] })).toEqual([])
  expect(folded(two, { equal: [equal(app, fix, 'a.ts', carried), equal(app, fix, 'b.ts', carried)] })).toEqual(['/w/app /w/app-fix'])
  expect(folded(two, { equal: [equal(app, fix, 'a.ts', carried), equal(app, fix, 'a.ts', carried)] })).toEqual(['/w/app /w/app-fix'])
})

test('a shared branch helps only beside a change that was carried over, and main is no evidence', () => {
  const branches = { '/w/app': ['main', 'fix/lamps'], '/w/app-fix': ['main', 'fix/lamps'] }
  const some = [equal(app, fix, 'a.ts', { isCarried: true }), equal(app, fix, 'b.ts')]
  expect(folded(branches, { equal: some })).toEqual(['/w/app /w/app-fix'])
  expect(folded({ '/w/app': ['main'], '/w/app-fix': ['main'] }, { equal: some })).toEqual([])
  expect(folded(branches, { equal: sources.slice(2).map((file) => equal(app, fix, file)) })).toEqual([])
})

test('files of a template do not join unrelated projects: licences, manifests, settings, short files', () => {
  const template = [
    ...['LICENSE', 'LICENSE.md', 'README.md', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
    ...[
      'vite.config.ts',
      'eslint.config.js',
      '.gitignore',
      '.github/workflows/ci.yml',
      '.claude/skills/review.md',
      'CLAUDE.md',
      'Makefile',
    ],
    ...['go.sum', 'yarn.lock', 'Cargo.toml', 'pkg/__init__.py'],
  ]
  const short = Array.from({ length: 30 }, (_, nth) => equal(app, fix, `src/index${nth}.ts`, { isLong: false }))
  const { repositories, links } = foldCheckouts({
    roots: rootsOf(two),
    equal: [...template.map((file) => equal(app, fix, file, { isCarried: true })), ...short],
    commits: [],
    named: [],
    settings: [],
  })
  expect([repositories, links]).toEqual([[], []])
})

test('equal files at other relative paths are no evidence', () => {
  const moved = sources.map((file) => ({ one: at(`${app}/old/${file}`), other: at(`${fix}/new/${file}`), isLong: true, isCarried: true }))
  expect(folded(two, { equal: moved })).toEqual([])
})

test('two parts of one repository are not folded, two worktrees in its folder are', () => {
  const parts = { '/w/mono': ['main'], '/w/mono/packages/a': ['main'], '/w/mono/packages/b': ['main'] }
  const copies = sources.map((file) => equal('/w/mono/packages/a', '/w/mono/packages/b', file, { isCarried: true }))
  expect(folded(parts, { equal: copies })).toEqual([])
  const trees = { '/w/app': ['main'], '/w/app/.worktrees/1': ['x'], '/w/app/.worktrees/2': ['y'] }
  const seen = [
    equal('/w/app', '/w/app/.worktrees/1', 'a.ts', { isCarried: true }),
    ...sources.map((file) => equal('/w/app/.worktrees/1', '/w/app/.worktrees/2', file)),
  ]
  expect(folded(trees, { equal: seen })).toEqual(['/w/app /w/app/.worktrees/1 /w/app/.worktrees/2'])
})

test('what git made is joined without files, and the same path on two machines is two folders', () => {
  const named: readonly NamedPair[] = [{ one: at(fix), other: at(app), how: 'worktree' }]
  expect(folded(two, { named })).toEqual(['/w/app /w/app-fix'])
  const { repositories } = foldCheckouts({
    roots: new Map([at(app), at(app, 'other')].map((place) => [placeKey(place), { place, branches: new Set(['main']) }])),
    equal: sources.map((file) => ({ one: at(`${app}/${file}`), other: at(`${app}/${file}`, 'other'), isLong: true, isCarried: false })),
    commits: [],
    named: [],
    settings: [],
  })
  expect(repositories).toEqual([[at(app), at(app, 'other')]])
})

test('a person joins what is doubtful and separates what was joined, also where others are in between', () => {
  const settings = (isSame: boolean) => [{ one: at(app), other: at(fix), isSame }]
  expect(folded(two, { settings: settings(true) })).toEqual(['/w/app /w/app-fix'])
  const all = sources.map((file) => equal(app, fix, file))
  expect(folded(two, { equal: all, settings: settings(false) })).toEqual([])
  const three = { ...two, '/w/third': ['main'] }
  const chain = [...sources.map((file) => equal(app, '/w/third', file)), ...sources.slice(0, 5).map((file) => equal('/w/third', fix, file))]
  const carried = [equal('/w/third', fix, 'z.ts', { isCarried: true }), equal('/w/third', fix, 'y.ts', { isCarried: true })]
  expect(folded(three, { equal: [...chain, ...carried] })).toEqual(['/w/app /w/app-fix /w/third'])
  const [one] = folded(three, { equal: [...chain, ...carried], settings: settings(false) })
  expect(one).not.toContain('/w/app /w/app-fix')
})

test('commands of git name their folders as a shell finds them', () => {
  const named = (command: string) => checkoutsNamedIn(command, '/w/app').map(({ folder, of, how }) => `${how} ${folder} of ${of}`)
  expect(named('git worktree add ../fix -b fix/lamps')).toEqual(['worktree /w/fix of /w/app'])
  expect(named('git fetch && git worktree add -b "a b" --track "../with space" origin/main')).toEqual(['worktree /w/with space of /w/app'])
  expect(named('cd /w/other && git worktree add wt')).toEqual(['worktree /w/other/wt of /w/other'])
  expect(named('git -C /w/lib worktree add /tmp/lib main')).toEqual(['worktree /tmp/lib of /w/lib'])
  expect(named('git clone --depth 1 git@host.org:us/app.git')).toEqual(['clone /w/app/app of host.org/us/app'])
  expect(named('git clone https://host.org/us/app /tmp/x')).toEqual(['clone /tmp/x of host.org/us/app'])
  expect(named('git clone /w/app ../copy')).toEqual(['clone /w/copy of /w/app'])
  expect(named('git worktree add "$DIR"; git worktree list; git clone "$URL"; echo git worktree add x')).toEqual([])
})

test('the order of the evidence changes neither the repositories nor their order, and neither do its directions', () => {
  const folders = { '/w/app': ['fix/a'], '/w/app-2': ['fix/a'], '/w/app-3': [], '/v/lib': [], '/v/lib-2': [] }
  const pairs = [
    ['/w/app', '/w/app-2'],
    ['/w/app-2', '/w/app-3'],
    ['/v/lib', '/v/lib-2'],
  ] as const
  const all = pairs.flatMap(([one, other]) => sources.map((file) => equal(one, other, file)))
  const fold = (files: readonly EqualFiles[]) =>
    foldCheckouts({ roots: rootsOf(folders), equal: files, commits: [], named: [], settings: [] })
  const right = fold(all)
  expect(right.repositories.map((places) => places.map(({ path }) => path))).toEqual([
    ['/v/lib', '/v/lib-2'],
    ['/w/app', '/w/app-2', '/w/app-3'],
  ])
  const anyOrder = fc.shuffledSubarray(all, { minLength: all.length })
  fc.assert(
    fc.property(anyOrder, fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }), (files, turned) => {
      const given = files.map((file, at) => (turned[at] === true ? { ...file, one: file.other, other: file.one } : file))
      expect(fold(given)).toEqual(right)
    }),
    { numRuns: 200 },
  )
})

const exchanged = { one: at(app), other: at(fix), commits: 2, isExchanged: true }

test('commits that were made in each folder and seen in the other join them, beside a file with an equal content', () => {
  expect(folded(two, { commits: [exchanged], equal: [equal(app, fix, 'a.ts')] })).toEqual(['/w/app /w/app-fix'])
  expect(folded(two, { commits: [exchanged] })).toEqual([])
  expect(folded(two, { commits: [exchanged], equal: [equal(app, fix, 'LICENSE')] })).toEqual([])
})

test('commits of one folder alone, as a template has them, leave two folders apart and are named as evidence', () => {
  const evidence: Evidence = {
    roots: rootsOf(two),
    equal: sources.slice(1).map((file) => equal(app, fix, file)),
    commits: [{ ...exchanged, commits: 40, isExchanged: false }],
    named: [],
    settings: [],
  }
  const { repositories, links } = foldCheckouts(evidence)
  expect(repositories).toEqual([])
  expect(links).toMatchObject([{ one: { path: app }, other: { path: fix }, commits: 40, isExchanged: false, isJoined: false }])
  const settings = [{ one: at(app), other: at(fix), isSame: true }]
  expect(foldCheckouts({ ...evidence, settings }).repositories).toHaveLength(1)
})
