/** The state of the work at a commit, and contexts that are packed from a history. */
import { z } from 'zod'
import { isObject } from '../model/json-object.ts'
import { call, id, nothing } from './call.ts'
import type { PackView } from './export.ts'
import type { RecordName } from './objects.ts'

/** With the record that it cites. */
interface Cited {
  readonly record: RecordName
  readonly commitId: string
}

export interface SnapshotText extends Cited {
  readonly text: string
  /** Recognised by its words alone. */
  readonly guess: boolean
}

export interface SnapshotItem extends Cited {
  readonly text: string
  /** Null: nothing says it. */
  readonly done: boolean | null
}

export interface SnapshotFile extends Cited {
  readonly path: string
  readonly change: 'created' | 'written' | 'edited' | 'deleted' | 'moved'
  /** Outcome of the last change. */
  readonly outcome: 'done' | 'failed' | 'rejected' | 'unknown'
  readonly changes: number
  /** Null: the agent itself changed it; else the sub-agent that did. */
  readonly by: string | null
}

export interface SnapshotValidation extends Cited {
  readonly kinds: readonly ('test' | 'lint' | 'types' | 'build')[]
  readonly command: string
  readonly outcome: 'passed' | 'failed' | 'unknown'
  /** Null: nothing says it. */
  readonly exitCode: number | null
  /** `status`: the call says the outcome; `output`: only what was printed does. */
  readonly by: 'status' | 'output' | null
  /** Printed lines that name what failed. */
  readonly lines: readonly string[]
}

export interface SnapshotError extends Cited {
  readonly tool: string
  readonly subject: string
  readonly text: string
}

export interface SnapshotDecision extends Cited {
  readonly kind: 'answer' | 'rejection' | 'plan refused' | 'plan approved' | 'instruction'
  readonly text: string
  readonly guess: boolean
}

export interface SnapshotView {
  readonly sessionId: string
  readonly commitId: string
  /** Null: no prompt is recorded. */
  readonly goal: SnapshotText | null
  /** The newest prompt, where it is another one than the goal. */
  readonly request: SnapshotText | null
  readonly plan: readonly SnapshotItem[]
  /** The one that was changed last first. */
  readonly files: readonly SnapshotFile[]
  /** Sub-agents whose work no record contains; null: there are none. */
  readonly unseenAgents: (Cited & { readonly count: number; readonly names: readonly string[] }) | null
  readonly validation: (SnapshotValidation & { readonly earlier: readonly SnapshotValidation[] }) | null
  /** Failed, and not succeeded later; newest first. */
  readonly errors: readonly SnapshotError[]
  /** Decisions of the person, oldest first. */
  readonly decisions: readonly SnapshotDecision[]
  readonly next: SnapshotText | null
  /** The whole as text. */
  readonly text: string
  /** The same in at most 2 KB. */
  readonly compactText: string
}

/** What a context contains, and what became of each of its parts. Tokens are estimated: characters / 4, rounded up. */
export interface ContextMetricsView {
  readonly chars: number
  readonly tokens: number
  readonly maxTokens: number
  readonly maxChars: number
  /** The required packs alone exceed the budget. */
  readonly isOver: boolean
  readonly sections: readonly { readonly section: string; readonly chars: number; readonly tokens: number }[]
  readonly packs: readonly (PackView & { readonly section: string; readonly chars: number })[]
  readonly compacted: readonly string[]
  readonly dropped: readonly string[]
  readonly truncated: readonly string[]
}

export interface PackedContextView {
  readonly sessionId: string
  readonly commitId: string
  readonly text: string
  readonly metrics: ContextMetricsView
  /** What to lower when it is over budget or misses parts; none: nothing. */
  readonly advice: readonly string[]
}

/** Metrics that were noted on a commit. */
export interface NotedMetrics {
  readonly commitId: string
  /** Milliseconds since 1970; null: not noted. */
  readonly at: number | null
  readonly metrics: ContextMetricsView
}

export interface TopicMessage {
  readonly topic: string
  readonly sender: string
  readonly at: number | null
  readonly text: string
  /** Null: no record contains it. */
  readonly record: RecordName | null
  readonly commitId: string | null
}

export interface TopicsView {
  readonly sessionId: string
  readonly commitId: string
  readonly messages: readonly TopicMessage[]
}

/** Whether secrets and private words are redacted, before texts are shortened. */
const redact = z.boolean().default(false)

const section = z.string().max(1_000_000)

export const packsCalls = {
  /** The context that a strategy makes of the history of a commit. */
  'packs.show': call<PackedContextView>('reads')(() =>
    z.object({
      at: id,
      /** The strategy as JSON, with or without `contextStrategy` around it, and the name of its file. */
      strategy: z.unknown(),
      file: z.string().max(4096).default('the strategy'),
      header: section.optional(),
      instructions: section.optional(),
      outputSchema: section.optional(),
      skipHints: section.optional(),
      /** Default: the newest prompt. */
      trigger: section.optional(),
      redact,
    }),
  ),
  /** Notes the metrics of a context on a commit, as a message of the topic CONTEXT_METRICS. */
  'packs.note': call<null>('once')(() => z.object({ at: id, metrics: z.custom<ContextMetricsView>((value) => isObject(value)) })),
  /** All metrics that were noted, newest first. */
  'packs.noted': call<readonly NotedMetrics[]>('reads')(() => nothing),
  /** The messages of a history, in order. */
  'topics.list': call<TopicsView>('reads')(() => z.object({ at: id, topic: z.string().min(1).max(200).optional(), redact })),
  /** Publishes a message on a commit: histories that lead over the commit contain it. */
  'topics.publish': call<null>('once')(() =>
    z.object({
      at: id,
      topic: z.string().min(1).max(200),
      sender: z.string().min(1).max(200).default('agent'),
      text: z.string().min(1).max(1_000_000),
    }),
  ),
  /** The state of the work at a commit, ref or session, from what is before it alone. */
  'snapshot.show': call<SnapshotView>('reads')(() => z.object({ at: id, redact })),
} as const
