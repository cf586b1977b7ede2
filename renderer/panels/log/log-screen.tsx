/** The log: commits as a list with the graph of their chains beside it. */
import { Eye, EyeOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { LogFilters } from '../../screens/log/address.ts'
import { openCommitMenu } from '../../ui/commands/commit-menu.ts'
import { useCommitCommands } from '../../ui/commands/commit-commands.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { EmptyList } from '../../ui/layout/unreadable.tsx'
import { useCursor } from '../../ui/table/use-cursor.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { useFilterRow } from '../../ui/forms/use-filter-row.tsx'
import { useRowSource, type ShownRows } from '../../ui/table/use-row-source.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { ChainChoice } from './chain-choice.tsx'
import { CompareStrip } from './compare-strip.tsx'
import { growingRail } from './rail-layout.ts'
import { logColumns } from './log-columns.tsx'
import { LogFilterRow } from './log-filters.tsx'
import { logQuery, logSource } from './log-source.ts'
import type { Folded, LogQuery } from './log-source.ts'
import { Button } from '../../ui/layout/button.tsx'
import { rowHeight } from './rail-cell.tsx'
import { lanesShown } from './rail-shapes.ts'
import './chain.css'

const hint = 'Filter by file, tool, kind of commit, author or day'

export interface LogScreenProps {
  /** Session whose chains are shown; undefined: every session. */
  readonly sessionId: string | undefined
  /** Ref or commit whose ancestors are shown; undefined: everything. */
  readonly of: string | undefined
  readonly text: string | undefined
  readonly filters: LogFilters
  readonly commit: string | undefined
  readonly onText: (text: string | undefined) => void
  readonly onFilters: (filters: LogFilters) => void
  readonly onOf: (of: string | undefined) => void
  readonly onCommit: (commit: CommitView) => void
}

export const LogScreen = (props: LogScreenProps): ReactNode => {
  const [showsQuiet, setShowsQuiet] = useState(false)
  const asked = JSON.stringify(logQuery(props.of ?? props.sessionId, props.text, props.filters, showsQuiet || !isUnfiltered(props)))
  const make = useCallback(() => logSource(JSON.parse(asked) as LogQuery), [asked])
  const rows = useRowSource(asked, make, props.sessionId)
  const total = rows.source.total()
  const [hasFilters, filtersButton] = useFilterRow('log', 'Log', hint, Object.keys(props.filters).length)
  return (
    <section className="screen" aria-label="Log">
      <div className="bar">
        <SearchField label="Filter commits by text" placeholder="Filter commits" text={props.text} onText={props.onText} />
        <ChainChoice sessionId={props.sessionId} of={props.of} onOf={props.onOf} />
        <span className="faint" role="status">
          {total === undefined ? '' : countOf(total, 'commit')}
        </span>
        <FoldedCommits
          folded={rows.source.extra()}
          isShown={showsQuiet}
          onShow={setShowsQuiet}
          selected={props.commit}
          isAlone={total === 0}
        />
        {filtersButton}
      </div>
      {hasFilters ? <LogFilterRow filters={props.filters} onFilters={props.onFilters} /> : null}
      <CompareStrip />
      <LogBody {...props} rows={rows} asked={asked} />
    </section>
  )
}

interface FoldedCommitsProps {
  readonly folded: Folded | undefined
  readonly isShown: boolean
  readonly onShow: (isShown: boolean) => void
  readonly selected: string | undefined
  /** There are no others. */
  readonly isAlone: boolean
}

/** Commits without a conversation are folded, unless one is selected, or the log has no other commits. */
const FoldedCommits = ({ folded, isShown, onShow, selected, isAlone }: FoldedCommitsProps): ReactNode => {
  const isWanted = folded !== undefined && folded.size > 0 && (isAlone || folded.has(selected ?? ''))
  useEffect(() => {
    if (isWanted) onShow(true)
  }, [isWanted, onShow])
  if (!isShown && (folded === undefined || folded.size === 0)) return null
  return (
    <Button
      label={isShown ? 'Fold commits without conversation' : `${countOf(folded?.size ?? 0, 'commit')} without conversation folded`}
      isSmall
      look="quiet"
      icon={isShown ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
      onPress={() => onShow(!isShown)}
    />
  )
}

const isUnfiltered = ({ text, filters }: LogScreenProps): boolean => text === undefined && Object.keys(filters).length === 0

type LogBodyProps = LogScreenProps & { readonly rows: ShownRows<CommitView, Folded>; readonly asked: string }

const LogBody = (props: LogBodyProps): ReactNode => {
  const { source, refresh } = props.rows
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading the log" />
  if (total > 0) return <LogTable {...props} total={total} />
  return isUnfiltered(props) ? (
    <EmptyList title="No commits" unreadable="No readable commits">
      Import transcripts first. Records without a conversation have no commits.
    </EmptyList>
  ) : (
    <Empty title="No matching commits">A commit matches if its summary or id contains every word and it matches all other filters.</Empty>
  )
}

const LogTable = (props: LogBodyProps & { readonly total: number }): ReactNode => {
  const { source, version } = props.rows
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(frame)
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const cursor = useCursor({ source, version, idOf, selectedId: props.commit, onSelect: props.onCommit, selectsFirst: true })
  useCommitCommands(cursor.index === undefined ? undefined : source.row(cursor.index))
  const isFiltered = !isUnfiltered(props)
  const isWholeSession = props.sessionId !== undefined && props.of === undefined
  const rail = useMemo(
    () =>
      growingRail(
        ({ branchOf, parentId }) =>
          !isFiltered && !(isWholeSession && branchOf === 'resume') && source.extra()?.has(parentId ?? '') !== true,
      ),

    [source, isFiltered, isWholeSession],
  )
  rail.extend(source.beginning())
  const need = useCallback(
    (first: number, last: number) => {
      source.need(first, last)
      setRange(([from, to]) =>
        first >= from && last <= to && last - first > (to - from) / 4 ? [from, to] : [first - margin, last + margin],
      )
    },
    [source],
  )
  const lanes = lanesShown(rail.width(range[0], range[1]))
  const known = rail.length() > range[1] ? 'all' : Math.max(range[0], rail.length())
  const columns = useMemo(
    () => logColumns({ rail, lanes, width, showsSession: props.sessionId === undefined }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as the graph grows into view its rows have to be drawn again
    [rail, lanes, width, props.sessionId, known],
  )
  return (
    <div ref={frame} className="screen">
      <VirtualTable
        label="Commits"
        columns={columns}
        count={props.total}
        row={source.row}
        version={version}
        rowHeight={rowHeight}
        selected={cursor.index}
        onMove={cursor.moveTo}
        onOpen={undefined}
        onRange={need}
        onMenu={openCommitMenu}
        memory={`log ${props.asked}`}
        rowClass={rowClass}
      />
    </div>
  )
}

/** Rows beyond those in view whose lanes count for the width of the graph. */
const margin = 60

const idOf = (commit: CommitView): string => commit.commitId

const rowClass = (commit: CommitView): string => `log-row is-${commit.commitType}`
