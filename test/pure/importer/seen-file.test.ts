/** What is remembered of how a file looks, and what a later look says of it. */
import { expect, test } from 'vitest'
import { compareSeen, seenFile } from '../../../importer/seen-file.ts'

const second = 1_000_000_000n
const at = 1_700_000_000n * second + 5n
const seenAtMs = (laterMs: number): number => Number(at / 1_000_000n) + laterMs
const now = { changedNs: at, inode: 7n }

test('a file with the same attributes is unchanged; with another change time or number it has changed', () => {
  const seen = seenFile({ ctimeNs: at, ino: 7n }, seenAtMs(60_000))
  expect(compareSeen(seen, now)).toBe('same')
  expect(compareSeen(seen, { ...now, changedNs: at + 1n })).toBe('other')
  expect(compareSeen(seen, { ...now, inode: 8n })).toBe('other')
  expect(compareSeen({ ...seen, inode: '' }, { ...now, inode: 8n })).toBe('same')
  expect(compareSeen(undefined, now)).toBe('unknown')
})

test('a file that was read within a clock tick of its last change may have changed unseen', () => {
  for (const laterMs of [-20, 0, 20]) expect(compareSeen(seenFile({ ctimeNs: at, ino: 7n }, seenAtMs(laterMs)), now)).toBe('other')
  for (const laterMs of [-30, 30]) expect(compareSeen(seenFile({ ctimeNs: at, ino: 7n }, seenAtMs(laterMs)), now)).toBe('same')
})

test('on a file system with whole seconds, a tick is one second', () => {
  const whole = { ctimeNs: at - 5n, ino: 7n }
  expect(compareSeen(seenFile(whole, seenAtMs(2_000)), { ...now, changedNs: at - 5n })).toBe('other')
  expect(compareSeen(seenFile(whole, seenAtMs(3_000)), { ...now, changedNs: at - 5n })).toBe('same')
})
