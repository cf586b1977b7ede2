/** Patches that the client recorded say what was written, with any call. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownFiles } from '../../../app/files/known-files.ts'
import { contentOf, proofOf, type KnownFile } from '../../../app/files/known-file.ts'
import { hunksIn, type Patch } from '../../../app/files/patch.ts'
import { linePatch } from '../../support/transcript/line-patch.ts'

const path = '/p/a.ts'

const patchOf = (hunks: unknown, hasTabs = false): Patch => {
  const found = hunksIn(hunks)
  if (found === undefined) throw new Error('a damaged patch')
  return { hunks: found, hasTabs }
}

const after = (content: string | undefined, from: string, to: string, patch: Patch): KnownFile => {
  const known = new KnownFiles()
  if (content !== undefined) known.take({ step: 'whole', path, content, by: 'read' }, 0)
  known.take({ step: 'edited', path, edits: [{ from, to, isEverywhere: false }], isModified: false, patch }, 1)
  return known.now(path) ?? { stretches: [], total: undefined }
}

test('where the client wrote other quotes than the call gave, those of the patch are known', () => {
  const patch = patchOf([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-say “a”', "+say “b” it's"] }])
  const file = after('one\nsay “a”\n', 'say “a”', `say "b" it's`, patch)
  expect([contentOf(file), proofOf(file)]).toEqual(["one\nsay “b” it's\n", 'computed'])
})

test('tabs that the patch shows as spaces stay tabs', () => {
  const patch = patchOf([{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' if x {', '-    f("a")', '+    f("b")', ' }'] }])
  expect(contentOf(after('if x {\n\t\tf("a")\n}\n', 'f("a")', 'f("b")', patch))).toBe('if x {\n\t\tf("b")\n}\n')
})

test('of a file that is not known, the lines of a patch are known as far as tabs allow', () => {
  const patch = patchOf([{ oldStart: 4, oldLines: 3, newStart: 4, newLines: 3, lines: [' if x {', '-  f(1)', '+  f(2)', ' }'] }])
  const file = after(undefined, '\tf(1)', '\tf(2)', patch)
  expect(file.stretches.flatMap(({ from, lines }) => lines.map((line, at) => [from + at, line]))).toEqual([
    [4, 'if x {'],
    [5, '\tf(2)'],
    [6, '}'],
  ])
})

test('a patch that does not fit what is known leaves only its own lines', () => {
  const patch = patchOf([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' other', '-b', '+c'] }])
  const file = after('a\nb\nz\n', 'b', 'c', patch)
  expect([contentOf(file), proofOf(file)]).toEqual([undefined, 'partial'])
})

test('a line feed at the end comes and goes with the mark for it', () => {
  const mark = '\\ No newline at end of file'
  const taken = patchOf([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' x', '-y', '+z', mark] }], true)
  expect(contentOf(after('x\ny\n', '?', '?', taken))).toBe('x\nz')
  const given = patchOf([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' x', '-y', mark, '+z'] }], true)
  expect(contentOf(after('x\ny', '?', '?', given))).toBe('x\nz\n')
})

test('a damaged patch is none', () => {
  for (const lines of [['x'], [' x', ' y'], [7], []])
    expect(hunksIn([{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }]), JSON.stringify(lines)).toBeUndefined()
  expect(hunksIn([])).toBeUndefined()
  expect(hunksIn('no list')).toBeUndefined()
})

test('a patch of any change gives the content after it', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', '\tc', 'd'), { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(text, text, (before, now) => {
      fc.pre(before !== now)
      const hunks = hunksIn(linePatch(before, now))
      fc.pre(hunks !== undefined)
      expect(contentOf(after(before, '?', '?', { hunks, hasTabs: true }))).toBe(now)
    }),
  )
})
