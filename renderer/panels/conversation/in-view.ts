/** The part of a conversation in view: its row of the main chain, its commit, its time. */
import { lastUpTo } from './flat-rows.ts'
import type { ConversationState } from './use-conversation.ts'

export interface InView {
  /** Row of the main chain: of a row of a sub-agent, that of the call that started it. */
  readonly row: number
  readonly commitId: string | undefined
  /** Milliseconds since 1970; undefined: no row in view has a time. */
  readonly from: number | undefined
  readonly to: number | undefined
}

type Read = Pick<ConversationState, 'flat' | 'outline' | 'outlines'>

/** The row of the main chain at or before an index of the list. */
const mainRow = ({ flat, outline }: Read, index: number): number => {
  for (let at = index; at >= 0; at -= 1) {
    const place = flat.at(at)
    if (place?.kind === 'row' && place.chain === outline.main.chain) return place.row
  }
  return 0
}

const commitAt = ({ flat, outlines }: Read, index: number): string | undefined => {
  const place = flat.at(index)
  if (place === undefined) return undefined
  const { chain, row } = place.kind === 'row' ? place : place.parent
  const commits = outlines.get(chain)?.commits ?? []
  return commits[lastUpTo(commits, row, (commit) => commit.row)]?.commitId
}

/** The first time among rows; the last one when it is looked for backwards. */
const timeAmong = (times: readonly (number | null)[], from: number, to: number, by: 1 | -1): number | undefined => {
  for (let row = by === 1 ? from : to; row >= from && row <= to; row += by) {
    const time = times[row]
    if (time !== null && time !== undefined) return time
  }
  return undefined
}

/** @param target index that was gone to: as long as it is in view, it is where the reader is, also when the end of the list keeps it from the top */
export const inView = (state: Read, { first, last }: { readonly first: number; readonly last: number }, target?: number): InView => {
  const at = target !== undefined && target >= first && target <= last ? target : first
  const from = mainRow(state, first)
  const to = mainRow(state, last)
  const { times } = state.outline
  return { row: mainRow(state, at), commitId: commitAt(state, at), from: timeAmong(times, from, to, 1), to: timeAmong(times, from, to, -1) }
}
