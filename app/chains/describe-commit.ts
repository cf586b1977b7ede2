/** Facts about a commit from its lines: times, counts, and a summary of one line. */
import { formatCount } from '../model/format/count.ts'
import { humanPrompts, typedByHuman, typedCommands, type RecordClass } from '../model/record-class.ts'
import type { EventKind, EventMark } from '../model/transcript-line.ts'
import { ContextTally } from './commit-context.ts'
import type { Draft } from './draft.ts'
import type { PlacedLine } from './session-lines.ts'
import type { MeasuredContext } from './weigh-chain.ts'
import { summariseWork, untagged, type Work } from './summarise-work.ts'

export interface CommitFacts {
  /** UTC, whole seconds, `YYYY-MM-DDTHH:MM:SSZ`: the time of its last record that has one; undefined when none has. */
  readonly createdAt: string | undefined
  /** Milliseconds since 1970; undefined: no record has a readable time. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly summary: string
  readonly records: number
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  readonly models: readonly string[]
  /** Uuids of the messages that a compaction kept verbatim. */
  readonly preserved: readonly string[]
  /** The working directory of the client in the last record that names one; undefined: none does. The next two fields likewise. */
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly clientVersion: string | undefined
  /** Undefined: no reply reports it. */
  readonly context?: MeasuredContext | undefined
}

/** Whole seconds, the fraction floored away (events-v1 §2). */
export const wholeSeconds = (ms: number): string => `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, -5)}Z`

const tokens = (count: number | undefined): string => (count === undefined ? 'n/a' : formatCount(count))

/** One line about a compaction. */
export const compactionSummary = (detail: {
  readonly trigger?: string | undefined
  readonly preTokens?: number | undefined
  readonly postTokens?: number | undefined
}): string => {
  const after = detail.postTokens === undefined ? '' : ` → ${tokens(detail.postTokens)}`
  return `Compaction (${detail.trigger ?? 'unknown trigger'}, ${tokens(detail.preTokens)}${after} tokens)`
}

const compactionOf = (draft: Draft): string => {
  const detail = draft.places.find(({ line }) => line.compaction !== undefined)?.line.compaction
  return detail === undefined || detail.form === 'summary' ? 'Compaction' : compactionSummary(detail)
}

/** Records that the client writes by itself: they say least about the topic of a commit. */
const asides: ReadonlySet<RecordClass> = new Set<RecordClass>(['meta', 'local_command'])
const noAsides: ReadonlySet<RecordClass> = new Set<RecordClass>()

const textOfKind = (draft: Draft, kind: EventKind, left: ReadonlySet<RecordClass>): string | undefined => {
  for (const { line, carriesCopy } of draft.places) {
    if (carriesCopy || left.has(line.class)) continue
    for (const event of line.events) {
      if (event.kind !== kind) continue
      // The body of a response is read from its row at each access, so it is read into a variable.
      const { body } = event
      if (body !== undefined && body.trim() !== '') return body
    }
  }
  return undefined
}

const recordsOf = (draft: Draft): number => draft.places.filter(({ line }) => !line.blank && line.class !== 'malformed').length

const counted = (records: number): string => (records === 1 ? '1 record' : `${records} records`)

const describedText = (draft: Draft): string | undefined =>
  textOfKind(draft, 'prompt', asides) ?? textOfKind(draft, 'response', asides) ?? textOfKind(draft, 'prompt', noAsides)

/** The request: the text that a human typed, else the first prompt or reply. */
const askedIn = (draft: Draft): string => {
  const typed = draft.places.filter(({ line }) => typedByHuman.has(line.class))
  const headline = typed.find(({ line }) => line.headline !== '')?.line.headline
  const image = typed.some(({ line }) => line.hasImage) ? '[image]' : undefined
  return headline ?? image ?? untagged(describedText(draft) ?? '')
}

const workIn = (draft: Draft): readonly Work[] => {
  const work: Work[] = []
  for (const { line, carriesCopy } of draft.places) {
    if (carriesCopy) continue
    for (const { kind, toolName, filePath } of line.events) if (kind === 'tool_call') work.push({ tool: toolName ?? '', file: filePath })
  }
  return work
}

const summaryOf = (draft: Draft, { errors, refused }: Pick<Tally, 'errors' | 'refused'>): string => {
  if (draft.type === 'compaction') return compactionOf(draft)
  const interrupted = draft.places.some(({ line }) => line.class === 'interrupt')
  return summariseWork({ asked: askedIn(draft), work: workIn(draft), errors, refused, interrupted }) || counted(recordsOf(draft))
}

/** Replies that the client made up, or that name no model, are no answers. */
export const isAnswering = (model: string | undefined): model is string => model !== undefined && model !== '' && model !== '<synthetic>'

/** Values that one pass over the lines collects. */
class Tally {
  last: number | undefined
  startedAt: number | undefined
  endedAt: number | undefined
  humanPrompts = 0
  commands = 0
  responses = 0
  toolCalls = 0
  errors = 0
  refused = 0
  readonly models = new Set<string>()
  readonly preserved: string[] = []
  cwd: string | undefined
  gitBranch: string | undefined
  clientVersion: string | undefined

  add({ line, isCopy, carriesCopy }: PlacedLine): void {
    this.addTime(line.occurredAt)
    this.cwd = line.cwd ?? this.cwd
    this.gitBranch = line.gitBranch ?? this.gitBranch
    this.clientVersion = line.version ?? this.clientVersion
    if (!isCopy) this.addTyped(line.class)
    if (isAnswering(line.model)) this.models.add(line.model)
    if (line.compaction !== undefined) this.preserved.push(...line.compaction.preserved)
    if (!carriesCopy) for (const event of line.events) this.addEvent(event)
  }

  private addTyped(name: RecordClass): void {
    if (humanPrompts.has(name)) this.humanPrompts += 1
    if (typedCommands.has(name)) this.commands += 1
  }

  private addTime(at: number | undefined): void {
    if (at === undefined) return
    this.last = at
    if (this.startedAt === undefined || at < this.startedAt) this.startedAt = at
    if (this.endedAt === undefined || at > this.endedAt) this.endedAt = at
  }

  private addEvent(event: EventMark): void {
    if (event.kind === 'response') this.responses += 1
    if (event.kind === 'tool_call') this.toolCalls += 1
    if (event.isError && event.isRefused === true) this.refused += 1
    else if (event.isError) this.errors += 1
  }
}

/** Facts of a draft; content alone decides. */
export const describeCommit = (draft: Draft): CommitFacts => {
  const tally = new Tally()
  const contexts = new ContextTally()
  for (const place of draft.places) {
    tally.add(place)
    contexts.add(place)
  }
  return {
    createdAt: tally.last === undefined ? undefined : wholeSeconds(tally.last),
    startedAt: tally.startedAt,
    endedAt: tally.endedAt,
    summary: summaryOf(draft, tally),
    records: recordsOf(draft),
    humanPrompts: tally.humanPrompts,
    commands: tally.commands,
    responses: tally.responses,
    toolCalls: tally.toolCalls,
    errors: tally.errors,
    models: [...tally.models].sort(),
    preserved: tally.preserved,
    cwd: tally.cwd,
    gitBranch: tally.gitBranch,
    clientVersion: tally.clientVersion,
    context: contexts.context,
  }
}
