/** Finds texts of a type of reasoning. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { searchPattern } from '../../analytics/search/search-pattern.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ReasoningHit, ReasoningPage, ShowingRecord } from '../../contract/reasoning.ts'
import { choice, count, instant, optional, text, texts, type Row } from '../../model/columns.ts'
import { oneLine } from '../../model/format/one-line.ts'
import type { EventStatus, Origin, ThinkingType } from '../../model/reasoning.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { withFileLines } from '../kernel/file-lines.ts'
import reasoningHits from './reasoning-hits.sql?raw'

const columns = {
  texts: count('texts'),
  sessions: count('sessions'),
  eventId: optional(text('event_id')),
  type: optional(choice<ThinkingType>('type')),
  typeByRule: optional(choice<ThinkingType>('type_by_rule')),
  sourceId: optional(text('source_id')),
  line: optional(count('line')),
  block: optional(count('block')),
  sessionId: optional(text('session_id')),
  title: optional(text('title')),
  project: optional(text('project')),
  chain: optional(text('chain')),
  commitId: optional(text('commit_id')),
  occurredAt: optional(instant('occurred_at')),
  origin: optional(choice<Origin>('origin')),
  status: optional(choice<EventStatus>('status')),
  files: optional(texts('files')),
  shownSourceId: optional(text('shown_source_id')),
  shownLine: optional(count('shown_line')),
  shownFileLine: optional(count('shown_file_line')),
  shownSessionId: optional(text('shown_session_id')),
  shownCommitId: optional(text('shown_commit_id')),
  chars: optional(count('chars')),
  summary: optional(text('summary')),
  body: optional(text('body')),
} as const
type HitRow = Row<typeof columns>

/** Characters shown in front of the sentence, and behind it. */
const shown = { before: 60, after: 240 } as const

/** No half of a surrogate pair at either end. */
const wholeCharacters = (part: string): string => part.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')

const excerptOf = (body: string, summary: string): Pick<ReasoningHit, 'before' | 'found' | 'after'> => {
  const line = oneLine(body)
  const sentence = summary.replace(/…$/, '')
  const from = line.indexOf(sentence)
  if (from === -1) return { before: '', found: summary, after: '' }
  // A sentence that was cut inside a word ends with the word.
  const [rest = ''] = sentence === summary ? [] : (/^[\p{L}\p{N}\p{M}_-]{1,40}/u.exec(line.slice(from + sentence.length)) ?? [])
  const to = from + sentence.length + rest.length
  const start = Math.max(0, from - shown.before)
  const after = wholeCharacters(line.slice(to, to + shown.after))
  return {
    before: `${start > 0 ? '…' : ''}${wholeCharacters(line.slice(start, from))}`,
    found: `${sentence}${rest}`,
    after: to + shown.after < line.length ? `${after}…` : after,
  }
}

type Shown = 'shownSourceId' | 'shownLine' | 'shownFileLine' | 'shownSessionId' | 'shownCommitId'
type MayLack = 'typeByRule' | 'commitId' | 'occurredAt' | Shown
/** A row of a text, not of the counts alone. */
type Found = { readonly [K in keyof HitRow]: K extends MayLack ? HitRow[K] : NonNullable<HitRow[K]> }
const isFound = (row: HitRow): row is Found => row.sourceId !== null

const shownBy = ({ shownSourceId, shownLine, shownFileLine, shownSessionId, shownCommitId }: Pick<Found, Shown>): ShowingRecord | null =>
  shownSourceId === null || shownLine === null || shownFileLine === null || shownSessionId === null
    ? null
    : { sourceId: shownSourceId, line: shownLine, fileLine: shownFileLine, sessionId: shownSessionId, commitId: shownCommitId }

const hitOf = ({ texts: _, sessions: __, summary, body, ...row }: Found): Omit<ReasoningHit, 'fileLine'> => {
  const { shownSourceId, shownLine, shownFileLine, shownSessionId, shownCommitId, ...own } = row
  const shown = shownBy({ shownSourceId, shownLine, shownFileLine, shownSessionId, shownCommitId })
  return { ...own, shownBy: shown, ...excerptOf(body, summary) }
}

/** @throws StrataError not-found, ambiguous-id */
export const findReasoning = async (tables: Tables, input: CallParsed<'reasoning.find'>): Promise<ReasoningPage> => {
  const { reasoning, status, eventId, about, text: words, sessionId, project, file, since, until, offset, limit } = input
  const rows = await tables.query(reasoningHits, columns, {
    type: reasoning ?? null,
    status: status ?? null,
    event: eventId ?? null,
    about: about ?? null,
    also: words === undefined ? null : searchPattern(words),
    file: file ?? null,
    session: sessionId === undefined ? null : await resolveSession(tables, sessionId),
    project: project ?? null,
    since: since === undefined ? null : String(since),
    until: until === undefined ? null : String(until),
    offset: String(offset),
    limit: String(limit),
  })
  const [counts] = rows
  if (counts === undefined) throw new Error('the counts are one row, also when nothing matches')
  return { rows: await withFileLines(tables, rows.filter(isFound).map(hitOf)), total: counts.texts, sessions: counts.sessions }
}
