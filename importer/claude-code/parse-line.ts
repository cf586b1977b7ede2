/** Parses one line of a transcript: JSON, class, events, usage, and what chains need to know. */
import { TextDecoder } from 'node:util'
import type { Problem, ProblemCode } from '../../app/model/problem.ts'
import type { AgentLink, CompactionDetail, LineUsage, ToolUse, TranscriptLine } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { classify, contentOf, evidenceOf } from './classify.ts'
import { normalise, shorten, typedText } from './normalise.ts'
import { isObject, readBlocks, readMessage, readRecord, tokenCount, contentList } from './record-schema.ts'
import type { JsonObject, TranscriptRecord } from './record-schema.ts'
import { referenceClass } from './reference-class.ts'

const bom = Buffer.from([0xef, 0xbb, 0xbf])
const strict = new TextDecoder('utf-8', { fatal: true })
const agentTools = new Set(['Task', 'Agent'])

const headlineLimit = 300

/** A line that holds no record, with everything a record would say left out. */
const bareLine = (raw: RawLine): Omit<TranscriptLine, 'blank' | 'class' | 'rule' | 'problems'> => ({
  line: raw.line,
  offset: raw.offset,
  length: raw.bytes.length,
  type: '',
  subtype: undefined,
  uuid: undefined,
  parentUuid: undefined,
  isRoot: false,
  logicalParentUuid: undefined,
  occurredAt: undefined,
  sessionId: undefined,
  agentId: undefined,
  isSidechain: false,
  isMeta: false,
  isCompactSummary: false,
  referenceClass: 'other',
  messageId: undefined,
  requestId: undefined,
  model: undefined,
  headline: '',
  hasImage: false,
  mentionsInjected: false,
  hasContentList: false,
  isApiError: false,
  textBlocks: 0,
  thinkingBlocks: 0,
  toolResults: 0,
  toolErrors: 0,
  textChars: 0,
  thinkingChars: 0,
  toolUses: [],
  toolResultIds: [],
  agentLink: undefined,
  compaction: undefined,
  events: [],
  usage: undefined,
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  entrypoint: undefined,
  title: undefined,
  forkedFrom: undefined,
  carriedUuid: undefined,
  isRepeat: false,
})

const problemAt = (raw: RawLine, code: ProblemCode, reason: string): Problem => ({
  code,
  reason,
  line: raw.line,
  offset: raw.offset,
  length: raw.bytes.length,
})

interface Decoded {
  readonly text: string
  readonly lossy: boolean
}

const decode = (raw: RawLine): Decoded => {
  const bytes = raw.offset === 0 && raw.bytes.subarray(0, 3).equals(bom) ? raw.bytes.subarray(3) : raw.bytes
  try {
    return { text: strict.decode(bytes), lossy: false }
  } catch {
    return { text: bytes.toString('utf8'), lossy: true }
  }
}

/** Milliseconds since 1970; a timestamp that is present but unreadable is a problem. */
const instant = (raw: RawLine, value: unknown, problems: Problem[]): number | undefined => {
  if (value === undefined || value === null) return undefined
  const at = typeof value === 'string' ? Date.parse(value) : NaN
  if (!Number.isNaN(at)) return at
  problems.push(problemAt(raw, 'bad-timestamp', 'the timestamp is no date in ISO 8601 form'))
  return undefined
}

const usageFields = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const

const usageOf = (raw: RawLine, usage: JsonObject | undefined, cost: unknown, problems: Problem[]): LineUsage | undefined => {
  if (usage === undefined) return undefined
  const counts = usageFields.map((field) => {
    const value = usage[field]
    const count = tokenCount(value)
    if (count === undefined && value !== undefined && value !== null)
      problems.push(problemAt(raw, 'unsafe-number', `usage.${field} is no safe count of tokens`))
    return count ?? 0
  })
  const costUsd = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined
  return {
    inputTokens: counts[0] ?? 0,
    outputTokens: counts[1] ?? 0,
    cacheReadTokens: counts[2] ?? 0,
    cacheWriteTokens: counts[3] ?? 0,
    costUsd,
  }
}

