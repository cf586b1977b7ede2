/** Marks of a lane: prompts, commands, errors, refused calls, compactions and rewinds. */
import type { Rewind, TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { humanPrompts, typedCommands, type RecordClass } from '../../../app/model/record-class.ts'

export type Compaction = TimelineView['compactions'][number]

export type MarkKind = 'prompt' | 'command' | 'error' | 'refused' | 'compaction' | 'rewind'

/** `event`: the event that the mark leads to; undefined: the mark leads to a commit only. */
interface EventMark {
  readonly kind: 'prompt' | 'command' | 'error' | 'refused'
  readonly at: number
  readonly event: TimelineEvent
}

interface CompactionMark {
  readonly kind: 'compaction'
  readonly at: number
  readonly event: TimelineEvent | undefined
  readonly compaction: Compaction
}

interface RewindMark {
  readonly kind: 'rewind'
  readonly at: number
  readonly event: TimelineEvent | undefined
  readonly rewind: Rewind
}

export type Mark = EventMark | CompactionMark | RewindMark

const isOf = (classes: ReadonlySet<RecordClass>) => {
  const names: ReadonlySet<string> = classes
  return ({ kind, class: name }: TimelineEvent): boolean => kind === 'prompt' && names.has(name)
}

/** The definition of a human prompt is the same in every count. */
export const isHumanPrompt = isOf(humanPrompts)

/** A slash command or a shell line. */
export const isTypedCommand = isOf(typedCommands)

const kindOf = (event: TimelineEvent): EventMark['kind'] | undefined => {
  if (event.isError) return 'error'
  if (event.isRefused) return 'refused'
  if (isHumanPrompt(event)) return 'prompt'
  return isTypedCommand(event) ? 'command' : undefined
}

const eventMarks = (events: readonly TimelineEvent[]): readonly Mark[] =>
  events.flatMap((event) => {
    const kind = kindOf(event)
    return kind === undefined ? [] : [{ kind, at: event.at, event }]
  })

const isOfCompaction = ({ class: name }: TimelineEvent): boolean => name === 'compaction' || name === 'compaction_summary'

export const isCompactionEvent = ({ kind, class: name }: TimelineEvent): boolean => kind === 'system' && name === 'compaction'

interface LaneFacts {
  readonly chain: string
  /** Events of the lane, in order of time. */
  readonly events: readonly TimelineEvent[]
  readonly compactions: readonly Compaction[]
  readonly rewinds: readonly Rewind[]
}

/** Marks of a lane in order of time. Compactions are those of the main chain. */
export const laneMarks = ({ chain, events, compactions, rewinds }: LaneFacts): readonly Mark[] => {
  const first = new Map<string, TimelineEvent>()
  for (const event of events)
    if (
      event.commitId !== null &&
      (!first.has(event.commitId) || (event.kind === 'prompt' && first.get(event.commitId)?.kind !== 'prompt'))
    )
      first.set(event.commitId, event)
  const boundaries = new Map(events.filter(isOfCompaction).map((event) => [event.at, event]))
  const all: readonly Mark[] = [
    ...eventMarks(events),
    ...(chain === 'main' ? compactions : []).map((compaction): Mark => {
      return { kind: 'compaction', at: compaction.at, event: boundaries.get(compaction.at), compaction }
    }),
    ...rewinds
      .filter((rewind) => rewind.chain === chain)
      .map((rewind): Mark => ({ kind: 'rewind', at: rewind.at, event: first.get(rewind.commitId), rewind })),
  ]
  return [...all].sort((a, b) => a.at - b.at)
}

/** Commit that a mark leads to. */
export const commitOfMark = (mark: Mark): string | null => {
  if (mark.kind === 'rewind') return mark.rewind.commitId
  if (mark.kind === 'compaction') return mark.event?.commitId ?? mark.compaction.commitId
  return mark.event.commitId
}
