/** Chance that can be repeated: the same seed gives the same choices everywhere. */

export interface Random {
  /** A fraction, 0 included, 1 not. */
  fraction(): number
  /** A whole number below a limit; 0 when there is none below it. */
  below(limit: number): number
  /** One of several. @throws Error when there is none */
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: 32 bits of state are plenty for choosing where to damage a file. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    pick: (from) => {
      if (from.length === 0) throw new Error('there is nothing to choose from')
      return from[below(from.length)] as (typeof from)[number]
    },
  }
}
