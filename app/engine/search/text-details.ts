/** What the tables have about texts: calls, failures, times. */
import { count, flag, instant, integer, optional, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import type { Piece } from './index/index-messages.ts'
import textDetails from './text-details.sql?raw'

export interface TextDetails {
  /** Of a call, and of the call that an output belongs to. */
  readonly toolName: string | null
  readonly filePath: string | null
  /** An error, or the output of a call that failed. */
  readonly isError: boolean
  readonly occurredAt: number | null
  /** Of its record. */
  readonly uuid: string | null
}

type Place = Pick<Piece, 'sourceId' | 'line' | 'block'>

const columns = {
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  toolName: optional(text('tool_name')),
  filePath: optional(text('file_path')),
  isError: flag('is_error'),
  occurredAt: optional(instant('occurred_at')),
  uuid: optional(text('uuid')),
} as const

const keyOf = ({ sourceId, line, block }: Place): string => JSON.stringify([sourceId, line, block])

/** Gives the details of these texts; undefined for a text that has gone. */
export const detailsOf = async ({ database }: Store, places: readonly Place[]): Promise<(place: Place) => TextDetails | undefined> => {
  const lines = [...new Map(places.map((place) => [JSON.stringify([place.sourceId, place.line]), place])).values()]
  if (lines.length === 0) return () => undefined
  const rows = await database.query(textDetails, columns, {
    sources: lines.map(({ sourceId }) => sourceId),
    lines: lines.map(({ line }) => String(line)),
  })
  const byPlace = new Map(rows.map((row) => [keyOf(row), row]))
  return (place) => byPlace.get(keyOf(place))
}
