/** How fine the main chain is cut: a commit for every reply, for every turn, or for several turns. */
import { z } from 'zod'

export const mostTurns = 1000

/** `response`: after every reply, on every chain. A number: a commit holds at most so many turns; 1 is usual. */
export const granularity = z.union([z.literal('response'), z.number().int().min(1).max(mostTurns)])
export type Granularity = z.infer<typeof granularity>

export const usualGranularity: Granularity = 1

/** `response`, `turn`, or a number of turns; undefined for any other text. */
export const readGranularity = (text: string): Granularity | undefined => {
  if (text === 'turn') return usualGranularity
  const { data } = granularity.safeParse(/^\d+$/.test(text) ? Number(text) : text)
  return data
}
