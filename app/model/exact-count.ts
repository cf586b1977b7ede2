/** Counts that may be larger than a JavaScript number can represent exactly. */

/** A non-negative integer: a number up to 2^53 − 1, beyond that its decimal digits as text. */
export type ExactCount = number | string

/** The largest count that a BIGINT column can contain. */
export const maxCount = 2n ** 63n - 1n

/** The count as a number where that is exact, else as text. */
export const exactCount = (value: bigint): ExactCount => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

/** The exact sum of two counts; it may exceed `maxCount`. */
export const addCounts = (a: ExactCount, b: ExactCount): ExactCount => {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b
  return exactCount(BigInt(a) + BigInt(b))
}

/** Negative, zero or positive: the order of two counts. */
export const compareCounts = (a: ExactCount, b: ExactCount): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [BigInt(a), BigInt(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
