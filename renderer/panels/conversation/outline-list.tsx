/** The outline beside a conversation: shows where the reader is, and leads to each prompt, compaction and branch. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Bot, GitBranch, Layers2, PencilLine, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatClockSeconds, formatInstant } from '../../../app/model/format/instant.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { sizesText } from '../reader/compaction-sizes.tsx'
import { byCost, type CommitCosts, type OutlineEntry, type PromptEntry } from './outline-entries.ts'
import { OutlineTotal, promptCostWords, promptUsd } from './outline-cost.tsx'

export interface OutlineListProps {
  readonly entries: readonly OutlineEntry[]
  /** Undefined until they are asked for. */
  readonly costs: CommitCosts | undefined
  /** Position of the entry that is in view. */
  readonly current: number | undefined
  readonly onPick: (entry: OutlineEntry) => void
}

const estimatedHeight = 46

export const OutlineList = memo(function OutlineList(props: OutlineListProps): ReactNode {
  const frame = useRef<HTMLElement>(null)
  const { height } = useElementSize(frame)
  const [order, setOrder] = useState<Order>('time')
  const { entries, current, costs } = props
  const shown: readonly OutlineEntry[] = useMemo(() => (order === 'cost' ? byCost(entries) : entries), [entries, order])
  const entry = current === undefined ? undefined : entries[current]
  const place = entry === undefined ? -1 : shown.indexOf(entry)
  const isPriced = costs !== undefined && costs.size > 0
  // A narrow window hides the outline beside the inspector. Entries without a height would be measured as empty.
  return (
    <nav ref={frame} className="outline" aria-label="Outline">
      {isPriced ? (
        <div className="outline-head">
          <Segments label="Order of the outline" chosen={order} choices={orders} onChoose={setOrder} />
        </div>
      ) : null}
      {height === 0 ? null : (
        <Entries
          key={order}
          entries={shown}
          current={place === -1 ? undefined : place}
          onPick={props.onPick}
          dearest={dearestOf(shown, order)}
        />
      )}
      {isPriced ? <OutlineTotal entries={entries} costs={costs} /> : null}
    </nav>
  )
})

type Order = 'time' | 'cost'

const orders = [
  ['time', 'By time'],
  ['cost', 'By cost'],
] as const

/** US dollars of the costliest prompt, which the bars are shares of; undefined: there are no bars. */
const dearestOf = (entries: readonly OutlineEntry[], order: Order): number | undefined => {
  const [first] = entries
  return order === 'cost' && first?.kind === 'prompt' ? first.cost?.usd : undefined
}

interface EntriesProps extends Pick<OutlineListProps, 'entries' | 'current' | 'onPick'> {
  readonly dearest: number | undefined
}

const Entries = ({ entries, current, onPick, dearest }: EntriesProps): ReactNode => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 8,
  })
  const isCostly = dearest !== undefined
  const began = useRef(current)
  useEffect(() => {
    // In order of cost the dearest prompts are what is looked for, until the reader moves.
    if (current === undefined || (isCostly && current === began.current)) return
    began.current = undefined
    virtual.scrollToIndex(current, { align: 'auto' })
    const box = scroller.current
    if (box?.contains(document.activeElement) === true) box.querySelector<HTMLElement>(`[data-index="${current}"] button`)?.focus()
  }, [current, virtual, isCostly])
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const entry = entries[Math.max(0, Math.min(entries.length - 1, (current ?? -1) + by))]
    if (entry !== undefined) onPick(entry)
  }
  return (
    <div ref={scroller} className="outline-scroll">
      {entries.length === 0 ? <p className="outline-empty">No prompts.</p> : null}
      <div className="conversation-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index]
          if (entry === undefined) return null
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="conversation-slot"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <button
                type="button"
                tabIndex={item.index === (current ?? 0) ? 0 : -1}
                onKeyDown={move}
                className={`outline-entry is-${entry.kind} ${item.index === current ? 'is-current' : ''}`}
                aria-current={item.index === current ? 'location' : undefined}
                onClick={() => onPick(entry)}
              >
                <EntryText entry={entry} isCurrent={item.index === current} dearest={dearest} />
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface EntryTextProps<E extends OutlineEntry> {
  readonly entry: E
  readonly isCurrent: boolean
  readonly dearest: number | undefined
}

const EntryText = ({ entry, ...rest }: EntryTextProps<OutlineEntry>): ReactNode => {
  switch (entry.kind) {
    case 'prompt':
      return <PromptText entry={entry} {...rest} />
    case 'compaction':
      return (
        <span className="outline-aside">
          <Layers2 size={12} aria-hidden="true" />
          {entry.isMicro ? 'Microcompaction' : `Compaction ${sizesText(entry)}`}
        </span>
      )
    case 'branch':
      return (
        <span className="outline-aside" title={entry.summary}>
          <GitBranch size={12} aria-hidden="true" /> Other branch, {countOf(entry.commits, 'commit')}
        </span>
      )
  }
}

const PromptText = ({ entry, isCurrent, dearest }: EntryTextProps<PromptEntry>): ReactNode => (
  <>
    <span className="outline-title">{entry.text.trim() === '' ? 'Prompt without text' : entry.text}</span>
    <span className="outline-marks">
      {entry.at === null ? null : <time title={formatInstant(entry.at)}>{formatClockSeconds(entry.at)}</time>}
      <Mark count={entry.edits} what="edit" icon={<PencilLine size={11} aria-hidden="true" />} />
      <Mark count={entry.agents} what="sub-agent" icon={<Bot size={11} aria-hidden="true" />} />
      <Mark count={entry.errors} what="error" icon={<TriangleAlert size={11} aria-hidden="true" />} isBad />
      {entry.cost === undefined ? null : (
        <span className="outline-usd" title={promptCostWords(entry.cost)}>
          {promptUsd(entry.cost)}
        </span>
      )}
    </span>
    {entry.cost === undefined || !isCurrent ? null : <span className="outline-split">{promptCostWords(entry.cost)}</span>}
    {entry.cost === undefined || dearest === undefined || dearest === 0 ? null : (
      <span className="outline-bar" style={{ width: `${(100 * entry.cost.usd) / dearest}%` }} />
    )}
  </>
)

interface MarkProps {
  readonly count: number
  readonly what: string
  readonly icon: ReactNode
  readonly isBad?: boolean
}

const Mark = ({ count, what, icon, isBad = false }: MarkProps): ReactNode =>
  count === 0 ? null : (
    <span className={isBad ? 'outline-mark is-bad' : 'outline-mark'} title={countOf(count, what)}>
      {icon}
      {formatCount(count)}
      <span className="visually-hidden">{what}</span>
    </span>
  )
