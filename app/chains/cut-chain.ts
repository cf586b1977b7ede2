/** Cuts one chain into commits, by content alone. */
import type { CommitType } from '../model/context-commit.ts'
import { mainChain } from '../model/agent-chain.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { Draft, ForeignCommit } from './draft.ts'
import type { Branches } from './find-branches.ts'
import type { ReplyRules } from './last-reply.ts'
import { isConversation, isOutsized } from './session-lines.ts'
import type { PlacedLine } from './session-lines.ts'
import { Strand } from './strand.ts'

export interface ChainCuts {
  readonly drafts: readonly Draft[]
  /** End of the chain; undefined when it has no conversation at all. */
  readonly tip: Draft | ForeignCommit | undefined
  /** Lines that no commit holds: copies, and a file without any conversation. */
  readonly loose: readonly PlacedLine[]
  /** Uuids of other sessions from which commits of this chain continue. */
  readonly foreignParents: readonly string[]
}

export interface CutRules extends ReplyRules {
  readonly foreign: ReadonlyMap<string, string>
  /** Uuids that a commit must end with. */
  readonly forkPoints: ReadonlySet<string>
  readonly branches: Branches
  /** Records of the client that lead to the record which begins a branch: they belong to the branch. */
  readonly led: ReadonlySet<TranscriptLine>
}

const isSummary = (line: TranscriptLine): boolean => line.class === 'compaction_summary'

const noRecord: ReadonlySet<RecordClass> = new Set<RecordClass>(['malformed'])
/** Classes outside the conversation: a file with only these has no commit. */
const silent: ReadonlySet<RecordClass> = new Set<RecordClass>(['title', 'bookkeeping', 'malformed'])

class ChainCutter {
  readonly drafts: Draft[] = []
  readonly loose: PlacedLine[] = []
  readonly foreignParents: string[] = []
  private readonly rules: CutRules
  private readonly draftOf = new Map<string, Draft>()
  private readonly strands = new Map<number, Strand>()
  /** The branch of the line that is added. */
  private at: Strand
  private lastCopy: string | undefined
  /** Messages that a copied compaction kept word for word → its boundary: a line that continues one of them continues the compaction. */
  private readonly keptBy = new Map<string, string>()
  /** True after the first prompt, reply or compaction. */
  private hasBegun = false

  constructor(rules: CutRules) {
    this.rules = rules
    this.at = new Strand(rules, undefined)
    this.strands.set(0, this.at)
  }

  add(place: PlacedLine): void {
    if (place.isCopy) {
      this.addCopy(place)
      return
    }
    this.follow(place.line)
    if (this.mustWait(place.line)) this.at.waiting.push(place)
    else {
      this.release(place.line)
      this.take(place)
    }
  }

  /** Lines without a branch belong to that of the line before. */
  private follow(line: TranscriptLine): void {
    const branch = this.rules.branches.branchOf.get(line)
    if (branch === undefined) return
    const strand = this.strands.get(branch) ?? this.branchOff(line)
    this.strands.set(branch, strand)
    this.at = strand
  }

  private branchOff(line: TranscriptLine): Strand {
    this.release(line)
    const left = this.at
    const parent = line.parentUuid === undefined || this.drafts.length === 0 ? undefined : this.commitOf(line.parentUuid)
    const strand = new Strand(this.rules, parent ?? left.open ?? left.tip)
    strand.leading = left.leading
    left.leading = []
    return strand
  }

  /** After a spawning reply, notes of the client wait for the next message: a record of the same reply, or what follows it. */
  private mustWait(line: TranscriptLine): boolean {
    const { reply, waiting } = this.at
    if (!reply.isLast || reply.isConversation(line) || line.compaction !== undefined) return false
    return isConversation(line) || waiting.length > 0
  }

  /** @param next the next message; undefined: the chain ends */
  private release(next: TranscriptLine | undefined): void {
    const { waiting, reply } = this.at
    if (waiting.length === 0) return
    this.at.waiting = []
    if (next === undefined || !reply.isSameReply(next)) this.at.close(reply.checkpoint)
    for (const place of waiting) this.take(place)
  }

  private take(place: PlacedLine): void {
    const { line } = place
    if (this.at.compaction !== undefined && isSummary(line)) this.hold(this.at.compaction, place)
    else if (this.rules.led.has(line)) this.at.leading.push(place)
    else if (!isConversation(line)) this.addNote(place)
    else if (line.compaction !== undefined) this.addCompaction(place)
    else this.addToDelta(place)
  }

  /** A record that is not a message goes with the message before it, or with the first one. */
  private addNote(place: PlacedLine): void {
    const { at } = this
    // No commit is open yet for the records before the beginning of a branch.
    if (at.open === undefined || at.leading.length > 0) {
      at.leading.push(place)
      return
    }
    if (at.isFullFor(place.line)) {
      at.close('explicit')
      at.open = this.start('delta', at.tip)
    }
    this.hold(at.open, place)
  }

  /** The branch with the last message is the end of the chain. */
  finish(): ChainCuts {
    const last = this.strands.get(this.rules.branches.last) ?? this.at
    for (const strand of this.strands.values()) if (strand !== last) this.end(strand, 'turn_boundary')
    this.end(last, 'session_end')
    return { drafts: this.drafts, tip: last.tip, loose: this.loose, foreignParents: this.foreignParents }
  }

