/** The id of an event. */
import { createHash } from 'node:crypto'
import type { ThinkingType } from '../model/reasoning.ts'
import type { EventPlace } from './thinking-event.ts'

const length = 16

/** The same for the same record and type by rule, wherever the record is stored. */
export const eventId = (
  { recordUuid, sourceId, line, block }: EventPlace & { readonly recordUuid: string | null },
  byRule: ThinkingType,
): string =>
  `th-${createHash('sha256')
    .update(`${recordUuid ?? `${sourceId}:${String(line)}`}\n${String(block)}\n${byRule}`)
    .digest('hex')
    .slice(0, length)}`

/** Types that a person gave events, by their ids. */
export type CorrectedTypes = ReadonlyMap<string, ThinkingType>

export const noneCorrected: CorrectedTypes = new Map()
