/** Facts in a record about compactions, titles, agents and its API reply. */
import { agentChain } from '../../app/model/agent-chain.ts'
import type { RecordClass } from '../../app/model/record-class.ts'
import type { AgentLink, CompactionDetail, TranscriptLine } from '../../app/model/transcript-line.ts'
import type { LineContext } from './line-context.ts'
import { shorten } from './normalise.ts'
import { keptSegment } from '../../app/model/kept-segment.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'
import { contentList, readMessage, type RecordMessage, tokenCount, type TranscriptRecord } from '../../app/model/record.ts'

/** Maximum length of a headline and of a title, UTF-16 code units. */
export const headlineLimit = 300

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const shortTextIn = (value: unknown): string | undefined => (typeof value === 'string' ? shorten(value, headlineLimit) : undefined)

/** An agent as its chain is called. */
const agentIn = (value: unknown): string | undefined => {
  const agentId = textIn(value)
  return agentId === undefined ? undefined : agentChain(agentId)
}

/** Uuids of the messages that stay word for word (clients from 2.1.112 on). */
const keptBy = (detail: JsonObject): string[] => {
  const kept = isObject(detail['preservedMessages']) ? contentList(detail['preservedMessages']['uuids']) : undefined
  return (kept ?? []).filter((uuid) => typeof uuid === 'string')
}

/** A boundary's own account of itself: `compactMetadata` on disk, `compact_metadata` or the content in older forms. */
export const compactionOf = (record: TranscriptRecord): CompactionDetail | undefined => {
  if (record.subtype !== 'compact_boundary' || record.type !== 'system') return undefined
  const detail = record.compactMetadata ?? record.compact_metadata ?? (isObject(record.content) ? record.content : {})
  return {
    trigger: shortTextIn(detail['trigger']),
    preTokens: tokenCount(detail['preTokens'] ?? detail['pre_tokens']),
    postTokens: tokenCount(detail['postTokens'] ?? detail['post_tokens']),
    droppedTokens: tokenCount(detail['cumulativeDroppedTokens'] ?? detail['cumulative_dropped_tokens']),
    form: record.compactMetadata === undefined ? 'old' : 'new',
    preserved: keptBy(detail),
    segment: keptSegment(detail),
  }
}

/** The finer kind of a summary that is itself a compaction: older clients write no boundary before it. */
export const rootSummary = 'root_summary'

/** A summary that nothing leads to, and that belongs to no boundary before it: it works as one (claude-code-v1, 6). */
export const isOwnCompaction = (record: TranscriptRecord, name: RecordClass, context: LineContext): boolean =>
  name === 'compaction_summary' && record.type === 'user' && record.isCompactSummary && record.parentUuid === null && !context.isCompacted

/** Such a summary says nothing of what it replaced. */
export const unreported: CompactionDetail = {
  trigger: undefined,
  preTokens: undefined,
  postTokens: undefined,
  form: 'summary',
  preserved: [],
}

const recordTitle = (record: TranscriptRecord): TranscriptLine['title'] => {
  if (record.type === 'custom-title' && record.customTitle !== undefined)
    return { source: 'custom', text: record.customTitle, leafUuid: undefined }
  if (record.type === 'ai-title' && record.aiTitle !== undefined) return { source: 'agent', text: record.aiTitle, leafUuid: undefined }
  if (record.type === 'agent-name' && record.agentName !== undefined)
    return { source: 'agent', text: record.agentName, leafUuid: undefined }
  return undefined
}

export const titleOf = (record: TranscriptRecord): TranscriptLine['title'] =>
  record.type === 'summary' && record.summary !== undefined
    ? { source: 'summary', text: shorten(record.summary, headlineLimit), leafUuid: record.leafUuid }
    : recordTitle(record)

/** The message of a sub-agent that an agent_progress record carries; undefined for other records. */
const carriedBy = (record: TranscriptRecord): JsonObject | undefined =>
  record.data?.['type'] === 'agent_progress' && isObject(record.data['message']) ? record.data['message'] : undefined

/** Agent that an agent_progress record names; undefined for other records. */
const carriedAgent = (record: TranscriptRecord): string | undefined =>
  record.data?.['type'] === 'agent_progress' ? agentIn(record.data['agentId']) : undefined

export const agentIdOf = (record: TranscriptRecord): string | undefined => carriedAgent(record) ?? agentIn(record.agentId)

/** Which tool call ran which agent: a tool result that names it, or a progress record that names its call. */
export const agentLinkOf = (record: TranscriptRecord, toolResultIds: readonly string[]): AgentLink | undefined => {
  const reported = isObject(record.toolUseResult) ? agentIn(record.toolUseResult['agentId']) : undefined
  const toolUseId = toolResultIds[0]
  if (reported !== undefined && toolUseId !== undefined) return { toolUseId, agentId: reported }
  const carried = carriedAgent(record)
  return carried !== undefined && record.parentToolUseID !== undefined ? { toolUseId: record.parentToolUseID, agentId: carried } : undefined
}

/** An API reply, or the part of it that a record holds. */
export interface ReplyFacts {
  /** False for messages that are no replies: their usage and model do not count. */
  readonly isReply: boolean
  readonly message: RecordMessage | undefined
  readonly requestId: string | undefined
  /** Uuid of the carried message. */
  readonly carriedUuid: string | undefined
}

/** Where usage, ids and model of an API reply stand: in the record, or in the message an agent_progress record carries. */
export const replyOf = (record: TranscriptRecord): ReplyFacts => {
  const carried = carriedBy(record)
  if (carried === undefined) {
    const isReply = record.type === 'assistant'
    return { isReply, message: readMessage(record.message), requestId: record.requestId, carriedUuid: undefined }
  }
  return {
    isReply: carried['type'] === 'assistant',
    message: readMessage(isObject(carried['message']) ? carried['message'] : undefined),
    requestId: textIn(carried['requestId']),
    carriedUuid: textIn(carried['uuid']),
  }
}

/** The finer kind of a record: its subtype, or the kind of what it carries. */
export const subtypeOf = (record: TranscriptRecord): string | undefined => {
  if (record.subtype !== undefined) return record.subtype
  if (record.type === 'attachment') return textIn(record.attachment?.['type'])
  if (record.type === 'progress') return textIn(record.data?.['type'])
  return record.type === 'queue-operation' ? record.operation : undefined
}

export const forkedFrom = (record: TranscriptRecord): string | undefined => textIn(record.forkedFrom?.['sessionId'])
