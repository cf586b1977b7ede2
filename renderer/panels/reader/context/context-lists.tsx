/** The items of a context, and what is no longer in it, as lists of any length. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { GonePart, RequestPart, RequestView } from '../../../../app/contract/context.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { Empty } from '../../../ui/layout/async-states.tsx'
import { showNotice } from '../../../ui/layout/notice.ts'
import type { TableSort } from '../../../ui/table/table-head.tsx'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { goneColumns, partColumns } from './context-columns.tsx'
import { partSets, shownParts, type PartSet } from './context-rows.ts'
import type { PlacedPart } from './open-part.ts'

const rowHeight = 42

interface ListProps {
  readonly view: RequestView
  readonly onPart: (part: PlacedPart) => void
}

const open = (part: PlacedPart, onPart: ListProps['onPart']): void => {
  if (part.commitId === null) showNotice('No record contains this part of the request')
  else onPart(part)
}

const none: Readonly<Record<PartSet, string>> = {
  all: 'No record of this commit says what the request contained.',
  repeated: 'Nothing is in it more than once.',
  unreferred: 'Everything that can be judged is named again. At the last reply of a chain nothing is judged.',
}

export const PartList = ({ view, onPart }: ListProps): ReactNode => {
  const [set, setSet] = useState<PartSet>('all')
  const [sort, setSort] = useState<TableSort>({ by: 'tokens', descending: true })
  const rows = useMemo(() => shownParts(view.parts, set, sort), [view, set, sort])
  const left = view.all.items - view.parts.length
  return (
    <>
      <Segments label="Which items" chosen={set} choices={partSets(view)} onChoose={setSet} />
      {left === 0 ? null : (
        <p className="faint">
          The largest {formatCount(view.parts.length)}; {countOf(left, 'smaller item')} not listed.
        </p>
      )}
      {rows.length === 0 ? (
        <Empty title="No items">{none[set]}</Empty>
      ) : (
        <PartTable
          rows={rows}
          sort={sort}
          onSort={(by) => setSort({ by, descending: sort.by === by ? !sort.descending : by === 'tokens' })}
          onPart={onPart}
          memory={`context ${set}`}
        />
      )}
    </>
  )
}

interface PartTableProps {
  readonly rows: readonly RequestPart[]
  readonly sort: TableSort
  readonly onSort: (by: string) => void
  readonly onPart: (part: PlacedPart) => void
  readonly memory: string
}

const PartTable = ({ rows, sort, onSort, onPart, memory }: PartTableProps): ReactNode => {
  // The request of another reply may have another item at the same place.
  const [chosen, setChosen] = useState<RequestPart>()
  const selected = rows.findIndex(
    ({ place, sourceId, line }) => place === chosen?.place && sourceId === chosen.sourceId && line === chosen.line,
  )
  const columns = useMemo(
    () =>
      partColumns((part) => {
        setChosen(part)
        open(part, onPart)
      }),
    [onPart],
  )
  return (
    <VirtualTable
      label="Items of the context"
      columns={columns}
      count={rows.length}
      row={(index) => rows[index]}
      version={rows.length}
      rowHeight={rowHeight}
      selected={selected === -1 ? undefined : selected}
      onMove={(index) => setChosen(rows[index])}
      onOpen={(part) => open(part, onPart)}
      sort={sort}
      onSort={onSort}
      memory={memory}
      isMain={false}
    />
  )
}

export const GoneList = ({ view: { gone, allGone }, onPart }: ListProps): ReactNode => {
  const [chosen, setChosen] = useState<GonePart>()
  const selected = chosen === undefined ? -1 : gone.indexOf(chosen)
  const openGone = useCallback(
    (part: GonePart) => {
      if (part.commitId === null) showNotice('What a compaction replaced is counted by kind: read the commits before it')
      else onPart(part)
    },
    [onPart],
  )
  const columns = useMemo(() => goneColumns(openGone), [openGone])
  const left = allGone.reduce((so, { items }) => so + items, 0) - gone.reduce((so, { items }) => so + items, 0)
  return (
    <>
      {left === 0 ? null : <p className="faint">{countOf(left, 'smaller item')} not listed.</p>}
      <VirtualTable<GonePart>
        label="No longer in the context"
        columns={columns}
        count={gone.length}
        row={(index) => gone[index]}
        version={gone.length}
        rowHeight={rowHeight}
        selected={selected === -1 ? undefined : selected}
        onMove={(index) => setChosen(gone[index])}
        onOpen={openGone}
        memory="context gone"
        isMain={false}
      />
    </>
  )
}
