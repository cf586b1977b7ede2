/** A record in the tree of a session's main chain, while branches are looked for. */
import { typedByHuman } from '../model/record-class.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

export interface BranchNode {
  readonly line: TranscriptLine
  /** A branch from this record continues the commit that ends with this uuid. */
  readonly point: string
  readonly parent: BranchNode | undefined
  /** Number of the record in the file. */
  readonly order: number
  branch: number
  /** A reply, a prompt or a compaction follows. */
  wasContinued: boolean
  /** A reply follows. */
  wasAnswered: boolean
  /** A side row that the conversation passed before a record hung on it: it never forks the conversation. */
  isAside: boolean
}

export const isTyped = (line: TranscriptLine): boolean => typedByHuman.has(line.class)
export const isBoundary = (line: TranscriptLine): boolean => line.compaction !== undefined

/** Records that the client writes by itself before a prompt: a fork is searched above them. */
const notes: ReadonlySet<RecordClass> = new Set<RecordClass>(['meta', 'local_command', 'system_reminder', 'bookkeeping', 'system'])

/** Messages of others that a reply can answer. */
const others: ReadonlySet<RecordClass> = new Set<RecordClass>([
  'task_notification',
  'teammate_message',
  'auto_continuation',
  'plan_handover',
  'hook_feedback',
  'peer_message',
  'scheduled',
  'unknown_origin',
  'unknown_wrapper',
])

export const isNote = (line: TranscriptLine): boolean => notes.has(line.class)
export const leadsToReply = (line: TranscriptLine): boolean => notes.has(line.class) || others.has(line.class)

const isHook = (line: TranscriptLine): boolean => line.type === 'attachment' && line.subtype?.startsWith('hook_') === true
/** Records of type system that announce something to the user; all others report what the client did. */
const announcing: ReadonlySet<string | undefined> = new Set([undefined, 'informational', 'local_command'])

/** Progress, hook and other rows beside the conversation. */
export const isSide = (line: TranscriptLine): boolean =>
  line.type === 'progress' || isHook(line) || (line.class === 'system' && !announcing.has(line.subtype))

/** True for a record that is part of the conversation: a message, a typed prompt or a compaction boundary. */
export const isConversation = (line: TranscriptLine): boolean =>
  line.type === 'user' || line.type === 'assistant' || isTyped(line) || isBoundary(line)

const isSameReply = (a: TranscriptLine, b: TranscriptLine): boolean =>
  a.class === 'reply' && a.messageId !== undefined && a.messageId === b.messageId

/** Marks the ancestors of a node; records of one reply do not continue each other. */
const mark = (node: BranchNode, as: 'wasContinued' | 'wasAnswered'): void => {
  for (let at = node.parent; at !== undefined && !at[as]; at = at.parent) {
    if (isSameReply(at.line, node.line)) return
    at[as] = true
  }
}

/** Marks the ancestors of a node that speaks. */
export const markAncestors = (node: BranchNode): void => {
  mark(node, 'wasContinued')
  if (node.line.class === 'reply') mark(node, 'wasAnswered')
}
