/** The lines that two texts share at their ends. */

export interface SharedEnds {
  /** Lines at the beginning. */
  readonly head: number
  /** Lines at the end, without those at the beginning. */
  readonly tail: number
}

/** As many lines at the beginning as are shared, then as many at the end. */
export const sharedEnds = (before: readonly unknown[], after: readonly unknown[]): SharedEnds => {
  const most = Math.min(before.length, after.length)
  let [head, tail] = [0, 0]
  while (head < most && before[head] === after[head]) head += 1
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  return { head, tail }
}
