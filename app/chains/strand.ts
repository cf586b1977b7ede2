/** One branch of a chain while the chain is cut. */
import type { Checkpoint } from '../model/context-commit.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { Draft, ForeignCommit } from './draft.ts'
import { LastReply, type ReplyRules } from './last-reply.ts'
import { isOutsized } from './session-lines.ts'
import type { PlacedLine } from './session-lines.ts'

/** A turn of more bytes than this is cut: a commit's bytes are held in memory whenever it is read. */
const maxBytes = 64 * 1024 * 1024

export class Strand {
  tip: Draft | ForeignCommit | undefined
  open: Draft | undefined
  /** Bytes that the open commit holds. */
  openBytes = 0
  leading: PlacedLine[] = []
  /** Turns of the open commit and those before it, since the branch began or a compaction. */
  turns = 0
  /** Compaction that still takes summary records. */
  compaction: Draft | undefined
  /** Notes since a spawning reply. */
  waiting: PlacedLine[] = []
  cutNext: Checkpoint | undefined
  readonly reply: LastReply

  constructor(rules: ReplyRules, tip: Draft | ForeignCommit | undefined) {
    this.reply = new LastReply(rules)
    this.tip = tip
  }

  isFullFor(line: TranscriptLine): boolean {
    return this.openBytes > 0 && !isOutsized(line) && this.openBytes + line.length > maxBytes
  }

  /** Ends the open commit. */
  close(checkpoint: Checkpoint): void {
    this.reply.forget()
    if (this.open === undefined) return
    this.open.checkpoint = checkpoint
    this.tip = this.open
    this.drop()
  }

  /** Forgets the open commit. */
  drop(): void {
    this.open = undefined
    this.openBytes = 0
  }

  /** Why a line begins another commit; undefined: it does not. */
  reasonToCut(line: TranscriptLine): Checkpoint | undefined {
    if (this.cutNext !== undefined) return this.cutNext
    if (this.isFullFor(line)) return 'explicit'
    return !this.reply.isLast || !this.reply.isConversation(line) || this.reply.isSameReply(line) ? undefined : this.reply.checkpoint
  }
}
