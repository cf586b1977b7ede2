/** Finds rewinds: a prompt that goes on from an earlier message although the conversation had gone on from there already. */
import { typedByHuman } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { mainChain } from './session-lines.ts'
import type { PlacedLine } from './session-lines.ts'

interface Node {
  readonly line: TranscriptLine
  readonly parent: Node | undefined
  readonly branch: number
  /** A reply or a prompt already follows from here. */
  wasContinued: boolean
}

const isTyped = (line: TranscriptLine): boolean => typedByHuman.has(line.class)

/** Tells every message that leads here that it was continued; lines of one reply do not continue each other. */
const markContinued = (node: Node): void => {
  for (let at = node.parent; at !== undefined && !at.wasContinued; at = at.parent) {
    const sameReply = at.line.messageId !== undefined && at.line.messageId === node.line.messageId
    if (!sameReply) at.wasContinued = true
  }
}

/** A compaction replay writes a prompt again with a new uuid, but the same parent and the same time. */
const replayKey = (line: TranscriptLine): string => `${line.parentUuid ?? ''} ${line.occurredAt ?? ''}`

/**
 * Prompts of the main chain that start a branch, with the uuid they go on from.
 * Parallel tool results, hook side-branches, split replies and compaction replays are none.
 */
export const findRewinds = (places: readonly PlacedLine[]): ReadonlyMap<TranscriptLine, string> => {
  const nodes = new Map<string, Node>()
  const prompts = new Set<string>()
  const rewinds = new Map<TranscriptLine, string>()
  let branch = 0
  let branches = 0
  for (const { line, chain } of places) {
    if (line.uuid === undefined || line.isRepeat) continue
    const parent = line.parentUuid === undefined ? undefined : nodes.get(line.parentUuid)
    const onMain = chain === mainChain
    const typed = onMain && isTyped(line)
    if (typed && parent !== undefined && (parent.wasContinued || parent.branch !== branch) && !prompts.has(replayKey(line))) {
      rewinds.set(line, parent.line.uuid ?? '')
      branches += 1
      branch = branches
    }
    const node: Node = { line, parent, branch, wasContinued: false }
    if (!nodes.has(line.uuid)) nodes.set(line.uuid, node)
    if (typed) prompts.add(replayKey(line))
    if (typed || (onMain && line.class === 'reply')) markContinued(node)
  }
  return rewinds
}
