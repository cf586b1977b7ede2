/** Where changes are shown that fit at several places. */
import { expect, test } from 'vitest'
import { hunksOf } from '../../../app/diff/hunks.ts'

const linesOf = (text: string): readonly string[] => text.replace(/^\n/, '').replace(/\n$/, '').split('\n')

/** The changed lines with their signs. */
const changed = (before: string, after: string): readonly string[] =>
  hunksOf(linesOf(before), linesOf(after)).flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')))

const one = `
def one():
    return 1

`
const two = `
def two():
    return 2

`

test('a function that is added between two others is shown from its first line to the blank line after it', () => {
  const last = '\ndef last():\n    return 9'
  expect(changed(`${one.slice(1)}${last.slice(1)}`, `${one.slice(1)}${two.slice(1)}${last.slice(1)}`)).toEqual([
    '+def two():',
    '+    return 2',
    '+',
  ])
})

test('a function that is removed from the end of a file is shown with the blank line before it', () => {
  expect(changed('a()\n{\n  x\n}\n\nb()\n{\n  x\n}', 'a()\n{\n  x\n}')).toEqual(['-', '-b()', '-{', '-  x', '-}'])
})

test('a block that is added within a function is shown as a block, not from the middle of the one before', () => {
  const before = 'f() {\n  if (a) {\n    x()\n  }\n\n  return y\n}'
  const after = 'f() {\n  if (a) {\n    x()\n  }\n\n  if (b) {\n    x()\n  }\n\n  return y\n}'
  expect(changed(before, after)).toEqual(['+  if (b) {', '+    x()', '+  }', '+'])
})

test('one of many equal lines that is added is one change', () => {
  const blanks = Array.from({ length: 100_000 }, () => '')
  const hunks = hunksOf(['a', ...blanks, 'b'], ['a', ...blanks, '', 'b'])
  expect(hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith('+')))).toEqual(['+'])
})

test('changes that meet when they are moved are shown as one', () => {
  expect(hunksOf(['a', 'x', 'b', 'x', 'c'], ['a', 'x', 'y', 'x', 'b', 'x', 'c'])).toHaveLength(1)
  expect(changed('a\nx\nb', 'a\nx\nx\nB\nb')).toEqual(['+x', '+B'])
})
