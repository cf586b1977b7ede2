/** Where a key takes the cursor of a list. */

export interface ListPlace {
  readonly index: number | undefined
  readonly count: number
  /** Rows that fit on the screen. */
  readonly pageRows: number
}

/** The place after `chord`; undefined when the key means nothing to a list, or there is nowhere to go. */
export const listTarget = (chord: string, place: ListPlace): number | undefined => {
  const { index, count, pageRows } = place
  if (count === 0) return undefined
  const step = steps(pageRows)[chord]
  if (chord === 'Home') return 0
  if (chord === 'End') return count - 1
  if (step === undefined) return undefined
  if (index === undefined) return step > 0 ? 0 : count - 1
  return Math.max(0, Math.min(count - 1, index + step))
}

const steps = (pageRows: number): Readonly<Record<string, number>> => ({
  Down: 1,
  j: 1,
  Up: -1,
  k: -1,
  PageDown: Math.max(1, pageRows - 1),
  PageUp: -Math.max(1, pageRows - 1),
})
