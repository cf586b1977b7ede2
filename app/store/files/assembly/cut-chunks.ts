/**
 * Cuts content into chunks by a gear hash (events-v1, 4.3), in AssemblyScript: the rolling sum has 64 bits, which numbers in
 * JavaScript have not.
 */

/** First byte of the memory that the caller lays out: table of 256 constants (u32), ends of chunks (u32), content. */
export const free: usize = __heap_base

/** A chunk ends where the upper sixteen bits of the sum are zero. */
const smallest: u64 = 1 << 48

function gear(table: usize, byte: u32): u64 {
  return <u64>load<u32>(table + ((<usize>byte) << 2))
}

/**
 * Where a chunk ends: behind the first byte from `at` on at which the sum is small, else at `last`.
 * Two bytes are added to the sum in one go, and the sum between them is made beside it: what each waits for is half as long.
 */
function endOf(table: usize, at: usize, last: usize, before: u64): usize {
  let sum = before
  for (; at + 4 <= last; at += 4) {
    let first = gear(table, load<u8>(at))
    let second = gear(table, load<u8>(at, 1))
    let between = (sum << 1) + first
    sum = (sum << 2) + ((first << 1) + second)
    if (between < smallest) return at + 1
    if (sum < smallest) return at + 2
    first = gear(table, load<u8>(at, 2))
    second = gear(table, load<u8>(at, 3))
    between = (sum << 1) + first
    sum = (sum << 2) + ((first << 1) + second)
    if (between < smallest) return at + 3
    if (sum < smallest) return at + 4
  }
  while (at < last) {
    sum = (sum << 1) + gear(table, load<u8>(at++))
    if (sum < smallest) return at
  }
  return last
}

/**
 * @param table the 256 constants.
 * @param content first byte; @param length bytes of content.
 * @param fewest smallest chunk; @param most largest chunk, bytes.
 * @param ends where the ends of the chunks go, counted from the first byte.
 * @returns the number of chunks that end for certain: none starts where `most` bytes or fewer are left.
 */
export function cut(table: usize, content: usize, length: u32, fewest: u32, most: u32, ends: usize): u32 {
  let count: u32 = 0
  let start: u32 = 0
  while (length - start > most) {
    let sum: u64 = 0
    // The sum depends on the last 64 bytes only, and the constants are below 2^31: one more byte for the carry.
    const first = content + start + fewest - 1
    for (let at = first - 64; at < first; at++) sum = (sum << 1) + gear(table, load<u8>(at))
    start = <u32>(endOf(table, first, content + start + most, sum) - content)
    store<u32>(ends + ((<usize>count) << 2), start)
    count++
  }
  return count
}
