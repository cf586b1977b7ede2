/** When a session is active: while at least one of its agents works. */

/** States of a lane in which its agent works, as the macro is_work in the index says; in the others a person is awaited, or nothing happens. */
const workStates: ReadonlySet<string> = new Set(['agent', 'thinking', 'tool', 'compaction'])

export const isWork = (state: string): boolean => workStates.has(state)

/** The definition of active time, for readers. */
export const activeMeaning =
  'Time in which at least one agent of the session worked: wrote, thought, ran a tool or was compacted. Time in which it waited for a person, or in which nothing happened, is not active; simultaneous agents count once.'

/** `active 1 h 12 min of 4 h 48 min`. */
export const activeWords = (active: string, length: string): string => `active ${active} of ${length}`

/** From and to, milliseconds since 1970. */
export type Stretch = readonly [number, number]

interface StateSpan {
  readonly state: string
  readonly startAt: number
  readonly endAt: number
}

interface StateLane {
  readonly chain: string
  readonly spans: readonly StateSpan[]
}

const workOf = (lanes: readonly StateLane[]): readonly Stretch[] =>
  lanes
    .flatMap(({ spans }) => spans.filter(({ state }) => isWork(state)).map(({ startAt, endAt }): Stretch => [startAt, endAt]))
    .sort(([a], [b]) => a - b)

/** Simultaneous stretches as one. @param stretches by their beginning */
const merged = (stretches: readonly Stretch[]): readonly Stretch[] => {
  const whole: Stretch[] = []
  for (const [from, to] of stretches) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last[1]) whole[whole.length - 1] = [last[0], Math.max(last[1], to)]
    else whole.push([from, to])
  }
  return whole
}

/** The parts of the stretches that are in none of `others`; both without overlaps and by their beginning. */
const without = (stretches: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] => {
  const left: Stretch[] = []
  let first = 0
  for (const [from, to] of stretches) {
    while ((others[first]?.[1] ?? Infinity) <= from) first += 1
    let begin = from
    for (let at = first; (others[at]?.[0] ?? Infinity) < to; at += 1) {
      const [otherFrom, otherTo] = others[at] as Stretch
      if (otherFrom > begin) left.push([begin, otherFrom])
      begin = Math.max(begin, otherTo)
    }
    if (begin < to) left.push([begin, to])
  }
  return left
}

/**
 * When the session is active. A main lane whose clock went back counts all its stretches, as its length does; sub-agents count where the
 * main lane does not work, simultaneous ones once.
 */
export const activeStretches = (lanes: readonly StateLane[]): readonly Stretch[] => {
  const main = workOf(lanes.filter(({ chain }) => chain === 'main'))
  const others = merged(workOf(lanes.filter(({ chain }) => chain !== 'main')))
  return [...main, ...without(others, merged(main))].sort(([a], [b]) => a - b)
}

/** Milliseconds of the stretches between two moments. */
export const activeTime = (stretches: readonly Stretch[], fromAt = -Infinity, toAt = Infinity): number =>
  stretches.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toAt) - Math.max(from, fromAt)), 0)
