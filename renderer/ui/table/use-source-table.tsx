/** A table of rows that come in pages, with the one that is selected: what most lists are made of. */
import { useCallback, type ReactNode } from 'react'
import type { Column } from './table-head.tsx'
import { useCursor } from './use-cursor.ts'
import type { ShownRows } from './use-row-source.ts'
import { VirtualTable } from './virtual-table.tsx'

export interface SourceTableOptions<Row, Extra> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: ShownRows<Row, Extra>
  readonly idOf: (row: Row) => string
  readonly selectedId: string | undefined
  readonly onSelect: (row: Row) => void
  readonly onOpen?: (row: Row) => void
  /** Remembers the scroll place under this name. */
  readonly memory: string
  /** False: j, k and Enter belong to another list on the screen. */
  readonly isMain?: boolean
}

export interface SourceTable<Row> {
  readonly table: ReactNode
  readonly selected: Row | undefined
  /** Selects the row this many places further down. */
  readonly step: (by: number) => void
}

export const useSourceTable = <Row, Extra>(options: SourceTableOptions<Row, Extra>): SourceTable<Row> => {
  const { rows, idOf, selectedId, onSelect } = options
  const { source, version } = rows
  const cursor = useCursor({ source, version, idOf, selectedId, onSelect })
  const need = useCallback((first: number, last: number) => source.need(first, last), [source])
  const table = (
    <VirtualTable
      label={options.label}
      columns={options.columns}
      count={source.total() ?? 0}
      row={source.row}
      version={version}
      rowHeight={28}
      selected={cursor.index}
      onMove={cursor.moveTo}
      onOpen={options.onOpen}
      onRange={need}
      memory={options.memory}
      isMain={options.isMain ?? true}
    />
  )
  return {
    table,
    selected: cursor.index === undefined ? undefined : source.row(cursor.index),
    step: (by) => cursor.moveTo((cursor.index ?? 0) + by),
  }
}
