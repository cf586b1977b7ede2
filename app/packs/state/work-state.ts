/** The state of the work as far as the steps of a chain say it. */
import type { RecordPlace } from '../ledger-message.ts'
import type { ValidationKind } from '../validation-commands.ts'
import type { JudgedValidation } from '../validation-outcome.ts'
import type { FileChange } from '../work-facts.ts'

interface Cited {
  readonly place: RecordPlace
}

export interface StatedItem extends Cited {
  readonly text: string
  /** Null: nothing says it. */
  readonly done: boolean | null
}

export interface StatedFile extends Cited {
  readonly path: string
  readonly change: FileChange['change']
  /** Outcome of the last change. */
  readonly outcome: 'done' | 'failed' | 'rejected' | 'unknown'
  /** Number of changes that were made. */
  readonly changes: number
  /** Null: the agent itself; else the sub-agent that changed it. */
  readonly by: string | null
}

export interface StatedValidation extends Cited, JudgedValidation {
  readonly kinds: readonly ValidationKind[]
  readonly command: string
}

export interface StatedError extends Cited {
  readonly tool: string
  readonly subject: string
  readonly text: string
}

/** `guess`: recognised by its words alone. */
export interface StatedDecision extends Cited {
  readonly kind: 'answer' | 'rejection' | 'plan refused' | 'plan approved' | 'instruction'
  readonly text: string
  readonly guess: boolean
}

export interface StatedText extends Cited {
  readonly text: string
  readonly guess: boolean
}

/** Sub-agents whose work no record of the store contains. */
export interface UnseenAgents extends Cited {
  readonly count: number
  readonly names: readonly string[]
}

export interface WorkState {
  readonly goal: StatedText | null
  /** The newest prompt of the person, where it is another one than the goal. */
  readonly request: StatedText | null
  readonly plan: readonly StatedItem[]
  /** The one that was changed last first. */
  readonly files: readonly StatedFile[]
  /** Null: the work of all sub-agents is recorded. */
  readonly unseenAgents: UnseenAgents | null
  readonly validation: (StatedValidation & { readonly earlier: readonly StatedValidation[] }) | null
  /** Newest first. */
  readonly errors: readonly StatedError[]
  readonly decisions: readonly StatedDecision[]
  readonly next: StatedText | null
}
