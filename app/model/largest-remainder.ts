/** Divides a whole number among weights so that the parts are whole and add up to it exactly. */

/** @param weights not negative; all 0: the first gets everything */
export const largestRemainder = (total: number, weights: readonly number[]): readonly number[] => {
  const sum = weights.reduce((so, weight) => so + weight, 0)
  if (weights.length === 0) return []
  if (sum <= 0) return weights.map((_, at) => (at === 0 ? total : 0))
  const exact = weights.map((weight) => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((so, part) => so + part, 0)
  const order = exact.map((value, at) => ({ at, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1
  return parts
}
