/** Cuts one chain into commits, by content alone. */
import type { Checkpoint, CommitType } from '../model/context-commit.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { Draft, ForeignCommit } from './draft.ts'
import type { Rewind } from './find-rewinds.ts'
import { LastReply, type ReplyRules } from './last-reply.ts'
import { mainChain } from '../model/agent-chain.ts'
import { isConversation, isOutsized } from './session-lines.ts'
import type { PlacedLine } from './session-lines.ts'

export interface ChainCuts {
  readonly drafts: readonly Draft[]
  /** End of the chain; undefined when it has no conversation at all. */
  readonly tip: Draft | ForeignCommit | undefined
  /** Lines that no commit holds: copies, and a file without any conversation. */
  readonly loose: readonly PlacedLine[]
  /** Uuids of other sessions from which commits of this chain go on. */
  readonly foreignParents: readonly string[]
}

export interface CutRules extends ReplyRules {
  readonly foreign: ReadonlyMap<string, string>
  /** Uuids that a commit must end with. */
  readonly forkPoints: ReadonlySet<string>
  readonly rewinds: ReadonlyMap<TranscriptLine, Rewind>
  /** Notes of the client that lead to a rewound prompt: they are of its branch. */
  readonly led: ReadonlySet<TranscriptLine>
}

/** A turn of more bytes than this is cut: a commit's bytes are held in memory whenever it is read. */
const mostBytes = 64 * 1024 * 1024

const isSummary = (line: TranscriptLine): boolean => line.class === 'compaction_summary'

const noRecord: ReadonlySet<RecordClass> = new Set<RecordClass>(['malformed'])
/** Lines that alone make no conversation: a file of nothing else has no commit. */
const silent: ReadonlySet<RecordClass> = new Set<RecordClass>(['title', 'bookkeeping', 'malformed'])

class ChainCutter {
  readonly drafts: Draft[] = []
  readonly loose: PlacedLine[] = []
  readonly foreignParents: string[] = []
  private readonly rules: CutRules
  private readonly draftOf = new Map<string, Draft>()
  private tip: Draft | ForeignCommit | undefined
  private lastCopy: string | undefined
  /** Messages that a copied compaction kept word for word → its boundary: who goes on from one of them goes on from the compaction. */
  private readonly keptBy = new Map<string, string>()
  private open: Draft | undefined
  /** Bytes that the open commit holds. */
  private openBytes = 0
  private leading: PlacedLine[] = []
  /** Somebody has spoken: a prompt, a reply or a compaction. */
  private hasBegun = false
  /** Turns of the open commit and those before it, since a branch began or a compaction. */
  private turns = 0
  /** Compaction that still takes summary records. */
  private compaction: Draft | undefined
  private readonly reply: LastReply
  /** Notes since a spawning reply. */
  private waiting: PlacedLine[] = []
  private cutNext: Checkpoint | undefined

  constructor(rules: CutRules) {
    this.rules = rules
    this.reply = new LastReply(rules)
  }

  add(place: PlacedLine): void {
    if (place.isCopy) this.addCopy(place)
    else if (this.mustWait(place.line)) this.waiting.push(place)
    else {
      this.release(place.line)
      this.take(place)
    }
  }

  /** After a spawning reply, notes of the client wait for whoever speaks next: the reply itself, or what follows it. */
  private mustWait(line: TranscriptLine): boolean {
    if (!this.reply.isLast || this.reply.speaks(line) || line.compaction !== undefined) return false
    return isConversation(line) || this.waiting.length > 0
  }

  /** @param next who speaks next; undefined: nobody does. */
  private release(next: TranscriptLine | undefined): void {
    if (this.waiting.length === 0) return
    const places = this.waiting
    this.waiting = []
    if (next === undefined || !this.reply.goesOn(next)) this.close(this.reply.checkpoint)
    for (const place of places) this.take(place)
  }

  private take(place: PlacedLine): void {
    const { line } = place
    if (this.compaction !== undefined && isSummary(line)) this.hold(this.compaction, place)
    else if (this.rules.led.has(line)) this.leading.push(place)
    else if (!isConversation(line)) this.addNote(place)
    else if (line.compaction !== undefined) this.addCompaction(place)
    else this.addToDelta(place)
  }

  /** What is no message goes with the one before it, or with the first. */
  private addNote(place: PlacedLine): void {
    // Of what leads to a rewound prompt no commit is open yet.
    if (this.open === undefined || this.leading.length > 0) {
      this.leading.push(place)
      return
    }
    if (this.isFullFor(place.line)) {
      this.close('explicit')
      this.open = this.start('delta', this.tip)
    }
    this.hold(this.open, place)
  }

  private isFullFor(line: TranscriptLine): boolean {
    return this.openBytes > 0 && !isOutsized(line) && this.openBytes + line.length > mostBytes
  }

  finish(): ChainCuts {
    this.release(undefined)
    const ignored = this.drafts.length > 0 ? noRecord : silent
    const isWorthACommit = this.leading.some(({ line }) => !line.blank && !ignored.has(line.class))
    if (this.open === undefined && isWorthACommit) this.open = this.start('delta', this.parentAfter(undefined))
    const rest = this.open?.places ?? this.loose
    for (const place of this.leading) rest.push(place)
    this.close('session_end')
    return { drafts: this.drafts, tip: this.tip, loose: this.loose, foreignParents: this.foreignParents }
  }

