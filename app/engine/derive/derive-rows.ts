/** Rows of the projection for a derived session: records, events, usage and problems. */
import type { PlacedLine } from '../../chains/session-lines.ts'
import { mainChain } from '../../model/agent-chain.ts'
import { problemActions } from '../../model/problem.ts'
import type { Problem } from '../../model/problem.ts'
import type { LineUsage, TranscriptLine } from '../../model/transcript-line.ts'
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

export const recordRow = (source: RowSource, place: PlacedLine, context: RowContext): TableRow<'records'> => {
  const { line } = place
  return {
    sourceId: source.sourceId,
    line: line.line,
    sessionId: context.sessionId,
    chain: place.chain,
    commitId: context.commitOf(place) ?? null,
    isCopy: place.isCopy,
    byteOffset: line.offset,
    byteLength: line.length,
    recordType: line.type,
    subtype: line.subtype ?? null,
    uuid: line.uuid ?? null,
    parentUuid: line.parentUuid ?? line.logicalParentUuid ?? null,
    occurredAt: line.occurredAt ?? null,
    isSidechain: line.isSidechain,
    isMeta: line.isMeta,
    isCompactSummary: line.isCompactSummary,
    class: line.class,
    rule: line.rule,
    referenceClass: line.referenceClass,
    messageId: line.messageId ?? null,
    requestId: line.requestId ?? null,
    model: line.model ?? null,
    hasContentList: line.hasContentList,
    isApiError: line.isApiError,
    hasImage: line.hasImage,
    mentionsInjected: line.mentionsInjected,
    textBlocks: line.textBlocks,
    thinkingBlocks: line.thinkingBlocks,
    toolUses: line.toolUses.length,
    toolResults: line.toolResults,
    toolErrors: line.toolErrors,
    textChars: line.textChars,
    thinkingChars: line.thinkingChars,
    detail: detailOf(place, context.sessionId),
  }
}

export const eventRows = (source: RowSource, place: PlacedLine, context: RowContext): readonly TableRow<'events'>[] =>
  place.line.events.map((event, block) => ({
    sourceId: source.sourceId,
    line: place.line.line,
    block,
    sessionId: context.sessionId,
    chain: place.chain,
    commitId: context.commitOf(place) ?? null,
    isCopy: place.carriesCopy,
    kind: event.kind,
    class: place.line.class,
    occurredAt: place.line.occurredAt ?? null,
    body: event.body ?? null,
    chars: event.chars,
    toolName: event.toolName ?? null,
    toolUseId: event.toolUseId ?? null,
    filePath: event.filePath ?? null,
    isError: event.isError,
    model: event.model ?? null,
    subtype: event.subtype ?? null,
  }))

/** What makes several records one reply: message and request id, else message id, else uuid, else the place in the file. */
export const replyKey = (sourceId: string, line: TranscriptLine): string => {
  if (line.messageId !== undefined) return line.requestId === undefined ? line.messageId : `${line.messageId} ${line.requestId}`
  return line.uuid ?? `${sourceId}:${line.line}`
}

/** What the price of a reply depends on besides its tokens. */
const pricedBy = (usage: LineUsage) => ({
  cacheWrite5mTokens: usage.cacheWrite5mTokens ?? null,
  cacheWrite1hTokens: usage.cacheWrite1hTokens ?? null,
  webSearches: usage.webSearches ?? null,
  webFetches: usage.webFetches ?? null,
  service: usage.service ?? null,
})

export const usageRow = (source: RowSource, place: PlacedLine, context: RowContext): TableRow<'token_usage'> | undefined => {
  const { line } = place
  if (line.usage === undefined) return undefined
  return {
    sourceId: source.sourceId,
    line: line.line,
    sessionId: context.sessionId,
    chain: place.chain,
    isCopy: place.carriesCopy,
    replyKey: replyKey(source.sourceId, line),
    messageId: line.messageId ?? null,
    requestId: line.requestId ?? null,
    model: line.model ?? '',
    occurredAt: line.occurredAt ?? null,
    inputTokens: line.usage.inputTokens,
    outputTokens: line.usage.outputTokens,
    cacheReadTokens: line.usage.cacheReadTokens,
    cacheWriteTokens: line.usage.cacheWriteTokens,
    ...pricedBy(line.usage),
    costUsd: line.usage.costUsd ?? null,
  }
}

/** True for a line that holds a JSON object. */
export const isRecord = (line: TranscriptLine): boolean => !line.blank && line.class !== 'malformed'
