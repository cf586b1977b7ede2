/**
 * Cuts content into chunks by a gear hash (events-v1, 4.3), in AssemblyScript: the rolling sum has 64 bits, which numbers in
 * JavaScript have not.
 */

/** First byte of the memory that the caller lays out: table of 256 constants (u32), ends of chunks (u32), content. */
export const free: usize = __heap_base

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
    let hash: u64 = 0
    // The hash depends on the last 64 bytes only, and the constants are below 2^31: one more byte for the carry.
    let at: u32 = start + fewest - 65
    const first = start + fewest - 1
    while (at < first) hash = (hash << 1) + <u64>load<u32>(table + ((<usize>load<u8>(content + at++)) << 2))
    const last = start + most
    while (at < last) {
      hash = (hash << 1) + <u64>load<u32>(table + ((<usize>load<u8>(content + at++)) << 2))
      if (hash >> 48 == 0) break
    }
    start = at
    store<u32>(ends + ((<usize>count) << 2), start)
    count++
  }
  return count
}
