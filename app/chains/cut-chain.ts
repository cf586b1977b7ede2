/** Cuts one chain into commits, by content alone. */
import type { Checkpoint, CommitType } from '../model/context-commit.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { isConversation, mainChain } from './session-lines.ts'
import type { PlacedLine } from './session-lines.ts'

/** Why a commit's parent is not the commit before it. */
export type BranchReason = 'rewind' | 'spawn' | 'resume'

/** A commit of another session. */
export interface ForeignCommit {
  readonly foreign: string
}

/** A commit before it has an id. */
export interface Draft {
  readonly chain: string
  readonly type: CommitType
  readonly places: PlacedLine[]
  parent: Draft | ForeignCommit | undefined
  branchOf: BranchReason | undefined
  checkpoint: Checkpoint
}

export interface ChainCuts {
  readonly drafts: readonly Draft[]
  /** End of the chain; undefined when it has no conversation at all. */
  readonly tip: Draft | ForeignCommit | undefined
  /** Lines that no commit holds: copies, and a file without any conversation. */
  readonly loose: readonly PlacedLine[]
  /** Uuids of other sessions from which commits of this chain go on. */
  readonly foreignParents: readonly string[]
}

export interface CutRules {
  readonly chain: string
  /** Commit that the chain's first commit starts from. */
  readonly origin: Draft | ForeignCommit | undefined
  readonly foreign: ReadonlyMap<string, string>
  /** Uuids that a commit must end with. */
  readonly forkPoints: ReadonlySet<string>
  readonly rewinds: ReadonlyMap<TranscriptLine, string>
}

const agentTools = new Set(['Task', 'Agent'])
const startsAgents = (line: TranscriptLine): boolean => line.toolUses.some((use) => agentTools.has(use.name))

const isSummary = (line: TranscriptLine): boolean => line.class === 'compaction_summary'
const isRootSummary = (line: TranscriptLine): boolean => line.isCompactSummary && line.isRoot

class ChainCutter {
  readonly drafts: Draft[] = []
  readonly loose: PlacedLine[] = []
  readonly foreignParents: string[] = []
  private readonly rules: CutRules
  private readonly draftOf = new Map<string, Draft>()
  private tip: Draft | ForeignCommit | undefined
  private lastCopy: string | undefined
  private open: Draft | undefined
  private leading: PlacedLine[] = []
  /** Compaction that still takes summary records. */
  private compaction: Draft | undefined
  private spawningReply: string | undefined
  private cutNext: Checkpoint | undefined

  constructor(rules: CutRules) {
    this.rules = rules
    this.tip = rules.origin
  }

  add(place: PlacedLine): void {
    if (place.isCopy) this.addCopy(place)
    else if (!isConversation(place.line)) (this.open?.places ?? this.leading).push(place)
    else if (place.line.compaction !== undefined || (isRootSummary(place.line) && this.compaction === undefined)) this.addCompaction(place)
    else if (this.compaction !== undefined && isSummary(place.line)) this.hold(this.compaction, place)
    else this.addToDelta(place)
  }

  finish(): ChainCuts {
    if (this.open === undefined && this.leading.some((place) => place.line.type !== '')) this.open = this.start('delta', this.tip)
    if (this.open !== undefined) {
      this.open.places.push(...this.leading)
      this.close('session_end')
    } else this.loose.push(...this.leading)
    return { drafts: this.drafts, tip: this.tip, loose: this.loose, foreignParents: this.foreignParents }
  }

  private addCopy(place: PlacedLine): void {
    this.loose.push(place)
    const holder = place.line.uuid === undefined ? undefined : this.rules.foreign.get(place.line.uuid)
    if (holder === undefined || this.drafts.length > 0) return
    this.tip = { foreign: holder }
    this.lastCopy = place.line.uuid
  }

  private addCompaction(place: PlacedLine): void {
    this.close('compaction')
    const logical = place.line.logicalParentUuid
    const holder = logical === undefined ? undefined : this.rules.foreign.get(logical)
    const parent = this.tip === undefined && holder !== undefined ? { foreign: holder } : this.tip
    const draft = this.start('compaction', parent)
    draft.checkpoint = 'compaction'
    this.hold(draft, place)
    this.tip = draft
    this.compaction = draft
  }

  private addToDelta(place: PlacedLine): void {
    const { line } = place
    const typed = typedByHuman.has(line.class) && this.rules.chain === mainChain
    if (typed) this.beginTurn(line)
    else {
      const reason = this.reasonToCut(line)
      if (reason !== undefined) this.close(reason)
      this.open ??= this.start('delta', this.parentOf(line))
    }
    this.cutNext = undefined
    const open = this.open
    if (open === undefined) throw new Error('a delta is open here')
    open.places.push(...this.leading)
    this.leading = []
    this.hold(open, place)
    this.lookAhead(line, typed)
  }

  private beginTurn(line: TranscriptLine): void {
    this.close('turn_boundary')
    const from = this.rules.rewinds.get(line)
    const branch = from === undefined ? undefined : this.commitOf(from)
    this.open = this.start('delta', branch ?? this.parentOf(line))
    if (branch !== undefined) this.open.branchOf = 'rewind'
  }

  /** Decides what the next line will mean. */
  private lookAhead(line: TranscriptLine, typed: boolean): void {
    if (typed || line.type === 'assistant') this.compaction = undefined
    if (line.type === 'assistant')
      this.spawningReply = startsAgents(line)
        ? (line.messageId ?? line.uuid)
        : line.messageId === this.spawningReply
          ? this.spawningReply
          : undefined
    if (line.uuid !== undefined && this.rules.forkPoints.has(line.uuid)) this.cutNext = 'explicit'
    if (line.class === 'compaction') this.cutNext = 'compaction'
  }

  private reasonToCut(line: TranscriptLine): Checkpoint | undefined {
    if (this.cutNext !== undefined) return this.cutNext
    const speaks = line.type === 'user' || line.type === 'assistant'
    const sameReply = line.type === 'assistant' && line.messageId === this.spawningReply
    if (this.spawningReply === undefined || !speaks || sameReply) return undefined
    this.spawningReply = undefined
    return 'tool_call'
  }

  /** The commit that goes before: the one its parent message ends, when that is another session's, else the one cut last. */
  private parentOf(line: TranscriptLine): Draft | ForeignCommit | undefined {
    const isFirst = this.drafts.length === 0
    const holder = isFirst && line.parentUuid !== undefined ? this.rules.foreign.get(line.parentUuid) : undefined
    if (holder !== undefined && line.parentUuid !== undefined) {
      this.foreignParents.push(line.parentUuid)
      return { foreign: holder }
    }
    if (isFirst && this.lastCopy !== undefined) this.foreignParents.push(this.lastCopy)
    return this.tip
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
    if (place.line.uuid !== undefined && !this.draftOf.has(place.line.uuid)) this.draftOf.set(place.line.uuid, draft)
  }

  private close(checkpoint: Checkpoint): void {
    if (this.open === undefined) return
    this.open.checkpoint = checkpoint
    this.tip = this.open
    this.open = undefined
  }
}

/** Cuts the lines of one chain, in the order of the transcript, into drafts. */
export const cutChain = (places: readonly PlacedLine[], rules: CutRules): ChainCuts => {
  const cutter = new ChainCutter(rules)
  for (const place of places) cutter.add(place)
  return cutter.finish()
}
