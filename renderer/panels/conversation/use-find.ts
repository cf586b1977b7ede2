/** Finding a text in a conversation: asks the engine as one types, and goes from match to match. */
import { useEffect, useMemo, useState } from 'react'
import type { FoundRow, RowFound } from '../../../app/contract/reader.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../../ui/calls/bridge.ts'
import { firstFrom, firstIn, inReadingOrder, matchAt } from './find-matches.ts'
import type { ConversationState } from './use-conversation.ts'

export interface FindState {
  readonly isOpen: boolean
  /** The text to find; '': none. */
  readonly text: string
  readonly matchCase: boolean
  /** Rows with matches, in reading order. */
  readonly rows: readonly FoundRow[]
  readonly total: number
  /** Number of the match that is shown, from 0; undefined: none yet. */
  readonly at: number | undefined
  readonly isAsking: boolean
  readonly failure: Failure | undefined
  /** Index of the row that is unfolded for its match. */
  readonly openIndex: number | undefined
  /** How many matches of that row are before the shown one. */
  readonly within: number
  /** Beginning of the place that is shown, where several are in one row. */
  readonly near: string | undefined
}

export interface Find extends FindState {
  readonly open: (text?: string) => void
  readonly close: () => void
  readonly setText: (text: string) => void
  readonly setMatchCase: (matchCase: boolean) => void
  /** The row of the next or previous match; undefined: there is none. */
  readonly step: (by: 1 | -1) => FoundRow | undefined
  /** The first match of a row is the one that is shown, once it is found. */
  readonly beginAt: (row: RowFound, near: string | undefined) => void
}

/** After the last key, before the engine is asked. */
const pauseMs = 120

interface Found {
  readonly key: string
  readonly rows: readonly FoundRow[]
  readonly total: number
  readonly failure: Failure | undefined
}

const nothing: Found = { key: '', rows: [], total: 0, failure: undefined }

/** The match that was stepped to. */
interface Place {
  readonly key: string
  readonly at: number
}

/** The row whose first match is shown until one is stepped to. */
interface Beginning {
  readonly key: string
  readonly row: RowFound
  readonly near: string | undefined
}

const shownMatch = (
  { key, total }: Found,
  rows: readonly FoundRow[],
  place: Place | undefined,
  begin: Beginning | undefined,
): { readonly at: number | undefined; readonly near: string | undefined } => {
  if (place?.key === key && total > 0) return { at: place.at, near: undefined }
  const at = begin?.key === key ? firstIn(rows, begin.row) : undefined
  return { at, near: at === undefined ? undefined : begin?.near }
}

/** @param isInOrAfterView whether a row is in view or after it: finding begins there */
export const useFind = (
  state: ConversationState,
  tip: string | undefined,
  isInOrAfterView: (chain: string, row: number) => boolean,
  textAtFirst?: string,
): Find => {
  const { outline, outlines, flat } = state
  const { sessionId, main } = outline
  const [isOpen, setOpen] = useState(textAtFirst !== undefined)
  const [text, setText] = useState(textAtFirst ?? '')
  const [matchCase, setMatchCase] = useState(false)
  const [found, setFound] = useState<Found>(nothing)
  const [place, setPlace] = useState<Place>()
  const [begin, setBegin] = useState<Beginning>()
  const sought = isOpen ? text : ''
  const key = sought === '' ? '' : JSON.stringify([sought, matchCase, main.tip])
  useEffect(() => {
    if (key === '') return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      ask('session.find', { sessionId, ...(tip === undefined ? {} : { tip }), text: sought, matchCase }).then(
        ({ rows, total }) => isCurrent && setFound({ key, rows, total, failure: undefined }),
        (thrown: unknown) => isCurrent && setFound({ ...nothing, key, failure: failureOf(thrown) }),
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, sessionId, tip, sought, matchCase])
  // What was found before stays marked until the new matches arrive.
  const shown = key === '' ? nothing : found
  const rows = useMemo(() => inReadingOrder(shown.rows, main.chain, outlines), [shown, main, outlines])
  const { at, near } = shownMatch(shown, rows, place, begin)
  const match = at === undefined ? undefined : matchAt(rows, at)
  const current = match === undefined ? undefined : rows[match.row]
  return {
    isOpen,
    text: sought,
    matchCase,
    rows,
    total: shown.total,
    at,
    isAsking: key !== '' && found.key !== key,
    failure: shown.failure,
    openIndex: current === undefined ? undefined : flat.indexOf(current.chain, current.row),
    within: match?.within ?? 0,
    near,
    beginAt: (row, near) => setBegin({ key, row, near }),
    open: (wanted) => {
      setOpen(true)
      if (wanted !== undefined) setText(wanted)
    },
    close: () => setOpen(false),
    setText,
    setMatchCase,
    step: (by) => {
      if (shown.total === 0) return undefined
      const first = (): number => firstFrom(rows, ({ chain, row }) => isInOrAfterView(chain, row))
      const next = at === undefined ? first() : (at + by + shown.total) % shown.total
      setPlace({ key: shown.key, at: next })
      return rows[matchAt(rows, next)?.row ?? -1]
    },
  }
}
