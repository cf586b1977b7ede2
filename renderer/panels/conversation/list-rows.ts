/** The rows of a conversation's list: their names, and the data that is needed to draw them. */
import type { ReadingRow } from '../../../app/contract/reader.ts'
import type { FlatRow, FlatRows } from './flat-rows.ts'
import type { WantedRows } from './reading-pages.ts'
import type { ConversationState } from './use-conversation.ts'

/** A row keeps its name when others before it are unfolded. */
export const rowKey = (flat: FlatRows, index: number): string => {
  const row = flat.at(index)
  if (row === undefined) return String(index)
  return row.kind === 'row' ? `${row.row} ${row.chain}` : `end ${row.chain}`
}

/** The rows of each chain that are needed to draw a stretch of the list. */
export const wantedIn = (flat: FlatRows, first: number, last: number): readonly WantedRows[] => {
  const wanted: WantedRows[] = []
  const add = (chain: string, row: number): void => {
    const before = wanted.at(-1)
    if (before?.chain === chain && row >= before.first) wanted[wanted.length - 1] = { ...before, last: Math.max(before.last, row) }
    else wanted.push({ chain, first: row, last: row })
  }
  for (let index = first; index <= last; index += 1) {
    const place = flat.at(index)
    if (place?.kind === 'row') add(place.chain, place.row)
    if (place?.kind === 'end') add(place.parent.chain, place.parent.row)
  }
  return wanted
}

/** The loaded content of a row; for the end of a sub-agent, the row of its call. */
export const contentOf = ({ pages }: ConversationState, place: FlatRow | undefined): ReadingRow | undefined => {
  if (place === undefined) return undefined
  return place.kind === 'row' ? pages.row(place.chain, place.row) : pages.row(place.parent.chain, place.parent.row)
}
