/**
 * Gives every record of the main chain a branch, by its parent: branches begin at rewinds, at replies and results beside others, and at
 * compactions of a branch that was left. Two programs that write one file in turn have a branch each.
 */
import { mainChain } from '../model/agent-chain.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { isBoundary, isNote, isConversation, isSide, isTyped, leadsToReply, markAncestors } from './branch-node.ts'
import type { BranchNode } from './branch-node.ts'
import type { PlacedLine } from './session-lines.ts'

/** Where a branch begins. */
export interface BranchStart {
  /** Uuid of the record that it continues; undefined: it continues nothing, the first prompt was taken back. */
  readonly from: string | undefined
  /** Records of the client between that record and the one that begins the branch: they belong to it. */
  readonly led: readonly TranscriptLine[]
}

export interface Branches {
  readonly starts: ReadonlyMap<TranscriptLine, BranchStart>
  /** Number of the branch of each record that has a uuid. */
  readonly branchOf: ReadonlyMap<TranscriptLine, number>
  /** The branch in which something was said last. */
  readonly last: number
}

interface Fork {
  readonly at: BranchNode | undefined
  readonly led: readonly BranchNode[]
}

/** A compaction replay writes a prompt again with a new uuid, the same parent and the same time. */
const replayKey = (line: TranscriptLine): string | undefined =>
  line.occurredAt === undefined ? undefined : `${line.parentUuid ?? ''} ${line.occurredAt}`

class BranchFinder {
  readonly starts = new Map<TranscriptLine, BranchStart>()
  readonly #originals: ReadonlyMap<TranscriptLine, TranscriptLine>
  readonly #nodes = new Map<string, BranchNode>()
  readonly #all: BranchNode[] = []
  readonly #prompts = new Set<string>()
  readonly #results = new Map<string, BranchNode[]>()
  readonly #replies = new Set<string>()
  /** Where each branch leaves another one, by number. */
  readonly #from: (BranchNode | undefined)[] = [undefined]
  /** The last record of each branch that is part of the conversation. */
  readonly #lastOf: (BranchNode | undefined)[] = []
  /** Branches that hold records which are no copies. */
  readonly #own = new Set<number>()
  #last: BranchNode | undefined
  #branch = 0
  #lastBranch = 0
  #hasBegun = false

  constructor(originals: ReadonlyMap<TranscriptLine, TranscriptLine>) {
    this.#originals = originals
  }

  add({ line, chain, isCopy }: PlacedLine): void {
    if (line.uuid === undefined) return
    if (line.isRepeat) {
      this.#repeat(line.uuid, chain)
      return
    }
    const original = this.#originals.get(line)
    if (original !== undefined) this.#alias(line, line.uuid, original)
    else if (chain === mainChain) this.#addToMain(line, line.uuid, isCopy)
    else if (!this.#nodes.has(line.uuid)) this.#nodes.set(line.uuid, this.#nodeOf(line, line.uuid, this.#parentOf(line)))
  }

  result(): Branches {
    return { starts: this.starts, branchOf: new Map(this.#all.map(({ line, branch }) => [line, branch])), last: this.#lastBranch }
  }

  /** Rows that are written again are of the branch that continues. */
  #repeat(uuid: string, chain: string): void {
    const node = this.#nodes.get(uuid)
    if (chain === mainChain && node !== undefined) this.#branch = this.#placeOf(node)
  }

  /** A record that is written again is where the conversation has come to: what hangs on it continues from there. */
  #alias(line: TranscriptLine, uuid: string, original: TranscriptLine): void {
    const node = original.uuid === undefined ? undefined : this.#nodes.get(original.uuid)
    if (node === undefined || this.#nodes.has(uuid)) return
    const branch = this.#placeOf(node)
    const last = this.#lastOf[branch] ?? node
    this.#nodes.set(uuid, { ...this.#nodeOf(line, last.point, last), branch })
  }

  #addToMain(line: TranscriptLine, uuid: string, isCopy: boolean): void {
    const parent = this.#parentOf(line)
    this.#passBy(line, parent)
    const fork = this.#forkOf(line, parent)
    if (fork === undefined) this.#branch = this.#placeOf(parent)
    else this.#begin(line, fork)
    const node = this.#nodeOf(line, uuid, parent)
    if (!this.#nodes.has(uuid)) this.#nodes.set(uuid, node)
    this.#all.push(node)
    if (!isCopy) this.#own.add(node.branch)
    this.#follow(node)
  }

  #nodeOf(line: TranscriptLine, point: string, parent: BranchNode | undefined): BranchNode {
    const order = this.#all.length
    return { line, point, parent, order, branch: this.#branch, wasContinued: false, wasAnswered: false, isAside: false }
  }

  /** The record before; what a compaction replaces leads to it, although its parent is null. */
  #parentOf(line: TranscriptLine): BranchNode | undefined {
    if (!isBoundary(line)) return line.parentUuid === undefined ? undefined : this.#nodes.get(line.parentUuid)
    return (line.logicalParentUuid === undefined ? undefined : this.#nodes.get(line.logicalParentUuid)) ?? this.#last
  }

  /** A record that hangs on a side row which the conversation has passed continues the conversation, wherever it is. */
  #passBy(line: TranscriptLine, parent: BranchNode | undefined): void {
    if (parent === undefined || !isConversation(line) || !isSide(parent.line) || parent.wasContinued) return
    parent.isAside = (this.#lastOf[parent.branch]?.order ?? -1) > parent.order
  }

  /** Whether the current branch leads to a record. */
  #isOnPath(node: BranchNode): boolean {
    let limit = Infinity
    for (let branch = this.#branch; ;) {
      if (node.branch === branch) return node.order <= limit
      const from = this.#from[branch]
      if (from === undefined) return false
      limit = from.order
      branch = from.branch
    }
  }

  #placeOf(parent: BranchNode | undefined): number {
    return parent === undefined || this.#isOnPath(parent) ? this.#branch : parent.branch
  }