const compactionOf = (record: TranscriptRecord): CompactionDetail | undefined => {
  if (record.subtype !== 'compact_boundary' || record.type !== 'system') return undefined
  const detail = record.compactMetadata ?? record.compact_metadata ?? (isObject(record.content) ? record.content : {})
  const count = (camel: string, snake: string): number | undefined => tokenCount(detail[camel] ?? detail[snake])
  const kept = isObject(detail['preservedMessages']) ? contentList(detail['preservedMessages']['uuids']) : undefined
  return {
    trigger: typeof detail['trigger'] === 'string' ? detail['trigger'] : undefined,
    preTokens: count('preTokens', 'pre_tokens'),
    postTokens: count('postTokens', 'post_tokens'),
    form: record.compactMetadata === undefined ? 'old' : 'new',
    preserved: (kept ?? []).filter((uuid) => typeof uuid === 'string'),
  }
}

const titleOf = (record: TranscriptRecord): TranscriptLine['title'] => {
  if (record.type === 'custom-title' && record.customTitle !== undefined)
    return { source: 'custom', text: record.customTitle, leafUuid: undefined }
  const agent = record.type === 'ai-title' ? record.aiTitle : record.type === 'agent-name' ? record.agentName : undefined
  if (agent !== undefined) return { source: 'agent', text: agent, leafUuid: undefined }
  if (record.type === 'summary' && record.summary !== undefined)
    return { source: 'summary', text: shorten(record.summary, headlineLimit), leafUuid: record.leafUuid }
  return undefined
}

const toolUsesOf = (content: unknown): readonly ToolUse[] =>
  (readBlocks(content) ?? []).flatMap((block) => {
    if (block.type !== 'tool_use') return []
    const name = block.name ?? ''
    const prompt = agentTools.has(name) && isObject(block.input) ? block.input['prompt'] : undefined
    return [{ id: block.id ?? '', name, agentPrompt: typeof prompt === 'string' ? prompt : undefined }]
  })

const agentLinkOf = (record: TranscriptRecord, toolResultIds: readonly string[]): AgentLink | undefined => {
  const agentId = isObject(record.toolUseResult) ? record.toolUseResult['agentId'] : undefined
  const toolUseId = toolResultIds[0]
  if (typeof agentId === 'string' && toolUseId !== undefined) return { toolUseId, agentId }
  const carrier = record.data?.['type'] === 'agent_progress' ? record.data['agentId'] : undefined
  return typeof carrier === 'string' && record.parentToolUseID !== undefined
    ? { toolUseId: record.parentToolUseID, agentId: carrier }
    : undefined
}

interface Counts {
  readonly textBlocks: number
  readonly thinkingBlocks: number
  readonly toolResults: number
  readonly toolErrors: number
  readonly thinkingChars: number
  readonly hasImage: boolean
  readonly toolResultIds: readonly string[]
}

const countBlocks = (content: unknown): Counts => {
  const blocks = readBlocks(content) ?? []
  const results = blocks.filter((block) => block.type === 'tool_result')
  const thinking = blocks.filter((block) => block.type === 'thinking')
  return {
    textBlocks: blocks.filter((block) => block.type === 'text').length,
    thinkingBlocks: thinking.length,
    toolResults: results.length,
    toolErrors: results.filter((block) => block.is_error).length,
    thinkingChars: thinking.reduce((sum, block) => sum + (block.thinking?.length ?? 0), 0),
    hasImage: blocks.some((block) => block.type === 'image'),
    toolResultIds: results.flatMap((block) => (block.tool_use_id === undefined ? [] : [block.tool_use_id])),
  }
}

/** UTF-16 length of a text (a content, a summary), or of all text blocks without what joins them. */
const textChars = (content: unknown): number =>
  typeof content === 'string'
    ? content.length
    : (readBlocks(content) ?? []).reduce((sum, block) => sum + (block.type === 'text' ? (block.text?.length ?? 0) : 0), 0)

const kindOf = (record: TranscriptRecord): string | undefined => {
  if (record.subtype !== undefined) return record.subtype
  const carrier = record.type === 'attachment' ? record.attachment : record.type === 'progress' ? record.data : undefined
  const kind = carrier?.['type'] ?? (record.type === 'queue-operation' ? record.operation : undefined)
  return typeof kind === 'string' ? kind : undefined
}

/** Where usage, ids and model of an API reply stand: in the record, or in the message an agent_progress record carries. */
const replyOf = (record: TranscriptRecord) => {
  const carried = record.data?.['type'] === 'agent_progress' && isObject(record.data['message']) ? record.data['message'] : undefined
  if (carried === undefined)
    return {
      message: readMessage(record.message),
      requestId: record.requestId,
      isReply: record.type === 'assistant',
      carriedUuid: undefined,
    }
  const requestId = carried['requestId']
  const uuid = carried['uuid']
  return {
    message: readMessage(isObject(carried['message']) ? carried['message'] : undefined),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    isReply: carried['type'] === 'assistant',
    carriedUuid: typeof uuid === 'string' ? uuid : undefined,
  }
}

