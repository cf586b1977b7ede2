/** How fine the main chain is cut: a commit for every reply, for every turn, or for several turns. */
import { z } from 'zod'

export const maxTurns = 1000

/** `response`: after every reply, on every chain. A number: the maximum number of turns in a commit; 1 is usual. */
export const granularity = z.union([z.literal('response'), z.number().int().min(1).max(maxTurns)])
export type Granularity = z.infer<typeof granularity>

export const defaultGranularity: Granularity = 1

/** `response`, `turn`, or a number of turns; undefined for any other text. */
export const readGranularity = (text: string): Granularity | undefined => {
  if (text === 'turn') return defaultGranularity
  const { data } = granularity.safeParse(/^\d+$/.test(text) ? Number(text) : text)
  return data
}

/**
 * Where commits of a captured agent end. `response`: with each reply. `tool`: also with each tool result. A number: after this many turns.
 */
export const captureGranularity = z.union([granularity, z.literal('tool')])
export type CaptureGranularity = z.infer<typeof captureGranularity>

export const defaultCaptureGranularity: CaptureGranularity = 'response'

/** `response`, `tool`, `turn`, or a number of turns; undefined for any other text. */
export const readCaptureGranularity = (text: string): CaptureGranularity | undefined => (text === 'tool' ? text : readGranularity(text))
