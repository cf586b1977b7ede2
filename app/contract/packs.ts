/** The state of the work at a commit, and contexts that are packed from a history. */
import { z } from 'zod'
import { call, id } from './call.ts'
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
  /** Of the last change. */
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
  /** Of the person, oldest first. */
  readonly decisions: readonly SnapshotDecision[]
  readonly next: SnapshotText | null
  /** The whole as text. */
  readonly text: string
  /** The same in at most 2 KB. */
  readonly compactText: string
}

export const packsCalls = {
  /** The state of the work at a commit, ref or session, from what is before it alone. */
  'snapshot.show': call<SnapshotView>('reads')(() => z.object({ at: id })),
} as const
