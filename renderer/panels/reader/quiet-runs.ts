/** Notes of the client after a turn, such as its duration, say little: neighbours are folded to one line. */
import type { ConversationItem } from '../../../app/contract/reader.ts'

const quietSubtypes: ReadonlySet<string> = new Set([
  'stop_hook_summary',
  'turn_duration',
  'away_summary',
  'bridge_status',
  'files_persisted',
])

const isQuiet = (item: ConversationItem | undefined): boolean =>
  item !== undefined && item.speaker === 'system' && item.subtype !== null && quietSubtypes.has(item.subtype)

export interface QuietRun {
  /** Index of its first item. */
  readonly first: number
  /** Its records by subtype, in order. */
  readonly kinds: readonly string[]
}

/** The run of quiet items that an item is in; undefined: it is none. Items that were not fetched end a run. */
export const quietRunAt = (index: number, row: (index: number) => ConversationItem | undefined): QuietRun | undefined => {
  if (!isQuiet(row(index))) return undefined
  let first = index
  while (first > 0 && isQuiet(row(first - 1))) first -= 1
  const kinds: string[] = []
  for (let at = first; isQuiet(row(at)); at += 1) kinds.push(row(at)?.subtype ?? '')
  return { first, kinds }
}
