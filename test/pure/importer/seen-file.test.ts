/** What is remembered of how a file looks, and what a later look says of it. */
import { expect, test } from 'vitest'
import { compareSeen, seenFile } from '../../../importer/seen-file.ts'

const second = 1_000_000_000n
const at = 1_700_000_000n * second + 5n
const lookedAtMs = (laterMs: number): number => Number(at / 1_000_000n) + laterMs
const now = { changedNs: at, inode: 7n }

test('a file that looks as it did when it was read is the same; with another change time or number it is another', () => {
  const seen = seenFile({ ctimeNs: at, ino: 7n }, lookedAtMs(60_000))
  expect(compareSeen(seen, now)).toBe('same')
  expect(compareSeen(seen, { ...now, changedNs: at + 1n })).toBe('other')
  expect(compareSeen(seen, { ...now, inode: 8n })).toBe('other')
  expect(compareSeen({ ...seen, inode: '' }, { ...now, inode: 8n })).toBe('same')
  expect(compareSeen(undefined, now)).toBe('unknown')
})

test('of a file that was read within a tick of the clock after it was written, or before, a later look says nothing', () => {
  for (const laterMs of [-20, 0, 20]) expect(compareSeen(seenFile({ ctimeNs: at, ino: 7n }, lookedAtMs(laterMs)), now)).toBe('other')
  for (const laterMs of [-30, 30]) expect(compareSeen(seenFile({ ctimeNs: at, ino: 7n }, lookedAtMs(laterMs)), now)).toBe('same')
})

test('where a file system tells whole seconds only, a tick is as long as that', () => {
  const whole = { ctimeNs: at - 5n, ino: 7n }
  expect(compareSeen(seenFile(whole, lookedAtMs(2_000)), { ...now, changedNs: at - 5n })).toBe('other')
  expect(compareSeen(seenFile(whole, lookedAtMs(3_000)), { ...now, changedNs: at - 5n })).toBe('same')
})