const agentIdOf = (record: TranscriptRecord): string | undefined => {
  const carried = record.data?.['type'] === 'agent_progress' ? record.data['agentId'] : undefined
  return typeof carried === 'string' ? carried : record.agentId
}

const recordLine = (raw: RawLine, json: JsonObject, afterBoundary: boolean, problems: Problem[]): TranscriptLine => {
  const record = readRecord(json)
  const evidence = evidenceOf(record, afterBoundary)
  const verdict = classify(evidence)
  const reference = referenceClass(record)
  const content = contentOf(record)
  const counts = countBlocks(content)
  const reply = replyOf(record)
  const list = contentList(content)
  if (verdict.class === 'unknown') problems.push(problemAt(raw, 'unknown-type', 'the record has no type that this version knows'))
  return {
    ...bareLine(raw),
    ...counts,
    blank: false,
    type: record.type ?? '',
    subtype: kindOf(record),
    uuid: record.uuid,
    parentUuid: typeof record.parentUuid === 'string' ? record.parentUuid : undefined,
    isRoot: record.parentUuid === null,
    logicalParentUuid: record.logicalParentUuid,
    occurredAt: instant(raw, record.timestamp, problems),
    sessionId: record.sessionId,
    agentId: agentIdOf(record),
    isSidechain: record.isSidechain,
    isMeta: record.isMeta,
    isCompactSummary: record.isCompactSummary,
    class: verdict.class,
    rule: verdict.rule,
    referenceClass: reference.class,
    messageId: reply.message?.id,
    requestId: reply.requestId,
    model: reply.isReply ? reply.message?.model : undefined,
    headline: shorten(typedText(verdict.class, evidence.spoken === '' ? evidence.text : evidence.spoken), headlineLimit),
    mentionsInjected: reference.mentionsInjected,
    hasContentList: list !== undefined && list.length > 0,
    isApiError: record.isApiErrorMessage,
    textChars: textChars(record.type === 'summary' ? record.summary : content),
    toolUses: toolUsesOf(reply.isReply ? reply.message?.content : undefined),
    agentLink: agentLinkOf(record, counts.toolResultIds),
    compaction: compactionOf(record),
    events: normalise(record, verdict.class, evidence.spoken === '' ? evidence.text : evidence.spoken),
    usage: reply.isReply ? usageOf(raw, reply.message?.usage, record.costUSD, problems) : undefined,
    cwd: record.cwd,
    gitBranch: record.gitBranch,
    version: record.version,
    entrypoint: record.entrypoint,
    title: titleOf(record),
    forkedFrom: typeof record.forkedFrom?.['sessionId'] === 'string' ? record.forkedFrom['sessionId'] : undefined,
    carriedUuid: reply.carriedUuid,
    problems,
  }
}

const malformed = (raw: RawLine, problem: Problem): TranscriptLine => ({
  ...bareLine(raw),
  blank: false,
  class: 'malformed',
  rule: `malformed/${problem.code}`,
  problems: [problem],
})

const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** A parsed line, and the record itself when the line holds one. */
export interface ParsedLine {
  readonly line: TranscriptLine
  readonly json: JsonObject | undefined
}

/**
 * Parses one line; never throws for its content.
 * @param afterBoundary the record before it in the file is a compaction boundary.
 */
export const parseLine = (raw: RawLine, afterBoundary: boolean): ParsedLine => {
  const { text, lossy } = decode(raw)
  if (text.trim() === '')
    return { line: { ...bareLine(raw), blank: true, class: 'bookkeeping', rule: 'blank', problems: [] }, json: undefined }
  const parsed = parseJson(text)
  if (parsed === undefined) {
    const cut = !raw.terminated
    const reason = cut ? 'the last line ends before its JSON does' : 'the line is not valid JSON'
    return { line: malformed(raw, problemAt(raw, cut ? 'truncated-line' : 'malformed-json', reason)), json: undefined }
  }
  if (!isObject(parsed.value))
    return { line: malformed(raw, problemAt(raw, 'not-an-object', 'the line is JSON, but not an object')), json: undefined }
  const problems: Problem[] = lossy ? [problemAt(raw, 'invalid-utf8', 'the line holds bytes that are not UTF-8')] : []
  return { line: recordLine(raw, parsed.value, afterBoundary, problems), json: parsed.value }
}