  private end(strand: Strand, checkpoint: Draft['checkpoint']): void {
    this.at = strand
    this.release(undefined)
    const ignored = this.drafts.length > 0 ? noRecord : silent
    const isWorthACommit = strand.leading.some(({ line }) => !line.blank && !ignored.has(line.class))
    if (strand.open === undefined && isWorthACommit) strand.open = this.start('delta', this.parentAfter(undefined))
    const rest = strand.open?.places ?? this.loose
    for (const place of strand.leading) rest.push(place)
    strand.close(checkpoint)
  }

  private addCopy(place: PlacedLine): void {
    this.loose.push(place)
    const { uuid, compaction } = place.line
    const holder = uuid === undefined ? undefined : this.rules.foreign.get(uuid)
    if (uuid === undefined || holder === undefined || this.hasBegun || this.drafts.length > (this.at.open === undefined ? 0 : 1)) return
    this.dropLeadingDraft()
    this.at.tip = { foreign: holder }
    this.lastCopy = uuid
    for (const kept of compaction?.preserved ?? []) this.keptBy.set(kept, uuid)
  }

  /** Records that a hook wrote before the copies go with the first commit after them. */
  private dropLeadingDraft(): void {
    const { at } = this
    if (at.open === undefined) return
    at.leading = [...at.open.places, ...at.leading]
    this.drafts.length = 0
    this.draftOf.clear()
    at.drop()
  }

  private addCompaction(place: PlacedLine): void {
    const { at } = this
    at.close('compaction')
    const draft = this.startAt('compaction', place.line)
    draft.checkpoint = 'compaction'
    this.hold(draft, place)
    at.tip = draft
    at.compaction = draft
    this.hasBegun = true
  }

  private addToDelta(place: PlacedLine): void {
    const { line } = place
    const { at } = this
    const typed = typedByHuman.has(line.class) && this.rules.chain === mainChain
    if (typed) this.beginTurn(line)
    else this.continueCommit(line)
    at.cutNext = undefined
    const { open } = at
    if (open === undefined) throw new Error('a delta is open here')
    for (const early of at.leading) this.hold(open, early)
    at.leading = []
    this.hold(open, place)
    this.lookAhead(line, typed)
  }

  private beginTurn(line: TranscriptLine): void {
    const { granularity } = this.rules
    const { at } = this
    if (at.open === undefined) at.turns = 0
    const isDue = granularity === 'response' || at.turns % granularity === 0
    at.turns += 1
    if (!isDue) {
      this.continueCommit(line)
      return
    }
    at.close('turn_boundary')
    at.open = this.startAt('delta', line)
  }

  /** In the open commit, unless something asks for a cut before this line. */
  private continueCommit(line: TranscriptLine): void {
    const { at } = this
    const reason = at.reasonToCut(line)
    if (reason !== undefined) at.close(reason)
    at.open ??= this.startAt('delta', line)
  }

  /** A commit that begins with this line: on another branch where the line begins one. */
  private startAt(type: CommitType, line: TranscriptLine): Draft {
    const begun = this.rules.branches.starts.get(line)
    const parent = begun?.from === undefined ? undefined : this.commitOf(begun.from)
    const isBranch = begun !== undefined && (parent !== undefined || begun.from === undefined)
    const draft = this.start(type, isBranch ? parent : this.parentOf(line))
    if (isBranch) draft.branchOf = 'rewind'
    return draft
  }

  /** Decides what the next line will mean. */
  private lookAhead(line: TranscriptLine, typed: boolean): void {
    const { at } = this
    const replies = at.reply.isReply(line)
    if (typed || replies) {
      at.compaction = undefined
      this.hasBegun = true
    }
    if (replies) at.reply.see(line)
    if (line.uuid !== undefined && this.rules.forkPoints.has(line.uuid)) at.cutNext = 'explicit'
    if (line.class === 'compaction') at.cutNext = 'compaction'
  }

  private parentOf(line: TranscriptLine): Draft | ForeignCommit | undefined {
    return this.parentAfter(line.parentUuid ?? line.logicalParentUuid)
  }

  /** The commit before: the one cut last; for a chain's first commit the one that ends with its parent message, or with the last copy. */
  private parentAfter(before: string | undefined): Draft | ForeignCommit | undefined {
    const { tip } = this.at
    if (this.drafts.length > 0) return tip
    const from = before === undefined ? undefined : (this.keptBy.get(before) ?? before)
    const copied = from !== undefined && this.rules.foreign.has(from) ? from : this.lastCopy
    return copied === undefined ? tip : (this.commitOf(copied) ?? tip)
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
    if (draft === this.at.open && !isOutsized(place.line)) this.at.openBytes += place.line.length
    if (place.line.uuid !== undefined && !this.draftOf.has(place.line.uuid)) this.draftOf.set(place.line.uuid, draft)
  }
}

/** Cuts the lines of one chain, in the order of the transcript, into drafts. */
export const cutChain = (places: readonly PlacedLine[], rules: CutRules): ChainCuts => {
  const cutter = new ChainCutter(rules)
  for (const place of places) cutter.add(place)
  return cutter.finish()
}
