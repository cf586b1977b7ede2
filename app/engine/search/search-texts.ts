/** Searches for a text in the conversations. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { reasoningPattern } from '../../analytics/search/reasoning-patterns.ts'
import { searchPattern } from '../../analytics/search/search-pattern.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SearchPage, TextHit } from '../../contract/search.ts'
import { searchedKinds, type SearchedKind } from '../../model/searched-text.ts'
import { resolveSession } from '../commits/resolve-name.ts'

type Row = Answer<'textHits'>

/** Characters shown in front of what was found, of it, and behind it. */
const shown = { before: 60, found: 200, after: 240 } as const

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** No half of a surrogate pair at either end. */
const wholeCharacters = (text: string): string => text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')

/** The first place at which it stands; what DuckDB finds and JavaScript does not has none. */
const excerptOf = (body: string, pattern: RegExp): Pick<TextHit, 'before' | 'found' | 'after'> => {
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

type MayLack = 'commitId' | 'occurredAt' | 'toolName'
/** A row of a text, not of the counts alone. */
type Found = { readonly [K in keyof Row]: K extends MayLack ? Row[K] : NonNullable<Row[K]> }
const isFound = (row: Row): row is Found => row.sourceId !== null

const hitOf = (row: Found, pattern: RegExp): TextHit => {
  const { sourceId, line, block, kind, sessionId, title, project, chain, commitId, occurredAt, toolName, chars } = row
  const place = {
    sourceId,
    line,
    block,
    kind: kind as SearchedKind,
    class: row.class,
    sessionId,
    title,
    project,
    chain,
    commitId,
    occurredAt,
  }
  return { ...place, toolName, chars, ...excerptOf(row.body, pattern) }
}

interface Patterns {
  /** What is shown as found. */
  readonly source: string
  readonly also: string | null
  readonly among: readonly SearchedKind[]
}

const patternsOf = ({ text, reasoning }: CallParsed<'text.search'>): Patterns => {
  if (reasoning === undefined) return { source: searchPattern(text ?? ''), also: null, among: searchedKinds }
  return { source: reasoningPattern(reasoning), also: text === undefined ? null : searchPattern(text), among: ['thinking'] }
}

/** @throws StrataError not-found, ambiguous-id */
export const searchTexts = async (tables: Tables, input: CallParsed<'text.search'>): Promise<SearchPage> => {
  const { kinds, sessionId, project, file, since, until, offset, limit } = input
  const { source, also, among } = patternsOf(input)
  const rows = await runQuery(tables, 'textHits', {
    pattern: source,
    also,
    file: file ?? null,
    kinds: kinds.length === 0 ? among : kinds,
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
  const { texts, sessions, prompts, responses, thinking, toolCalls } = counts
  return {
    rows: rows.filter(isFound).map((row) => hitOf(row, pattern)),
    total: texts,
    sessions,
    byKind: { prompt: prompts, response: responses, thinking, tool_call: toolCalls },
  }
}
