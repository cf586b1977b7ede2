/** The outline beside a conversation: shows where the reader is, and leads to each prompt, compaction and branch. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Bot, GitBranch, Layers2, PencilLine, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatClockSeconds, formatInstant } from '../../../app/model/format/instant.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { sizesText } from '../reader/compaction-sizes.tsx'
import type { OutlineEntry, PromptEntry } from './outline-entries.ts'

export interface OutlineListProps {
  readonly entries: readonly OutlineEntry[]
  /** Position of the entry that is in view. */
  readonly current: number | undefined
  readonly onPick: (entry: OutlineEntry) => void
}

const estimatedHeight = 46

export const OutlineList = memo(function OutlineList(props: OutlineListProps): ReactNode {
  const frame = useRef<HTMLElement>(null)
  const { height } = useElementSize(frame)
  // A narrow window hides the outline beside the inspector. Entries without a height would be measured as empty.
  return (
    <nav ref={frame} className="outline" aria-label="Outline">
      {height === 0 ? null : <Entries {...props} />}
    </nav>
  )
})

const Entries = ({ entries, current, onPick }: OutlineListProps): ReactNode => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 8,
  })
  useEffect(() => {
    if (current === undefined) return
    virtual.scrollToIndex(current, { align: 'auto' })
    const box = scroller.current
    if (box?.contains(document.activeElement) === true) box.querySelector<HTMLElement>(`[data-index="${current}"] button`)?.focus()
  }, [current, virtual])
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
                <EntryText entry={entry} />
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const EntryText = ({ entry }: { readonly entry: OutlineEntry }): ReactNode => {
  switch (entry.kind) {
    case 'prompt':
      return <PromptText entry={entry} />
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

const PromptText = ({ entry }: { readonly entry: PromptEntry }): ReactNode => (
  <>
    <span className="outline-title">{entry.text.trim() === '' ? 'Prompt without text' : entry.text}</span>
    <span className="outline-marks">
      {entry.at === null ? null : <time title={formatInstant(entry.at)}>{formatClockSeconds(entry.at)}</time>}
      <Mark count={entry.edits} what="edit" icon={<PencilLine size={11} aria-hidden="true" />} />
      <Mark count={entry.agents} what="sub-agent" icon={<Bot size={11} aria-hidden="true" />} />
      {entry.usd === undefined ? null : <span title="Cost of the replies, sub-agents included">{formatUsd(entry.usd)}</span>}
      <Mark count={entry.errors} what="error" icon={<TriangleAlert size={11} aria-hidden="true" />} isBad />
    </span>
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
