/** Rows of the projection for a derived session: records, events, usage and problems. */
import { isObject } from '../model/json-object.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import { mainChain } from '../model/agent-chain.ts'
import type { ExactCount } from '../model/exact-count.ts'
import { problemActions } from '../model/problem.ts'
import type { Problem } from '../model/problem.ts'
import type { FurtherUsage, LineEvent, LineUsage, TokenCounts, TranscriptLine, WholeLine } from '../model/transcript-line.ts'
import type { RowCells } from '../store/tables/column-blocks.ts'
import type { TableRow } from '../store/tables/tables.ts'
import { detailJson } from '../model/detail-json.ts'

/** Facts that rows need about the file of a line. */
export interface RowSource {
  readonly sourceId: string
  readonly sessionId: string
}

export interface RowContext {
  readonly sessionId: string
  commitOf(place: PlacedLine): string | undefined
}

export const problemRow = (
  source: { readonly sourceId: string; readonly file: string },
  sessionId: string | null,
  problem: Problem,
): TableRow<'problems'> => ({
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

type Detail = Readonly<Record<string, unknown>>

/** Details of a line that no column contains; undefined: none. */
const reportedDetail = ({ compaction, title, note, sessionId: named }: WholeLine, sessionId: string): Detail | undefined => {
  if (compaction !== undefined) {
    const { trigger, preTokens, postTokens, droppedTokens, form } = compaction
    const dropped = droppedTokens === undefined ? {} : { dropped_tokens: droppedTokens }
    return { trigger: trigger ?? null, pre_tokens: preTokens ?? null, post_tokens: postTokens ?? null, ...dropped, form }
  }
  if (title !== undefined) {
    const other = named === undefined || named === sessionId ? {} : { session: named }
    return { source: title.source, title: title.text, leaf: title.leafUuid ?? null, ...other }
  }
  return note
}

/**
 * JSON text of what a line says that the columns have no place for; undefined: nothing.
 * @param sessionId session of the file; a title that names another session says which.
 */
export const detailOf = (line: WholeLine, sessionId: string): string | undefined => {
  const detail = reportedDetail(line, sessionId)
  const { ruleOfClass } = line
  if (ruleOfClass !== undefined) return detailJson({ ...detail, rule: ruleOfClass })
  return detail === undefined ? undefined : detailJson(detail)
}

/** Where a line was copied from; null when it was not. */
export const originDetail = (place: PlacedLine, sessionId: string): string | null => {
  const origin = originOf(place, sessionId)
  return origin === undefined ? null : detailJson({ forked_from: origin })
}

/** One detail of two: both are JSON objects. */
export const joinedDetail = (own: string | undefined, origin: string | null): string | null => {
  if (own === undefined) return origin
  return origin === null ? own : `${own.slice(0, -1)},${origin.slice(1)}`
}

/** A line from which rows are made, with the file that contains it. */
export interface RowLine {
  readonly source: RowSource
  readonly line: WholeLine
}

/** Columns of a record that are known, for good, as soon as its line is read. */
export const recordCells: Partial<RowCells<'records', RowLine>> = {
  sourceId: ({ source }) => source.sourceId,
  sessionId: ({ source }) => source.sessionId,
  line: ({ line }) => line.line,
  fileLine: ({ line }) => line.fileLine,
  byteOffset: ({ line }) => line.offset,
  byteLength: ({ line }) => line.length,
  recordType: ({ line }) => line.type,
  subtype: ({ line }) => line.subtype ?? null,
  uuid: ({ line }) => line.uuid ?? null,
  parentUuid: ({ line }) => line.parentUuid ?? line.logicalParentUuid ?? null,
  occurredAt: ({ line }) => line.occurredAt ?? null,
  isSidechain: ({ line }) => line.isSidechain,
  isMeta: ({ line }) => line.isMeta,
  isCompactSummary: ({ line }) => line.isCompactSummary,
  model: ({ line }) => line.model ?? null,
  hasContentList: ({ line }) => line.hasContentList,
  isApiError: ({ line }) => line.isApiError,
  hasImage: ({ line }) => line.hasImage,
  textBlocks: ({ line }) => line.textBlocks,
  thinkingBlocks: ({ line }) => line.thinkingBlocks,
  toolUses: ({ line }) => line.toolUses.length,
  toolResults: ({ line }) => line.toolResults,
  toolErrors: ({ line }) => line.toolErrors,
  textChars: ({ line }) => line.textChars,
  thinkingChars: ({ line }) => line.thinkingChars,
}

/** The key that is the same for all records of a reply: message and request id, else message id, else uuid, else the place in the file. */
export const replyKey = (sourceId: string, line: TranscriptLine): string => {
  if (line.messageId !== undefined) return line.requestId === undefined ? line.messageId : `${line.messageId} ${line.requestId}`
  return line.uuid ?? `${sourceId}:${line.line}`
}

/** A record that states the usage of a reply, or of a further request within it. */
export interface UsageLine extends RowLine {
  readonly usage: LineUsage | FurtherUsage
}

const isFurther = (usage: LineUsage | FurtherUsage): usage is FurtherUsage => !('further' in usage)

/** A further request counts as a separate reply. */
const usageKey = ({ source, line, usage }: UsageLine): string => {
  const reply = replyKey(source.sourceId, line)
  return isFurther(usage) ? `${reply} iteration ${usage.iteration}` : reply
}

/**
 * Orders the records of one reply by how complete their account is: by output tokens, which only grow while a reply is written; an account in
 * which a count is not available comes before all others.
 */
export const accountRank = (usage: TokenCounts): ExactCount => {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const isWhole = inputTokens !== undefined && cacheReadTokens !== undefined && cacheWriteTokens !== undefined
  return isWhole ? (outputTokens ?? -1) : -1
}

type Is<T> = (value: unknown) => value is T
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A value that the client noted about a reply; null: it noted none, or the row is about a further request. */
const noted = <T>({ line, usage }: UsageLine, name: string, is: Is<T>): T | null => {
  const value = isFurther(usage) ? undefined : line.note?.[name]
  return is(value) ? value : null
}

const missOf = <T>(row: UsageLine, name: string, is: Is<T>): T | null => {
  const value = noted(row, 'cache_miss', isObject)?.[name]
  return is(value) ? value : null
}

export const usageCells: Partial<RowCells<'token_usage', UsageLine>> = {
  sourceId: ({ source }) => source.sourceId,
  sessionId: ({ source }) => source.sessionId,
  line: ({ line }) => line.line,
  iteration: ({ usage }) => (isFurther(usage) ? usage.iteration : null),
  iterationKind: ({ usage }) => (isFurther(usage) ? usage.kind : null),
  replyKey: usageKey,
  messageId: ({ line }) => line.messageId ?? null,
  model: ({ line, usage }) => (isFurther(usage) ? usage.model : line.model) ?? '',
  occurredAt: ({ line }) => line.occurredAt ?? null,
  inputTokens: ({ usage }) => usage.inputTokens ?? null,
  outputTokens: ({ usage }) => usage.outputTokens ?? null,
  cacheReadTokens: ({ usage }) => usage.cacheReadTokens ?? null,
  cacheWriteTokens: ({ usage }) => usage.cacheWriteTokens ?? null,
  cacheWrite5mTokens: ({ usage }) => usage.cacheWrite5mTokens ?? null,
  cacheWrite1hTokens: ({ usage }) => usage.cacheWrite1hTokens ?? null,
  webSearches: ({ usage }) => usage.webSearches ?? null,
  webFetches: ({ usage }) => usage.webFetches ?? null,
  service: ({ usage }) => usage.service ?? null,
  costUsd: ({ usage }) => usage.costUsd ?? null,
  contextTokens: ({ usage }) => (isFurther(usage) ? null : (usage.contextTokens ?? null)),
  accountRank: ({ usage }) => accountRank(usage),
  isUnderstated: ({ usage }) => !isFurther(usage) && usage.isUnderstated,
  stopReason: ({ usage }) => (isFurther(usage) ? null : (usage.stopReason ?? null)),
  thinkingTokens: (row) => noted(row, 'thinking_tokens', isNumber),
  skill: (row) => noted(row, 'skill', isText),
  cacheMissReason: (row) => missOf(row, 'reason', isText),
  cacheMissedTokens: (row) => missOf(row, 'tokens', isNumber),
}

/** An event of a line, and which of the line's blocks it is. */
export interface EventOfLine extends RowLine {
  readonly event: LineEvent
  readonly block: number
}

export const eventCells: Partial<RowCells<'events', EventOfLine>> = {
  sourceId: ({ source }) => source.sourceId,
  sessionId: ({ source }) => source.sessionId,
  line: ({ line }) => line.line,
  block: ({ block }) => block,
  kind: ({ event }) => event.kind,
  class: ({ line }) => line.class,
  occurredAt: ({ line }) => line.occurredAt ?? null,
  body: ({ event }) => event.body ?? null,
  chars: ({ event }) => event.chars,
  weighedChars: ({ event }) => event.size.weighed,
  countedTokens: ({ event }) => event.size.counted,
  toolName: ({ event }) => event.toolName ?? null,
  toolUseId: ({ event }) => event.toolUseId ?? null,
  filePath: ({ event }) => event.filePath ?? null,
  isError: ({ event }) => event.isError,
  permission: ({ event }) => event.permission ?? null,
  runMs: ({ event }) => event.runMs ?? null,
  model: ({ event }) => event.model ?? null,
  subtype: ({ event }) => event.subtype ?? null,
}

/** True for a line that holds a JSON object. */
export const isRecord = (line: TranscriptLine): boolean => !line.blank && line.class !== 'malformed'
