/** Finds thinking that seems to be a decision, a rejection or a trade-off. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { reasoningPattern } from '../../analytics/search/reasoning-patterns.ts'
import { searchPattern } from '../../analytics/search/search-pattern.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ReasoningHit, ReasoningPage } from '../../contract/search.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { withFileLines } from '../kernel/file-lines.ts'

type Row = Answer<'reasoningHits'>

/** Characters shown in front of what was found, of it, and behind it. */
const shown = { before: 60, found: 200, after: 240 } as const

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** No half of a surrogate pair at either end. */
const wholeCharacters = (text: string): string => text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')

/** The first place at which it stands; what DuckDB finds and JavaScript does not has none. */
const excerptOf = (body: string, pattern: RegExp): Pick<ReasoningHit, 'before' | 'found' | 'after'> => {
  const match = pattern.exec(body)
  const [from, to] = match === null ? [0, 0] : [match.index, match.index + match[0].length]
  const start = Math.max(0, from - shown.before)
  const end = Math.min(to, from + shown.found)
  const part = (first: number, last: number): string => onOneLine(wholeCharacters(body.slice(first, last)))
  const after = part(end, end + shown.after)
  return {
    before: `${start > 0 ? '…' : ''}${part(start, from)}`,
    found: part(from, end),
    after: end + shown.after < body.length ? `${after}…` : after,
  }
}

type MayLack = 'commitId' | 'occurredAt'
/** A row of a text, not of the counts alone. */
type Found = { readonly [K in keyof Row]: K extends MayLack ? Row[K] : NonNullable<Row[K]> }
const isFound = (row: Row): row is Found => row.sourceId !== null

const hitOf = (row: Found, pattern: RegExp): Omit<ReasoningHit, 'fileLine'> => {
  const { sourceId, line, block, sessionId, title, project, chain, commitId, occurredAt, chars } = row
  return { sourceId, line, block, sessionId, title, project, chain, commitId, occurredAt, chars, ...excerptOf(row.body, pattern) }
}

/** @throws StrataError not-found, ambiguous-id */
export const findReasoning = async (tables: Tables, input: CallParsed<'reasoning.find'>): Promise<ReasoningPage> => {
  const { reasoning, text, sessionId, project, file, since, until, offset, limit } = input
  const source = reasoningPattern(reasoning)
  const rows = await runQuery(tables, 'reasoningHits', {
    pattern: source,
    also: text === undefined ? null : searchPattern(text),
    file: file ?? null,
    session: sessionId === undefined ? null : await resolveSession(tables, sessionId),
    project: project ?? null,
    since: since ?? null,
    until: until ?? null,
    offset,
    limit,
  })
  const pattern = new RegExp(source, 'u')
  const [counts] = rows
  if (counts === undefined) throw new Error('the counts are one row, also when nothing matches')
  const hits = rows.filter(isFound).map((row) => hitOf(row, pattern))
  return { rows: await withFileLines(tables, hits), total: counts.texts, sessions: counts.sessions }
}
