/** A commit read as a conversation; only what is in view is drawn, however long the turn was. */
import { useEffect, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { useCommands } from '../../ui/commands/commands.ts'
import type { ShownRows } from '../../ui/table/use-row-source.ts'
import { bookkeepingWords, OriginStrip } from './origin-strip.tsx'
import { CompactionHead } from './compaction-head.tsx'
import { ConversationEntry } from './conversation-entry.tsx'
import { FoldMemory } from './fold-memory.tsx'
import type { ReadingExtra } from './reading-source.ts'
import { useQuietFolds } from './quiet-fold.tsx'
import { beginsSpeech } from './speakers.ts'
import { useRowScroll, VirtualRows } from './virtual-rows.tsx'

export interface ConversationViewProps {
  /** Unique among conversations: what is unfolded is remembered under it. */
  readonly name: string
  readonly rows: ShownRows<ConversationItem, ReadingExtra>
}

export const ConversationView = ({ name, rows }: ConversationViewProps): ReactNode => {
  const failure = rows.source.failure()
  const total = rows.source.total()
  const extra = rows.source.extra()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={rows.refresh} />
  // Another place of the same conversation is loading: the current one stays until that is complete.
  if (total === undefined || extra === undefined || (rows.isReplacing && extra.name !== name)) return <Pending what="Reading the commit" />
  if (total === 0) return <Empty title="No conversation in this commit">{bookkeepingWords(extra)}</Empty>
  return (
    <FoldMemory name={name}>
      <Entries key={name} rows={rows} total={total} extra={extra} />
    </FoldMemory>
  )
}

interface EntriesProps {
  readonly rows: ConversationViewProps['rows']
  readonly total: number
  readonly extra: ReadingExtra
}

const Entries = ({ rows, total, extra }: EntriesProps): ReactNode => {
  const { source } = rows
  const scroll = useRowScroll({ count: total })
  const { box, virtual, first, last, turn } = scroll
  const { soughtAt } = extra
  const soughtBlock = extra.soughtBlock ?? undefined
  useEffect(() => {
    if (soughtAt !== null) virtual.scrollToIndex(soughtAt, { align: 'start' })
  }, [virtual, soughtAt])
  useEffect(() => (soughtAt === null || soughtBlock === undefined ? undefined : showBlock(box)), [box, soughtAt, soughtBlock])
  useEffect(() => source.need(first, last), [source, first, last])
  // Wherever the focus is; a list that has it keeps its own keys.
  useCommands([
    { id: 'reader.down', title: 'Page down', group: 'Reader', keys: ['PageDown', 'Space'], run: () => turn(1) },
    { id: 'reader.up', title: 'Page up', group: 'Reader', keys: ['PageUp', 'Shift+Space'], run: () => turn(-1) },
  ])
  const [pointed, setPointed] = useState<number>()
  const point = (event: SyntheticEvent): void => setPointed(entryIndexOf(event.target))
  const folded = useQuietFolds(source.row)
  const draw = (index: number): ReactNode => {
    const entry = source.row(index)
    if (entry === undefined) return <div className="entry-waiting" />
    const isSought = index === soughtAt
    return folded(index, isSought, () => (
      <ConversationEntry
        item={entry}
        isSpeechStart={beginsSpeech(entry, source.row(index - 1))}
        soughtBlock={isSought ? soughtBlock : undefined}
      />
    ))
  }
  const head = extra.compaction === null ? null : <CompactionHead compaction={extra.compaction} preserved={extra.preserved} />
  return (
    <>
      {/* The pointed entry is only described below. */}
      <VirtualRows
        scroll={scroll}
        label="Conversation"
        target={soughtAt ?? undefined}
        draw={draw}
        head={head}
        onMouseOver={point}
        onFocus={point}
        onMouseLeave={() => setPointed(undefined)}
      />
      <OriginStrip item={pointed === undefined ? undefined : source.row(pointed)} extra={extra} />
    </>
  )
}

/** Frames in which the heights of items that were just drawn become known. */
const settlingFrames = 20

/** Scrolls within a long item to the block that was sought, until the heights are known. Answers how to stop. */
const showBlock = (scroller: RefObject<HTMLDivElement | null>): (() => void) => {
  let left = settlingFrames
  let request = 0
  const look = (): void => {
    const block = scroller.current?.querySelector('.entry-block.is-sought')
    const [box, view] = [block?.getBoundingClientRect(), scroller.current?.getBoundingClientRect()]
    const isInView = box !== undefined && view !== undefined && box.top >= view.top && Math.min(box.bottom, box.top + 40) <= view.bottom
    if (!isInView) block?.scrollIntoView({ block: 'start' })
    left -= 1
    if (left > 0) request = requestAnimationFrame(look)
  }
  request = requestAnimationFrame(look)
  return () => cancelAnimationFrame(request)
}

const entryIndexOf = (target: EventTarget): number | undefined => {
  const slot = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return slot?.dataset['index'] === undefined ? undefined : Number(slot.dataset['index'])
}
