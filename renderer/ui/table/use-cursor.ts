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
}

/** A row that is not there yet is fetched and selected when it arrives. */
export const useCursor = <Row, Extra>(options: CursorOptions<Row, Extra>): Cursor => {
  const { source, version, idOf, selectedId, onSelect } = options
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
  return { index, moveTo }
}

const locate = <Row, Extra>(options: CursorOptions<Row, Extra>, lastIndex: number | undefined): number | undefined => {
  const { source, idOf, selectedId } = options
  if (selectedId === undefined) return undefined
  const last = lastIndex === undefined ? undefined : source.row(lastIndex)
  if (last !== undefined && idOf(last) === selectedId) return lastIndex
  return source.findIndex((row) => idOf(row) === selectedId)
}
