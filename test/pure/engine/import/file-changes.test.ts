/** What differs between two looks at the same files. */
import { expect, test } from 'vitest'
import { changesBetween, type FileStamp } from '../../../../app/engine/import/file-changes.ts'

const stamp = (size: number, modifiedNs = '1', inode = '7', changedNs = '1'): FileStamp => ({
  size,
  modifiedNs,
  changedNs,
  inode,
  isFile: true,
})
const kindOf = (before: FileStamp | undefined, after: FileStamp | undefined): string | undefined => {
  const look = (one: FileStamp | undefined) => new Map(one === undefined ? [] : [['a', one]])
  return changesBetween(look(before), look(after))[0]?.kind
}

test('a new file is added, and a missing one is removed', () => {
  expect(kindOf(undefined, stamp(1))).toBe('added')
  expect(kindOf(stamp(1), undefined)).toBe('removed')
})

test('the same file with more bytes has grown; one with fewer, another one, or one written again is replaced', () => {
  expect(kindOf(stamp(1), stamp(2, '2'))).toBe('grown')
  expect(kindOf(stamp(2), stamp(1, '2'))).toBe('replaced')
  expect(kindOf(stamp(1, '1', '7'), stamp(2, '2', '8'))).toBe('replaced')
  expect(kindOf(stamp(1, '1'), stamp(1, '2'))).toBe('replaced')
  expect(kindOf(stamp(1, '1', '7', '1'), stamp(1, '1', '7', '2'))).toBe('replaced')
})

test('a file that looks the same has not changed, also when its number is not known from an earlier run', () => {
  expect(kindOf(stamp(1), stamp(1))).toBeUndefined()
  expect(kindOf({ ...stamp(1), inode: undefined, changedNs: undefined }, stamp(1))).toBeUndefined()
})
