/** Where the files of a checkout go, also those with hostile paths. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planPlaces, type PlaceRequest } from '../../../../app/engine/files/checkout/plan-places.ts'

const plan = (paths: readonly string[], more: Partial<PlaceRequest> = {}) =>
  planPlaces({ paths, cwd: '/p/harbour', platform: 'linux', ignoresCase: false, longest: 3000, ...more })

const files = (paths: readonly string[], more: Partial<PlaceRequest> = {}): readonly string[] =>
  plan(paths, more).places.map(({ segments }) => segments.join('/'))

const reasons = (paths: readonly string[], more: Partial<PlaceRequest> = {}): readonly string[] =>
  plan(paths, more).skipped.map(({ path, reason }) => `${path}: ${reason}`)

test('paths are written without the working directory when all are below it', () => {
  expect(files(['/p/harbour/a.ts', '/p/harbour/src/b.ts'])).toEqual(['a.ts', 'src/b.ts'])
  expect(plan(['/p/harbour/a.ts']).without).toBe('/p/harbour')
})

test('one path elsewhere, or an unknown working directory, and all are whole', () => {
  expect(files(['/p/harbour/a.ts', '/p/harbourage/b.ts'])).toEqual(['p/harbour/a.ts', 'p/harbourage/b.ts'])
  expect(files(['/p/harbour/a.ts'], { cwd: null })).toEqual(['p/harbour/a.ts'])
  expect(plan(['/p/harbour', '/p/harbour/a.ts']).without).toBe(null)
})

test('drives and shares are folders', () => {
  expect(files(['C:\\x\\y.ts', 'd:/z.ts', '\\\\server\\share\\a.ts'], { cwd: null })).toEqual(['C/x/y.ts', 'D/z.ts', 'server/share/a.ts'])
})

test('`..` leads nowhere above the folder', () => {
  expect(files(['/p/harbour/../../../../etc/passwd', '/../../x', '/a/./b//c'])).toEqual(['etc/passwd', 'x', 'a/b/c'])
  expect(files(['../other/a.ts', 'b.ts'])).toEqual(['p/other/a.ts', 'p/harbour/b.ts'])
  expect(reasons(['../a'], { cwd: null })).toEqual(['../a: not-absolute'])
})

test('characters that no name should have, and halves of characters, are refused', () => {
  const paths = ['/p/harbour/a\0b', '/p/harbour/\u001b[2J', '/p/harbour/x\ud800y', '/p/harbour/n\nl']
  expect(reasons(paths)).toEqual(paths.map((path) => `${path}: bad-character`))
  expect(files(['/p/harbour/Grüße 🚢.md', '/p/harbour/back\\slash'])).toEqual(['Grüße 🚢.md', 'back\\slash'])
})

test('what git runs is not written', () => {
  const git = [
    '.git/config',
    '.GIT/hooks/post-commit',
    'sub/.git',
    '.git ./x',
    'GIT~1/config',
    '.g\u200cit/config',
    '.git::$INDEX_ALLOCATION/x',
  ]
  expect(reasons(git.map((name) => `/p/harbour/${name}`))).toEqual(git.map((name) => `/p/harbour/${name}: reserved-name`))
  expect(files(['/p/harbour/.gitignore', '/p/harbour/.github/x.yml'])).toEqual(['.gitignore', '.github/x.yml'])
})

test('names of devices and characters of Windows are refused there', () => {
  const [reserved, characters] = [
    ['aux.c', 'CON', 'com1.txt', 'end.', 'end ', 'lpt9'],
    ['a:b', 'a?', 'x\\y'],
  ]
  const paths = [...reserved, ...characters].map((name) => `/p/harbour/${name}`)
  expect(reasons(paths, { platform: 'win32' })).toEqual([
    ...reserved.map((name) => `/p/harbour/${name}: reserved-name`),
    ...characters.map((name) => `/p/harbour/${name}: bad-character`),
  ])
  expect(reasons(paths)).toEqual([])
})

test('names and paths that are too long are refused', () => {
  const [long, longest] = ['x'.repeat(256), Array.from({ length: 40 }, () => 'ü'.repeat(40)).join('/')]
  expect(reasons([`/p/harbour/${long}`, `/p/harbour/${longest}`])).toEqual([
    `/p/harbour/${long}: too-long`,
    `/p/harbour/${longest}: too-long`,
  ])
})

test('two spellings of one path, and names that only differ in case where case does not count, are one place', () => {
  expect(reasons(['/p/harbour/a', '/p/harbour//a'])).toEqual(['/p/harbour//a: same-name'])
  const cases = ['/p/harbour/Read.me', '/p/harbour/READ.ME', '/p/harbour/e\u0301', '/p/harbour/\u00e9']
  expect(reasons(cases)).toEqual([])
  expect(reasons(cases, { ignoresCase: true })).toEqual(['/p/harbour/READ.ME: same-name', '/p/harbour/\u00e9: same-name'])
})

test('a file and a folder cannot have the same place', () => {
  expect(reasons(['/p/harbour/a', '/p/harbour/a/b'])).toEqual(['/p/harbour/a/b: file-and-folder'])
  expect(reasons(['/p/harbour/a/b', '/p/harbour/a'])).toEqual(['/p/harbour/a: file-and-folder'])
})

test('the manifest has its name for itself', () => {
  expect(reasons(['/p/harbour/manifest.json'])).toEqual(['/p/harbour/manifest.json: reserved-name'])
  expect(files(['/p/harbour/src/MANIFEST.json'])).toEqual(['src/MANIFEST.json'])
})

test('no path has a place outside of the folder, and no place is of two paths', () => {
  const part = fc.constantFrom('..', '.', '', 'a', 'b', 'C:', '\\\\s\\h', '~', '.git', '\0', 'con', '…')
  const path = fc
    .tuple(fc.constantFrom('/', '', 'C:\\', '\\\\s\\h\\'), fc.array(part, { maxLength: 6 }))
    .map(([root, parts]) => root + parts.join('/'))
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), fc.constantFrom<NodeJS.Platform>('linux', 'win32'), (paths, platform) => {
      const { places, skipped } = plan(paths, { platform, cwd: '/a' })
      expect(places.length + skipped.length).toBe(paths.length)
      const all = places.map(({ segments }) => segments.join('/'))
      expect(new Set(all).size).toBe(all.length)
      for (const { segments } of places) {
        expect(segments.length).toBeGreaterThan(0)
        for (const segment of segments) expect(segment === '' || segment === '.' || segment === '..' || segment.includes('/')).toBe(false)
      }
    }),
  )
})
