/** Rows of the projection for a derived session: records, events, usage and problems. */
import type { PlacedLine } from '../../chains/session-lines.ts'
import { mainChain } from '../../model/agent-chain.ts'
import { problemActions } from '../../model/problem.ts'
import type { Problem } from '../../model/problem.ts'
import type { LineUsage, TranscriptLine } from '../../model/transcript-line.ts'
import type { RowCells } from '../../store/row-cells.ts'
import type { TableRow } from '../../store/tables.ts'

/** What rows need to know of the file a line stands in. */
export interface RowSource {
  readonly sourceId: string
  readonly file: string
}

export interface RowContext {
  readonly sessionId: string
  readonly commitOf: (place: PlacedLine) => string | undefined
}

export const problemRow = (source: RowSource, sessionId: string | null, problem: Problem): TableRow<'problems'> => ({
  sourceId: source.sourceId,
  sessionId,
  file: source.file,
  line: problem.line ?? null,
  byteOffset: problem.offset ?? null,
  byteLength: problem.length ?? null,
  code: problem.code,
  reason: problem.reason,
  action: problemActions[problem.code],
})

/** Session that a line says it was copied from: by name, or because a copy kept the session it was written in (as clients 2.0 do). */
const originOf = ({ line, chain }: PlacedLine, sessionId: string): string | undefined => {
  if (line.forkedFrom !== undefined) return line.forkedFrom
  const kept = chain === mainChain && line.uuid !== undefined && line.sessionId !== sessionId
  return kept ? line.sessionId : undefined
}

/** JSON text of what the columns have no place for; null when there is nothing. */
const detailOf = (place: PlacedLine, sessionId: string): string | null => {
  const { line } = place
  if (line.compaction !== undefined) {
    const { trigger, preTokens, postTokens, form } = line.compaction
    return JSON.stringify({ trigger: trigger ?? null, pre_tokens: preTokens ?? null, post_tokens: postTokens ?? null, form })
  }
  if (line.title !== undefined)
    return JSON.stringify({ source: line.title.source, title: line.title.text, leaf: line.title.leafUuid ?? null })
  if (line.note !== undefined) return JSON.stringify(line.note)
  const origin = originOf(place, sessionId)
  return origin === undefined ? null : JSON.stringify({ forked_from: origin })
}

/** What the row of a record is made of. */
export interface RecordItem {
  readonly source: RowSource
  readonly sessionId: string
  readonly place: PlacedLine
  readonly commitId: string | null
}

export const recordItem = (source: RowSource, place: PlacedLine, context: RowContext): RecordItem => ({
  source,
  sessionId: context.sessionId,
  place,
  commitId: context.commitOf(place) ?? null,
})

export const recordCells: RowCells<'records', RecordItem> = {
  sourceId: ({ source }) => source.sourceId,
  line: ({ place }) => place.line.line,
  sessionId: ({ sessionId }) => sessionId,
  chain: ({ place }) => place.chain,
  commitId: ({ commitId }) => commitId,
  isCopy: ({ place }) => place.isCopy,
  byteOffset: ({ place }) => place.line.offset,
  byteLength: ({ place }) => place.line.length,
  recordType: ({ place }) => place.line.type,
  subtype: ({ place }) => place.line.subtype ?? null,
  uuid: ({ place }) => place.line.uuid ?? null,
  parentUuid: ({ place }) => place.line.parentUuid ?? place.line.logicalParentUuid ?? null,
  occurredAt: ({ place }) => place.line.occurredAt ?? null,
  isSidechain: ({ place }) => place.line.isSidechain,
  isMeta: ({ place }) => place.line.isMeta,
  isCompactSummary: ({ place }) => place.line.isCompactSummary,
  class: ({ place }) => place.line.class,
  rule: ({ place }) => place.line.rule,
  referenceClass: ({ place }) => place.line.referenceClass,
  model: ({ place }) => place.line.model ?? null,
  hasContentList: ({ place }) => place.line.hasContentList,
  isApiError: ({ place }) => place.line.isApiError,
  hasImage: ({ place }) => place.line.hasImage,
  mentionsInjected: ({ place }) => place.line.mentionsInjected,
  textBlocks: ({ place }) => place.line.textBlocks,
  thinkingBlocks: ({ place }) => place.line.thinkingBlocks,
  toolUses: ({ place }) => place.line.toolUses.length,
  toolResults: ({ place }) => place.line.toolResults,
  toolErrors: ({ place }) => place.line.toolErrors,
  textChars: ({ place }) => place.line.textChars,
  thinkingChars: ({ place }) => place.line.thinkingChars,
  detail: ({ place, sessionId }) => detailOf(place, sessionId),
}

/** What makes several records one reply: message and request id, else message id, else uuid, else the place in the file. */
export const replyKey = (sourceId: string, line: TranscriptLine): string => {
  if (line.messageId !== undefined) return line.requestId === undefined ? line.messageId : `${line.messageId} ${line.requestId}`
  return line.uuid ?? `${sourceId}:${line.line}`
}

/** A record that states the usage of a reply. */
export interface UsageItem extends RecordItem {
  readonly usage: LineUsage
}

export const usageCells: RowCells<'token_usage', UsageItem> = {
  sourceId: ({ source }) => source.sourceId,
  line: ({ place }) => place.line.line,
  sessionId: ({ sessionId }) => sessionId,
  chain: ({ place }) => place.chain,
  isCopy: ({ place }) => place.carriesCopy,
  replyKey: ({ source, place }) => replyKey(source.sourceId, place.line),
  messageId: ({ place }) => place.line.messageId ?? null,
  model: ({ place }) => place.line.model ?? '',
  occurredAt: ({ place }) => place.line.occurredAt ?? null,
  inputTokens: ({ usage }) => usage.inputTokens,
  outputTokens: ({ usage }) => usage.outputTokens,
  cacheReadTokens: ({ usage }) => usage.cacheReadTokens,
  cacheWriteTokens: ({ usage }) => usage.cacheWriteTokens,
  cacheWrite5mTokens: ({ usage }) => usage.cacheWrite5mTokens ?? null,
  cacheWrite1hTokens: ({ usage }) => usage.cacheWrite1hTokens ?? null,
  webSearches: ({ usage }) => usage.webSearches ?? null,
  webFetches: ({ usage }) => usage.webFetches ?? null,
  service: ({ usage }) => usage.service ?? null,
  costUsd: ({ usage }) => usage.costUsd ?? null,
}

/** True for a line that holds a JSON object. */
export const isRecord = (line: TranscriptLine): boolean => !line.blank && line.class !== 'malformed'
