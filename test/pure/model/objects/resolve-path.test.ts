/** Paths of transcripts as files of file systems. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalPath } from '../../../../app/model/objects/file-path.ts'
import { resolvePath, type PathRule } from '../../../../app/model/objects/resolve-path.ts'

const here = { filesystemId: 'here', root: '/home/me/.claude/projects' }
const rule = (prefix: string, more: Partial<PathRule> = {}): PathRule => ({ of: 'here', prefix, ...more })
const resolved = (rules: readonly PathRule[], path: string, source = here): string | undefined => {
  const found = resolvePath(rules, source, path)
  return found && `${found.filesystemId} ${found.path}`
}

test('without a rule a path is on the file system of its transcript', () => {
  expect(resolved([], '/workspace/src/main.ts')).toBe('here /workspace/src/main.ts')
})

test('the longest prefix wins, in any order of the rules', () => {
  const rules = [rule('/', { filesystemId: 'all' }), rule('/srv/data', { filesystemId: 'data' }), rule('/srv', { filesystemId: 'work' })]
  for (const order of [rules, [...rules].reverse()]) {
    expect(resolved(order, '/srv/data/x')).toBe('data /srv/data/x')
    expect(resolved(order, '/srv/x')).toBe('work /srv/x')
    expect(resolved(order, '/etc/hosts')).toBe('all /etc/hosts')
  }
})

test('a prefix ends with a segment', () => {
  const rules = [rule('/workspace/', { filesystemId: 'mount' })]
  expect(resolved(rules, '/workspace2/a')).toBe('here /workspace2/a')
  expect(resolved(rules, '/workspace/a')).toBe('mount /workspace/a')
  expect(resolved(rules, '/workspace')).toBe('mount /workspace')
  expect(resolved(rules, '/workspace/')).toBe('mount /workspace')
  expect(resolved(rules, '/Workspace/a')).toBe('here /Workspace/a')
})

test('slashes at the end, double slashes and dots have no meaning; `..` is walked, and not above the root', () => {
  const rules = [rule('/workspace', { filesystemId: 'mount' })]
  expect(resolved(rules, '/workspace//src/./main.ts/')).toBe('mount /workspace/src/main.ts')
  expect(resolved(rules, '/workspace/../etc/passwd')).toBe('here /etc/passwd')
  expect(resolved(rules, '/tmp/../../workspace/a')).toBe('mount /workspace/a')
  expect(resolved([], '/a/..b/...')).toBe('here /a/..b/...')
})

test('a path of Windows has one spelling, with the case of its names kept', () => {
  for (const path of ['C:\\x\\y', 'c:/x/y', 'C:/x\\y/', 'c:\\x\\.\\z\\..\\y', '\\\\?\\C:\\x\\y']) expect(normalPath(path)).toBe('C:\\x\\y')
  expect(normalPath('c:\\X\\y')).toBe('C:\\X\\y')
  expect(normalPath('d:/')).toBe('D:\\')
  expect(normalPath('\\\\server\\share\\a/b')).toBe('\\\\server\\share\\a\\b')
  expect(normalPath('\\\\?\\UNC\\server\\share')).toBe('\\\\server\\share')
  expect(normalPath('\\\\server\\share\\..\\..\\a')).toBe('\\\\server\\share\\a')
  // A backslash is a character of a name elsewhere.
  expect(normalPath('/a\\b/c')).toBe('/a\\b/c')
  const rules = [rule('c:/work', { filesystemId: 'drive' }), rule('\\\\server\\share', { filesystemId: 'share' })]
  expect(resolved(rules, 'C:\\work\\a.ts')).toBe('drive C:\\work\\a.ts')
  expect(resolved(rules, 'C:\\workshop\\a.ts')).toBe('here C:\\workshop\\a.ts')
  expect(resolved(rules, '\\\\server\\share\\a')).toBe('share \\\\server\\share\\a')
})

test('a path that is not absolute names no file', () => {
  for (const path of ['', 'src/main.ts', './a', '../a', '~/a', 'C:', 'C:a', '\\a', '\\\\server', 'file:///a']) {
    expect(normalPath(path), path).toBeUndefined()
    expect(resolvePath([], here, path), path).toBeUndefined()
  }
})

test('a rule of another file system or folder does not apply; of equal prefixes that of the folder does', () => {
  const rules = [
    rule('/workspace', { of: 'there', filesystemId: 'theirs' }),
    rule('/workspace', { root: '/copies/box', filesystemId: 'box' }),
    rule('/workspace', { filesystemId: 'mount' }),
  ]
  for (const order of [rules, [...rules].reverse()]) {
    expect(resolved(order, '/workspace/a')).toBe('mount /workspace/a')
    expect(resolved(order, '/workspace/a', { ...here, root: '/copies/box' })).toBe('box /workspace/a')
    expect(resolved(order, '/workspace/a', { filesystemId: 'there', root: here.root })).toBe('theirs /workspace/a')
  }
})

test('a rule maps one prefix onto another, here or on another file system', () => {
  const worktree = rule('/home/me/repo-fix', { as: '/home/me/repo' })
  expect(resolved([worktree], '/home/me/repo-fix/a.ts')).toBe('here /home/me/repo/a.ts')
  expect(resolved([worktree, rule('/home/me/repo', { filesystemId: 'disk' })], '/home/me/repo-fix/a.ts')).toBe('disk /home/me/repo/a.ts')
  const mounted = rule('/workspace', { as: 'C:\\repo', filesystemId: 'host' })
  expect(resolved([mounted, rule('C:\\repo', { filesystemId: 'never' })], '/workspace/src/a.ts')).toBe('host C:\\repo\\src\\a.ts')
  expect(resolved([rule('/a', { as: '/' })], '/a/b')).toBe('here /b')
})

test('rules that lead to each other end', () => {
  expect(resolved([rule('/a', { as: '/b' }), rule('/b', { as: '/a' })], '/a/x')).toBe('here /a/x')
})

const segment = fc.constantFrom('a', 'b', 'ab', '..', '.', '', 'A', 'ü')
const anyPath = fc
  .tuple(fc.constantFrom('/', 'C:\\', 'c:/', '\\\\server\\share\\'), fc.array(segment, { maxLength: 6 }), fc.constantFrom('/', '\\'))
  .map(([root, segments, separator]) => `${root}${segments.join(root === '/' ? '/' : separator)}`)

test('a path in its one spelling keeps it', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const once = normalPath(path)
      expect(once).toBeDefined()
      expect(normalPath(once ?? '')).toBe(once)
      expect((once ?? '').split(/[\\/]/)).not.toContain('..')
    }),
  )
})

test('a resolved path does not depend on the order of the rules', () => {
  const anyRule = fc
    .record({ prefix: anyPath, filesystemId: fc.constantFrom('one', 'two') })
    .map(({ prefix, ...more }) => rule(prefix, more))
  const rules = fc.uniqueArray(anyRule, { maxLength: 5, selector: ({ prefix }) => normalPath(prefix) ?? '' })
  fc.assert(
    fc.property(rules, anyPath, (some, path) => {
      expect(resolved([...some].reverse(), path)).toBe(resolved(some, path))
    }),
  )
})
