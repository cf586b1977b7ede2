/** How many UTF-16 code units UTF-8 bytes are, and how many of them are wide letters, sixteen bytes at a time. */

export class Text {
  /** Wide letters of the text that was measured last: U+3000 to U+D7FF and U+E000 to U+FFFF, which begin with the bytes 0xe3 to 0xef. */
  static wide: u32 = 0
}

/** UTF-16 code units of UTF-8 bytes: one per character, two per character of four bytes. */
export function unitsOf(from: usize, to: usize): u32 {
  const v40 = i8x16.splat(<i8>0xc0),
    ve3 = i8x16.splat(<i8>0xe3),
    vf0 = i8x16.splat(<i8>0xf0)
  let wide: i32 = 0
  let units = <i32>(to - from)
  let at = from
  while (at + 16 <= to) {
    let rounds = min<usize>((to - at) >> 4, 255)
    let follow = i64x2.splat(0),
      three = i64x2.splat(0),
      four = i64x2.splat(0)
    while (rounds > 0) {
      const v = v128.load(at)
      // Bytes 0x80 to 0xbf are, as signed numbers, below -64.
      follow = i8x16.sub(follow, i8x16.lt_s(v, v40))
      three = i8x16.sub(three, i8x16.ge_u(v, ve3))
      four = i8x16.sub(four, i8x16.ge_u(v, vf0))
      at += 16
      rounds--
    }
    units += sumOf(four) - sumOf(follow)
    wide += sumOf(three) - sumOf(four)
  }
  while (at < to) {
    const c = load<u8>(at)
    if ((c & 0xc0) == 0x80) units--
    else if (c >= 0xf0) units++
    else if (c >= 0xe3) wide++
    at++
  }
  Text.wide = <u32>wide
  return <u32>units
}

function sumOf(bytes: v128): i32 {
  const pairs = i16x8.extadd_pairwise_i8x16_u(bytes)
  const fours = i32x4.extadd_pairwise_i16x8_u(pairs)
  return i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1) + i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3)
}
