/** The selected row of a long list: known by its id, moved by its place. */
import { useEffect, useRef } from 'react'
import type { RowSource } from './row-source.ts'

export interface Cursor {
  /** Place of the selected row; undefined: nothing selected, or not among the rows fetched so far. */
  readonly index: number | undefined
  readonly moveTo: (index: number) => void
}

export interface CursorOptions<Row, Extra> {
  readonly source: RowSource<Row, Extra>
  readonly version: number
  readonly idOf: (row: Row) => string
  readonly selectedId: string | undefined
  readonly onSelect: (row: Row) => void
  /** On arrival the first row is selected: the pane beside the list shows something. */
  readonly selectsFirst?: boolean
}

/** A row that is not there yet is fetched and selected when it arrives. */
export const useCursor = <Row, Extra>(options: CursorOptions<Row, Extra>): Cursor => {
  const { source, version, idOf, selectedId, onSelect, selectsFirst = false } = options
  const lastIndex = useRef<number | undefined>(undefined)
  const awaited = useRef<number | undefined>(undefined)
  const index = locate(options, lastIndex.current)
  useEffect(() => {
    lastIndex.current = index ?? lastIndex.current
  }, [index])
  const moveTo = (wanted: number): void => {
    const target = Math.max(0, Math.min(wanted, (source.total() ?? 0) - 1))
    const row = source.row(target)
    lastIndex.current = target
    awaited.current = row === undefined ? target : undefined
    if (row === undefined) source.need(target, target)
    else onSelect(row)
  }
  useEffect(() => {
    const row = awaited.current === undefined ? undefined : source.row(awaited.current)
    if (row === undefined || idOf(row) === selectedId) return
    awaited.current = undefined
    onSelect(row)
  }, [source, version, idOf, selectedId, onSelect])
  const first = selectsFirst && selectedId === undefined ? source.row(0) : undefined
  useEffect(() => {
    if (first !== undefined) onSelect(first)
  }, [first, onSelect])
  return { index, moveTo }
}

const locate = <Row, Extra>(options: CursorOptions<Row, Extra>, lastIndex: number | undefined): number | undefined => {
  const { source, idOf, selectedId } = options
  if (selectedId === undefined) return undefined
  const last = lastIndex === undefined ? undefined : source.row(lastIndex)
  if (last !== undefined && idOf(last) === selectedId) return lastIndex
  return source.findIndex((row) => idOf(row) === selectedId)
}

/** Where a key takes the cursor of a list. */
interface ListPlace {
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
