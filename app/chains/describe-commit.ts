/** What a commit's record says of the lines it holds: times, counts, and one line of summary. */
import { typedByHuman } from '../model/record-class.ts'
import type { EventKind, LineEvent } from '../model/transcript-line.ts'
import type { Draft } from './cut-chain.ts'
import type { PlacedLine } from './session-lines.ts'

export interface CommitFacts {
  /** UTC, whole seconds, `YYYY-MM-DDTHH:MM:SSZ`: the time of its last record that has one; undefined when none has. */
  readonly createdAt: string | undefined
  /** Milliseconds since 1970; undefined: no record has a readable time. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly summary: string
  readonly records: number
  readonly humanPrompts: number
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  readonly models: readonly string[]
  /** Uuids of the messages that a compaction kept verbatim. */
  readonly preserved: readonly string[]
}

const summaryLimit = 120

const firstLine = (text: string): string => {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  return line.length <= summaryLimit
    ? line
    : `${Array.from(line)
        .slice(0, summaryLimit - 1)
        .join('')}…`
}

/** Whole seconds, the fraction floored away (events-v1 §2). */
export const wholeSeconds = (ms: number): string => `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, -5)}Z`

const grouped = new Intl.NumberFormat('en-US')
const tokens = (count: number | undefined): string => (count === undefined ? 'n/a' : grouped.format(count))

const compactionSummary = (draft: Draft): string => {
  const detail = draft.places.find(({ line }) => line.compaction !== undefined)?.line.compaction
  if (detail === undefined) return 'Compaction'
  const after = detail.postTokens === undefined ? '' : ` → ${tokens(detail.postTokens)}`
  return `Compaction (${detail.trigger ?? 'unknown trigger'}, ${tokens(detail.preTokens)}${after} tokens)`
}

const textOfKind = (draft: Draft, kind: EventKind): string | undefined => {
  for (const { line } of draft.places) {
    const body = line.events.find((event) => event.kind === kind && (event.body ?? '').trim() !== '')?.body
    if (body !== undefined) return body
  }
  return undefined
}

const toolNames = (draft: Draft): string | undefined => {
  const names = [...new Set(draft.places.flatMap(({ line }) => line.toolUses.map((use) => use.name)))]
  return names.length === 0 ? undefined : names.join(', ')
}

const recordsOf = (draft: Draft): number => draft.places.filter(({ line }) => !line.blank && line.class !== 'malformed').length

const counted = (records: number): string => (records === 1 ? '1 record' : `${records} records`)

const summaryOf = (draft: Draft): string => {
  if (draft.type === 'compaction') return compactionSummary(draft)
  const typed = draft.places.find(({ line }) => typedByHuman.has(line.class) && line.headline !== '')?.line.headline
  const image = draft.places.some(({ line }) => typedByHuman.has(line.class) && line.hasImage) ? '[image]' : undefined
  const text = typed ?? image ?? textOfKind(draft, 'prompt') ?? textOfKind(draft, 'response') ?? toolNames(draft)
  return firstLine(text ?? '') || counted(recordsOf(draft))
}

/** What one pass over the lines gathers. */
class Tally {
  last: number | undefined
  startedAt: number | undefined
  endedAt: number | undefined
  humanPrompts = 0
  responses = 0
  toolCalls = 0
  errors = 0
  readonly models = new Set<string>()
  readonly preserved: string[] = []

  add({ line, carriesCopy }: PlacedLine): void {
    this.addTime(line.occurredAt)
    if (typedByHuman.has(line.class)) this.humanPrompts += 1
    if (line.model !== undefined && line.model !== '<synthetic>') this.models.add(line.model)
    if (line.compaction !== undefined) this.preserved.push(...line.compaction.preserved)
    if (!carriesCopy) for (const event of line.events) this.addEvent(event)
  }

  private addTime(at: number | undefined): void {
    if (at === undefined) return
    this.last = at
    if (this.startedAt === undefined || at < this.startedAt) this.startedAt = at
    if (this.endedAt === undefined || at > this.endedAt) this.endedAt = at
  }

  private addEvent(event: LineEvent): void {
    if (event.kind === 'response') this.responses += 1
    if (event.kind === 'tool_call') this.toolCalls += 1
    if (event.isError) this.errors += 1
  }
}

/** Facts of a draft; content alone decides. */
export const describeCommit = (draft: Draft): CommitFacts => {
  const tally = new Tally()
  for (const place of draft.places) tally.add(place)
  return {
    createdAt: tally.last === undefined ? undefined : wholeSeconds(tally.last),
    startedAt: tally.startedAt,
    endedAt: tally.endedAt,
    summary: summaryOf(draft),
    records: recordsOf(draft),
    humanPrompts: tally.humanPrompts,
    responses: tally.responses,
    toolCalls: tally.toolCalls,
    errors: tally.errors,
    models: [...tally.models].sort(),
    preserved: tally.preserved,
  }
}
