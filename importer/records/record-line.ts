/** Everything that chains and tables need to know of a record, in one flat object. */
import type { Problem } from '../../app/model/problem.ts'
import type { RecordClass } from '../../app/model/record-class.ts'
import type { LineEvent, WholeLine } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { contentFacts, textChars, toolUsesOf } from './content-facts.ts'
import type { Dialect } from './dialect.ts'
import type { LineContext } from './line-context.ts'
import { normalise, shorten, typedText } from './normalise.ts'
import { problemAt } from './problem-at.ts'
import { modelOf, usageOf } from './reply-usage.ts'
import { withPermissions } from './tool-permission.ts'
import {
  agentIdOf,
  agentLinkOf,
  compactionOf,
  forkedFrom,
  headlineLimit,
  isOwnCompaction,
  replyOf,
  rootSummary,
  subtypeOf,
  titleOf,
  unreported,
} from './record-facts.ts'
import { noteOf } from './record-notes.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import { contentList, contentOf, readRecord, type TranscriptRecord } from '../../app/model/record.ts'
import { isPlausibleYear } from '../../app/model/plausible-year.ts'

/** Milliseconds since 1970; a timestamp that is present but unreadable is a problem. */
const instantOf = (raw: RawLine, value: unknown, problems: Problem[]): number | undefined => {
  if (value === undefined || value === null) return undefined
  const at = typeof value === 'string' ? readInstant(value) : undefined
  if (at === undefined) problems.push(problemAt(raw, 'bad-timestamp', 'the timestamp is not an ISO 8601 date between the years 0 and 9999'))
  return at
}

const kindOf = (record: TranscriptRecord, isRootSummary: boolean): string | undefined => (isRootSummary ? rootSummary : subtypeOf(record))

const detailOf = (record: TranscriptRecord, isRootSummary: boolean): WholeLine['compaction'] =>
  isRootSummary ? unreported : compactionOf(record)

/** For a summary without a boundary, its prompt event replaces the event of the missing boundary. */
const eventsOf = (record: TranscriptRecord, name: RecordClass, typed: string, isRootSummary: boolean): readonly LineEvent[] => {
  const events = normalise(record, name, typed)
  return isRootSummary ? events.map((event) => (event.kind === 'prompt' ? { ...event, subtype: rootSummary } : event)) : events
}

const none: readonly never[] = []
/** One empty list for all lines. */
const orNone = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? none : list)

const textOrEmpty = (text: string | undefined): string => text ?? ''
const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isFilledList = (content: unknown): boolean => (contentList(content)?.length ?? 0) > 0

/**
 * One literal, without spreading parts into it: this runs for every line, and objects put together from parts are slow.
 * @param dialect whose record it is.
 * @param context what the lines before it say.
 * @param problems takes what is wrong with the record.
 */
export const recordLine = (
  dialect: Pick<Dialect, 'judge' | 'reference' | 'tools'>,
  raw: RawLine,
  json: JsonObject,
  context: LineContext,
  problems: Problem[],
): WholeLine => {
  const record = readRecord(json)
  const verdict = dialect.judge(record, context.afterBoundary)
  const reference = dialect.reference(record)
  const content = contentOf(record)
  const facts = contentFacts(content)
  const reply = replyOf(record)
  const isRootSummary = isOwnCompaction(record, verdict.class, context)
  const events = orNone(withPermissions(raw, record, eventsOf(record, verdict.class, verdict.said, isRootSummary)))
  if (verdict.class === 'unknown') problems.push(problemAt(raw, 'unknown-type', 'the type of the record is unknown to this version'))
  return {
    line: raw.line,
    fileLine: raw.line,
    lines: 1,
    offset: raw.offset,
    length: raw.length,
    blank: false,
    type: textOrEmpty(record.type),
    subtype: kindOf(record, isRootSummary),
    uuid: record.uuid,
    parentUuid: textOrNone(record.parentUuid),
    isRoot: record.parentUuid === null,
    logicalParentUuid: record.logicalParentUuid,
    occurredAt: instantOf(raw, record.timestamp, problems),
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
    model: modelOf(record, reply),
    headline: shorten(typedText(verdict.class, verdict.said), headlineLimit),
    hasImage: facts.hasImage,
    mentionsInjected: reference.mentionsInjected,
    hasContentList: isFilledList(content),
    isApiError: record.isApiErrorMessage,
    namesSource: record.promptSource !== undefined,
    textBlocks: facts.textBlocks,
    thinkingBlocks: facts.thinkingBlocks,
    toolResults: facts.toolResults,
    toolErrors: facts.toolErrors,
    textChars: textChars(record.type === 'summary' ? record.summary : content),
    thinkingChars: facts.thinkingChars,
    toolUses: reply.isReply ? orNone(toolUsesOf(dialect.tools, reply.message?.content)) : none,
    toolResultIds: orNone(verdict.class === 'agent_message' ? contentFacts(reply.message?.content).toolResultIds : facts.toolResultIds),
    agentLink: agentLinkOf(record, facts.toolResultIds),
    compaction: detailOf(record, isRootSummary),
    events,
    usage: usageOf({ raw, json, record, reply, events, problems }),
    problems: orNone(problems),
    cwd: record.cwd,
    gitBranch: record.gitBranch,
    version: record.version,
    entrypoint: record.entrypoint,
    title: titleOf(record),
    note: noteOf(json),
    forkedFrom: forkedFrom(record),
    carriedUuid: reply.carriedUuid,
    isRepeat: false,
  }
}

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Whether the month has such a day: a date that does not exist is read as a later one. */
const isInMonth = (text: string): boolean => {
  const day = Number(text.slice(8, 10))
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/**
 * Milliseconds since 1970 of an ISO 8601 date with or without a time; undefined for anything else, and when an offset moves the date out of
 * the supported years.
 * Without an offset it is UTC: times enter the ids of commits, so the machine's time zone must not decide.
 */
const readInstant = (text: string): number | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  if (!isInMonth(text)) return undefined
  const at = Date.parse(text.includes('T') && match[1] === undefined ? `${text}Z` : text)
  return isPlausibleYear(at) ? at : undefined
}