  #forkOf(line: TranscriptLine, parent: BranchNode | undefined): Fork | undefined {
    if (isTyped(line)) return this.#isReplay(line) ? undefined : this.#forkAtPrompt(line, parent)
    if (isBoundary(line)) return this.#forkAtBoundary(parent)
    return line.class === 'reply' && this.#isNewReply(line) ? this.#forkAtReply(parent) : undefined
  }

  #isReplay(line: TranscriptLine): boolean {
    const key = replayKey(line)
    if (key === undefined) return false
    const isKnown = this.#prompts.has(key)
    this.#prompts.add(key)
    return isKnown
  }

  #isNewReply({ messageId }: TranscriptLine): boolean {
    return messageId === undefined || !this.#replies.has(messageId)
  }

  /** A compaction replaces what its boundary names: that can be a branch that was left. */
  #forkAtBoundary(parent: BranchNode | undefined): Fork | undefined {
    if (parent === undefined || this.#isOnPath(parent) || !this.#isTaken(parent)) return undefined
    return { at: parent, led: [] }
  }

  /** A record after this one begins a branch: something follows it, or it is of a branch that only copies are in. */
  #isTaken(at: BranchNode): boolean {
    return at.wasContinued || (!this.#own.has(at.branch) && !this.#isOnPath(at))
  }

  #forkAtPrompt(line: TranscriptLine, parent: BranchNode | undefined): Fork | undefined {
    const found = this.#climb(
      parent,
      (at) => this.#isTaken(at),
      (note) => note.class === 'error' || isNote(note),
    )
    if (found === undefined) return undefined
    // An error that the client reports is not taken back.
    if (!found.isRival && found.led.some((node) => node.line.class === 'error')) return undefined
    if (found.at !== undefined) return found
    const first = found.led.at(-1)?.line ?? line
    return first.isRoot && this.#hasBegun ? found : undefined
  }

  #forkAtReply(parent: BranchNode | undefined): Fork | undefined {
    const found = this.#climb(parent, (at) => at.wasAnswered, leadsToReply)
    return found?.at === undefined ? undefined : found
  }

  /** Goes up from a record to where its branch begins, or to the root; undefined: it continues the branch of its parent. */
  #climb(
    parent: BranchNode | undefined,
    isTaken: (at: BranchNode) => boolean,
    leads: (line: TranscriptLine) => boolean,
  ): (Fork & { readonly isRival: boolean }) | undefined {
    const led: BranchNode[] = []
    for (let at = parent; at !== undefined; at = at.parent) {
      if (isTaken(at)) return at.isAside ? undefined : { at, led, isRival: false }
      if (this.#isRival(at)) return { at: at.parent, led: [...led, at], isRival: true }
      if (isSide(at.line) || !leads(at.line)) return undefined
      led.push(at)
    }
    return { at: undefined, led, isRival: false }
  }

  /** A result of a call with a second result that the conversation continued from: two programs have a branch each. */
  #isRival(at: BranchNode): boolean {
    return (
      at.parent !== undefined && this.#keysOf(at).some((key) => this.#results.get(key)?.some((other) => other !== at && other.wasContinued))
    )
  }

  #keysOf({ line }: BranchNode): readonly string[] {
    return line.class === 'tool_result' ? line.toolResultIds.map((id) => `${line.parentUuid ?? ''} ${id}`) : []
  }

  #begin(line: TranscriptLine, { at, led }: Fork): void {
    this.starts.set(line, { from: at?.point, led: led.map((node) => node.line) })
    this.#branch = this.#from.push(at) - 1
    for (const node of led) node.branch = this.#branch
  }

  #follow(node: BranchNode): void {
    const { line } = node
    this.#last = node
    for (const key of this.#keysOf(node)) this.#results.set(key, [...(this.#results.get(key) ?? []), node])
    if (isConversation(line)) {
      this.#lastOf[node.branch] = node
      this.#lastBranch = node.branch
    }
    if (line.class === 'reply' && line.messageId !== undefined) this.#replies.add(line.messageId)
    if (isTyped(line) || isBoundary(line) || line.class === 'reply') {
      markAncestors(node)
      this.#hasBegun = true
    }
    if (isBoundary(line)) this.#keep(node)
  }

  /** Messages that the compaction kept are behind it from now on. */
  #keep(boundary: BranchNode): void {
    for (const uuid of boundary.line.compaction?.preserved ?? []) {
      const kept = this.#nodes.get(uuid)
      if (kept === undefined) continue
      const marks = { wasContinued: false, wasAnswered: false, isAside: false }
      this.#nodes.set(uuid, { ...kept, ...marks, point: boundary.point, parent: boundary, branch: boundary.branch, order: boundary.order })
    }
  }
}

/**
 * @param places records of the main transcripts in the order of the files
 * @param originals records that are written again, each with the record that it repeats
 */
export const findBranches = (
  places: readonly PlacedLine[],
  originals: ReadonlyMap<TranscriptLine, TranscriptLine> = new Map(),
): Branches => {
  const finder = new BranchFinder(originals)
  for (const place of places) finder.add(place)
  return finder.result()
}
