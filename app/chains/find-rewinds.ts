/**
 * Finds rewinds: a prompt that goes on from an earlier message although the conversation had gone on from there already, and a
 * compaction of a branch that had been left.
 */
import { typedByHuman } from '../model/record-class.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { mainChain } from '../model/agent-chain.ts'
import type { PlacedLine } from './session-lines.ts'

/** Where a rewound prompt goes on from. */
export interface Rewind {
  /** Uuid of the message; undefined: from nothing, the first prompt was taken back. */
  readonly from: string | undefined
  /** What the client wrote on its own between that message and the prompt: it is of the branch that the prompt begins. */
  readonly led: readonly TranscriptLine[]
}

interface Node {
  readonly line: TranscriptLine
  /** Whoever goes on from this message goes on from the commit that ends with this uuid. */
  readonly point: string
  readonly parent: Node | undefined
  readonly branch: number
  /** A reply, a prompt or a compaction already follows from here. */
  wasContinued: boolean
}

const isTyped = (line: TranscriptLine): boolean => typedByHuman.has(line.class)

/** What the client writes on its own in front of a prompt: a rewind is found behind it. */
const notes: ReadonlySet<RecordClass> = new Set<RecordClass>(['meta', 'local_command', 'system_reminder', 'bookkeeping', 'system'])

/** Tells every message that leads here that it was continued; lines of one reply do not continue each other. */
const markContinued = (node: Node): void => {
  for (let at = node.parent; at !== undefined && !at.wasContinued; at = at.parent) {
    const isSameReply = at.line.messageId !== undefined && at.line.messageId === node.line.messageId
    if (isSameReply && at.line.class === 'reply') return
    at.wasContinued = true
  }
}

/** A compaction replay writes a prompt again with a new uuid, but the same parent and the same time: without a time none is known. */
const replayKey = (line: TranscriptLine): string | undefined =>
  line.occurredAt === undefined ? undefined : `${line.parentUuid ?? ''} ${line.occurredAt}`

const isBoundary = (line: TranscriptLine): boolean => line.compaction !== undefined

class RewindFinder {
  readonly rewinds = new Map<TranscriptLine, Rewind>()
  private readonly nodes = new Map<string, Node>()
  private readonly prompts = new Set<string>()
  private last: Node | undefined
  private branch = 0
  private branches = 0
  /** Somebody has spoken on the main chain. */
  private hasBegun = false

  add({ line, chain }: PlacedLine): void {
    if (line.uuid === undefined || line.isRepeat) return
    const parent = this.parentOf(line)
    const onMain = chain === mainChain
    const typed = onMain && isTyped(line)
    if (typed) this.lookBack(line, parent)
    else if (onMain && isBoundary(line)) this.goOver(line, parent)
    const node: Node = { line, point: line.uuid, parent, branch: this.branch, wasContinued: false }
    if (!this.nodes.has(line.uuid)) this.nodes.set(line.uuid, node)
    if (onMain) this.follow(node, typed)
  }

  /** The message it goes on from; what a compaction replaces leads to it, although its parent is null. */
  private parentOf(line: TranscriptLine): Node | undefined {
    if (!isBoundary(line)) return line.parentUuid === undefined ? undefined : this.nodes.get(line.parentUuid)
    return (line.logicalParentUuid === undefined ? undefined : this.nodes.get(line.logicalParentUuid)) ?? this.last
  }

  private lookBack(line: TranscriptLine, parent: Node | undefined): void {
    const key = replayKey(line)
    const rewind = key !== undefined && this.prompts.has(key) ? undefined : this.rewindOf(line, parent)
    if (key !== undefined) this.prompts.add(key)
    if (rewind !== undefined) this.begin(line, rewind)
  }

  /** A compaction replaces what its boundary names: that may be a branch that was left, not the one that was written last. */
  private goOver(line: TranscriptLine, parent: Node | undefined): void {
    if (parent === undefined || parent.branch === this.branch) return
    for (let at = this.last; at !== undefined; at = at.parent) if (at === parent) return
    this.begin(line, { from: parent.point, led: [] })
  }

  private begin(line: TranscriptLine, rewind: Rewind): void {
    this.rewinds.set(line, rewind)
    this.branches += 1
    this.branch = this.branches
  }

  private rewindOf(line: TranscriptLine, parent: Node | undefined): Rewind | undefined {
    const led: TranscriptLine[] = []
    for (let at = parent; at !== undefined; at = at.parent) {
      if (at.wasContinued || at.branch !== this.branch) return { from: at.point, led }
      if (!notes.has(at.line.class)) return undefined
      led.push(at.line)
    }
    const first = led.at(-1) ?? line
    return first.isRoot && this.hasBegun ? { from: undefined, led } : undefined
  }

  private follow(node: Node, typed: boolean): void {
    this.last = node
    const boundary = isBoundary(node.line)
    if (typed || boundary || node.line.class === 'reply') {
      markContinued(node)
      this.hasBegun = true
    }
    if (boundary) this.keep(node)
  }

  /** Messages that the compaction kept stand behind it from now on. */
  private keep(boundary: Node): void {
    for (const uuid of boundary.line.compaction?.preserved ?? []) {
      const kept = this.nodes.get(uuid)
      if (kept !== undefined)
        this.nodes.set(uuid, { line: kept.line, point: boundary.point, parent: boundary, branch: this.branch, wasContinued: false })
    }
  }
}

/**
 * Prompts and compactions of the main chain that start a branch, with where they go on from.
 * Parallel tool results, hook side-branches, split replies and compaction replays are none.
 */
export const findRewinds = (places: readonly PlacedLine[]): ReadonlyMap<TranscriptLine, Rewind> => {
  const finder = new RewindFinder()
  for (const place of places) finder.add(place)
  return finder.rewinds
}
