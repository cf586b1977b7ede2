/** A lane with a mark for each cache break: why, how many tokens, what it cost and where it broke; a mark leads to the reply. */
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AnalyticsAnswer } from '../../../app/contract/analytics.ts'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { chartLayout } from './chart-layout.ts'
import { EventTip } from './event-tip.tsx'
import type { ReadPlace } from './event-place.ts'
import type { Words } from './event-words.ts'
import { toAxis, type TimeAxis } from './time-axis.ts'
import { tipBelow } from './tip-place.ts'
import type { ShownView } from './use-shown.ts'

/** More are on the board. */
const maxBreaks = 1000

type BreakRow = AnalyticsAnswer['rows'][number]

interface CacheBreak {
  readonly at: number
  readonly words: Words
  readonly place: ReadPlace | undefined
}

export interface CacheBreaksLaneProps {
  readonly timeline: TimelineView
  readonly axis: TimeAxis
  readonly view: ShownView
  readonly onRead: (place: ReadPlace) => void
}

const whereOf = (row: BreakRow): string =>
  row['lost_from'] === 'in the conversation'
    ? `lost from request ${String(Number(row['lost_after']) + 1)} on`
    : `lost: ${String(row['lost_from'])}`

const wordsOf = (row: BreakRow): Words => ({
  title: `Cache break: ${String(row['cause']).replaceAll('_', ' ')}`,
  text: `${formatCount(Number(row['lost_tokens']))} tokens lost${row['usd'] === null ? '' : `, ${formatUsd(Number(row['usd']))}`}`,
  detail: [
    whereOf(row),
    ...(row['gap_ms'] === null ? [] : [`${formatDuration(Number(row['gap_ms']))} after the request before`]),
    ...(row['evidence'] === null ? [] : [String(row['evidence'])]),
    ...(row['chain'] === 'main' ? [] : ['in a sub-agent']),
  ].join(' · '),
  isError: false,
})

const breaksOf = (rows: AnalyticsAnswer['rows'], { events, sources }: TimelineView): readonly CacheBreak[] => {
  const commits = new Map(
    events.map(({ source, line, commitId }) => [recordPlaceKey({ sourceId: sources[source] ?? '', line }), commitId] as const),
  )
  return rows
    .filter((row) => row['occurred_at'] !== null)
    .map((row) => {
      const record = recordPlaceKey({ sourceId: String(row['source_id']), line: Number(row['line']) })
      const commitId = commits.get(record) ?? undefined
      return { at: Number(row['occurred_at']), words: wordsOf(row), place: commitId === undefined ? undefined : { commitId, record } }
    })
    .sort((a, b) => a.at - b.at)
}

const noBreaks: readonly CacheBreak[] = []

/** Always there, so that the chart below stays where it is when the breaks come. */
export const CacheBreaksLane = ({ timeline, axis, view, onRead }: CacheBreaksLaneProps): ReactNode => {
  const { sessionId } = timeline
  const call = useQuery('analytics.ask', { name: 'cache-breaks', filters: { session: sessionId }, limit: maxBreaks }, sessionId)
  const rows = call.kind === 'done' ? call.value.rows : undefined
  const breaks = useMemo(() => (rows === undefined ? noBreaks : breaksOf(rows, timeline)), [rows, timeline])
  const frame = useRef<HTMLDivElement>(null)
  const box = useElementSize(frame)
  const [pointed, setPointed] = useState<CacheBreak>()
  const [current, setCurrent] = useState(0)
  const { plotLeft, plotWidth, gutter } = useMemo(() => chartLayout({ ...box, laneCount: 0, hasCurve: false }), [box])
  const { from, to } = view.shown
  const xOf = (at: number): number => plotLeft + ((toAxis(axis, at) - from) / (to - from)) * plotWidth
  const shown = breaks.filter(({ at }) => xOf(at) >= plotLeft - 1 && xOf(at) <= plotLeft + plotWidth + 1)
  const place = Math.min(current, Math.max(0, shown.length - 1))
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = place + step
    if (step === 0) return
    // These keys belong to the lane while it has the focus.
    event.preventDefault()
    event.stopPropagation()
    if (next < 0 || next >= shown.length) return
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={frame} className="cache-lane" role="toolbar" aria-label="Cache breaks" onKeyDown={press}>
      <span className="cache-lane-name" style={{ width: gutter }}>
        Cache breaks{' '}
        <span className="faint" title={call.kind === 'failed' ? call.failure.message : undefined}>
          {rows === undefined ? (call.kind === 'failed' ? 'n/a' : '…') : formatCount(shown.length)}
        </span>
      </span>
      {shown.map((one, nth) => (
        <button
          key={`${one.at} ${nth}`}
          type="button"
          className="cache-lane-mark"
          style={{ left: xOf(one.at) }}
          tabIndex={nth === place ? 0 : -1}
          aria-label={`${one.words.title}, ${one.words.text}, ${one.words.detail}`}
          onPointerEnter={() => setPointed(one)}
          onPointerLeave={() => setPointed(undefined)}
          onFocus={() => {
            setCurrent(nth)
            setPointed(one)
          }}
          onBlur={() => setPointed(undefined)}
          onClick={() => {
            if (one.place !== undefined) onRead(one.place)
          }}
        />
      ))}
      {pointed === undefined ? null : (
        <EventTip words={pointed.words} hint="Click or press Enter to read the reply" style={tipBelow(xOf(pointed.at), box)} />
      )}
    </div>
  )
}
