/** What an export answers: the chain of a commit in a form that others read. */
import type { Lost } from '../model/chain-event.ts'

export const exportTargets = ['claude-code', 'messages', 'events-v1', 'bureau-agent-v1', 'markdown', 'html'] as const
export type ExportTarget = (typeof exportTargets)[number]

export interface ExportView {
  readonly commitId: string
  readonly target: ExportTarget
  readonly contentType: string
  /** Commits that are in it, root first. */
  readonly commits: readonly string[]
  /** Messages of the conversation, or events of an event format. */
  readonly messages: number
  readonly bytes: number
  /** Where it was written; null: it is in `content`. */
  readonly path: string | null
  readonly content: Uint8Array | null
  /** A transcript's session; null for other targets. */
  readonly sessionId: string | null
  /** What resumes an installed transcript. */
  readonly command: string | null
  /** The ref that records an installed transcript. */
  readonly ref: string | null
  /** What was left out, changed or added. */
  readonly lost: readonly Lost[]
}
