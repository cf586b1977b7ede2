/** What a commit's record says of the lines it holds: times, counts, and one line of summary. */
import { typedByHuman } from '../model/record-class.ts'
import type { EventKind } from '../model/transcript-line.ts'
import type { Draft } from './cut-chain.ts'

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

const tokens = (count: number | undefined): string => (count === undefined ? 'n/a' : count.toLocaleString('en-US'))

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

const extremes = (times: readonly number[]): readonly [number | undefined, number | undefined] => {
  if (times.length === 0) return [undefined, undefined]
  return [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
}

/** Facts of a draft; content alone decides. */
export const describeCommit = (draft: Draft): CommitFacts => {
  const lines = draft.places.map(({ line }) => line)
  const times = lines.flatMap((line) => (line.occurredAt === undefined ? [] : [line.occurredAt]))
  const last = times.at(-1)
  const [startedAt, endedAt] = extremes(times)
  const events = draft.places.flatMap((place) => (place.carriesCopy ? [] : place.line.events))
  return {
    createdAt: last === undefined ? undefined : wholeSeconds(last),
    startedAt,
    endedAt,
    summary: summaryOf(draft),
    records: recordsOf(draft),
    humanPrompts: draft.places.filter(({ line }) => typedByHuman.has(line.class)).length,
    responses: events.filter((event) => event.kind === 'response').length,
    toolCalls: events.filter((event) => event.kind === 'tool_call').length,
    errors: events.filter((event) => event.isError).length,
    models: [...new Set(lines.flatMap((line) => (line.model === undefined || line.model === '<synthetic>' ? [] : [line.model])))].sort(),
    preserved: lines.flatMap((line) => line.compaction?.preserved ?? []),
  }
}