  private addCopy(place: PlacedLine): void {
    this.loose.push(place)
    const { uuid, compaction } = place.line
    const holder = uuid === undefined ? undefined : this.rules.foreign.get(uuid)
    if (uuid === undefined || holder === undefined || this.hasBegun || this.drafts.length > (this.open === undefined ? 0 : 1)) return
    this.takeBack()
    this.tip = { foreign: holder }
    this.lastCopy = uuid
    for (const kept of compaction?.preserved ?? []) this.keptBy.set(kept, uuid)
  }

  /** What a hook wrote in front of the copies goes with the first commit after them. */
  private takeBack(): void {
    if (this.open === undefined) return
    this.leading = [...this.open.places, ...this.leading]
    this.drafts.length = 0
    this.draftOf.clear()
    this.open = undefined
    this.openBytes = 0
  }

  private addCompaction(place: PlacedLine): void {
    this.close('compaction')
    const draft = this.startAt('compaction', place.line)
    draft.checkpoint = 'compaction'
    this.hold(draft, place)
    this.tip = draft
    this.compaction = draft
    this.hasBegun = true
  }

  private addToDelta(place: PlacedLine): void {
    const { line } = place
    const typed = typedByHuman.has(line.class) && this.rules.chain === mainChain
    if (typed) this.beginTurn(line)
    else this.goOn(line)
    this.cutNext = undefined
    const open = this.open
    if (open === undefined) throw new Error('a delta is open here')
    for (const early of this.leading) this.hold(open, early)
    this.leading = []
    this.hold(open, place)
    this.lookAhead(line, typed)
  }

  private beginTurn(line: TranscriptLine): void {
    const { granularity, rewinds } = this.rules
    if (rewinds.has(line) || this.open === undefined) this.turns = 0
    const isDue = granularity === 'response' || this.turns % granularity === 0
    this.turns += 1
    if (!isDue) {
      this.goOn(line)
      return
    }
    this.close('turn_boundary')
    this.open = this.startAt('delta', line)
  }

  /** In the open commit, unless something asks for a cut before this line. */
  private goOn(line: TranscriptLine): void {
    const reason = this.reasonToCut(line)
    if (reason !== undefined) this.close(reason)
    this.open ??= this.start('delta', this.parentOf(line))
  }

  /** A commit that begins with this line: on another branch where the line goes back to one. */
  private startAt(type: CommitType, line: TranscriptLine): Draft {
    const rewind = this.rules.rewinds.get(line)
    const parent = rewind?.from === undefined ? undefined : this.commitOf(rewind.from)
    const isBranch = rewind !== undefined && (parent !== undefined || rewind.from === undefined)
    const draft = this.start(type, isBranch ? parent : this.parentOf(line))
    if (isBranch) draft.branchOf = 'rewind'
    return draft
  }

  /** Decides what the next line will mean. */
  private lookAhead(line: TranscriptLine, typed: boolean): void {
    const replies = this.reply.isReply(line)
    if (typed || replies) {
      this.compaction = undefined
      this.hasBegun = true
    }
    if (replies) this.reply.see(line)
    if (line.uuid !== undefined && this.rules.forkPoints.has(line.uuid)) this.cutNext = 'explicit'
    if (line.class === 'compaction') this.cutNext = 'compaction'
  }

  private reasonToCut(line: TranscriptLine): Checkpoint | undefined {
    if (this.cutNext !== undefined) return this.cutNext
    if (this.isFullFor(line)) return 'explicit'
    return !this.reply.isLast || !this.reply.speaks(line) || this.reply.goesOn(line) ? undefined : this.reply.checkpoint
  }

  private parentOf(line: TranscriptLine): Draft | ForeignCommit | undefined {
    return this.parentAfter(line.parentUuid ?? line.logicalParentUuid)
  }

  /** The commit that goes before: the one cut last; for a chain's first commit the one that ends with its parent message, or with the last copy. */
  private parentAfter(before: string | undefined): Draft | ForeignCommit | undefined {
    if (this.drafts.length > 0) return this.tip
    const from = before === undefined ? undefined : (this.keptBy.get(before) ?? before)
    const copied = from !== undefined && this.rules.foreign.has(from) ? from : this.lastCopy
    return copied === undefined ? this.tip : (this.commitOf(copied) ?? this.tip)
  }

  private commitOf(uuid: string): Draft | ForeignCommit | undefined {
    const own = this.draftOf.get(uuid)
    const holder = this.rules.foreign.get(uuid)
    if (own !== undefined || holder === undefined) return own
    this.foreignParents.push(uuid)
    return { foreign: holder }
  }

  private start(type: CommitType, parent: Draft | ForeignCommit | undefined): Draft {
    const isFirst = this.drafts.length === 0
    const branchOf = isFirst && parent !== undefined ? ('foreign' in parent ? 'resume' : 'spawn') : undefined
    const draft: Draft = { chain: this.rules.chain, type, places: [], parent, branchOf, checkpoint: 'session_end' }
    this.drafts.push(draft)
    return draft
  }

  private hold(draft: Draft, place: PlacedLine): void {
    draft.places.push(place)
    if (draft === this.open && !isOutsized(place.line)) this.openBytes += place.line.length
    if (place.line.uuid !== undefined && !this.draftOf.has(place.line.uuid)) this.draftOf.set(place.line.uuid, draft)
  }

  private close(checkpoint: Checkpoint): void {
    this.reply.forget()
    if (this.open === undefined) return
    this.open.checkpoint = checkpoint
    this.tip = this.open
    this.open = undefined
    this.openBytes = 0
  }
}

/** Cuts the lines of one chain, in the order of the transcript, into drafts. */
export const cutChain = (places: readonly PlacedLine[], rules: CutRules): ChainCuts => {
  const cutter = new ChainCutter(rules)
  for (const place of places) cutter.add(place)
  return cutter.finish()
}
