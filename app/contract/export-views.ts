/** What an export answers: the chain of a commit in a form that others read. */
import type { Lost } from '../model/chain-event.ts'

/** Something that looks like a secret, however often it is said. */
export interface FoundSecret {
  /** Made of its text; it tells nothing of it. */
  readonly id: string
  /** What it was taken for: “GitHub token”. */
  readonly kind: string
  /** What names it and its first letters; the rest is hidden. */
  readonly shown: string
  readonly count: number
  /** Commits that contain it, in order; of a push or bundle also sessions whose files contain it outside of their commits. */
  readonly commits: readonly string[]
  /** It is taken out; false: it was asked to stay. */
  readonly isTaken: boolean
}

/** What looks like a secret in what an export would be made of. */
export interface SecretsView {
  readonly commitId: string
  /** Commits that were looked through. */
  readonly commits: number
  readonly found: readonly FoundSecret[]
}

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
  /** What looked like a secret, taken out or asked to stay; null: nobody asked to look. */
  readonly secrets: readonly FoundSecret[] | null
}
