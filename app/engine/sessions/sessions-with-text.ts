/** Which sessions a search leaves in the list of sessions: its words are looked for in titles, names and prompts. */
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import { flag } from '../../model/columns.ts'
import { parseSearch } from '../../model/search/parse-search.ts'
import type { SearchFilter, SearchPattern, SearchQuery } from '../../model/search/search-query.ts'
import { filterHints } from '../search/empty-hints.ts'
import { allowedCommits } from '../search/filter-commits.ts'
import { kindsOf } from '../search/match-expression.ts'

export interface SessionsWithText {
  readonly sessions: ReadonlySet<string>
  /** Parts of the search that were ignored, as sentences. */
  readonly hints: readonly string[]
}

const listedKinds: readonly string[] = ['title', 'prompt']

/** A filter on calls or outputs: it includes or excludes the whole session. */
const isByCall = ({ name }: SearchFilter): boolean => name === 'tool' || name === 'file' || name === 'is'

/** The pattern for RE2; undefined: RE2 does not accept it. */
const patternOf = async (tables: Tables, { source, ignoresCase }: SearchPattern): Promise<string | undefined> => {
  const pattern = `${ignoresCase ? '(?i)' : ''}${source}`
  try {
    await tables.query(`SELECT regexp_matches('', $pattern::VARCHAR) AS matches`, { matches: flag('matches') }, { pattern })
    return pattern
  } catch {
    return undefined
  }
}

/** Sessions in which a call or an output fits one of the excluded filters. */
const excludedByCall = async (tables: Tables, query: SearchQuery): Promise<ReadonlySet<string>> => {
  const filters = query.filters.filter((filter) => filter.isExcluded && isByCall(filter))
  const found = new Set<string>()
  for (const filter of filters) {
    const only = { ...query, since: null, until: null, filters: [{ ...filter, isExcluded: false }] }
    for (const session of (await allowedCommits(tables, only))?.sessions ?? []) found.add(session)
  }
  return found
}

const allowedSessions = async (tables: Tables, query: SearchQuery): Promise<(session: string) => boolean> => {
  const allowed = await allowedCommits(tables, query)
  const left = allowed && new Set(allowed.sessions)
  const excluded = await excludedByCall(tables, query)
  return (session) => (left?.has(session) ?? true) && !excluded.has(session)
}

/** @param text in the grammar of docs/search.md; a word is found within others too */
export const sessionsWithText = async (tables: Tables, text: string): Promise<SessionsWithText> => {
  const clock = { now: Date.now(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const query = parseSearch(text, clock)
  const hints = [...query.hints]
  const kinds = kindsOf(query)?.filter((kind) => listedKinds.includes(kind)) ?? null
  if (kinds?.length === 0) hints.push('This list knows titles and prompts. Use the search for other kinds of texts.')
  const patterns: string[] = []
  for (const [at, own] of query.patterns.entries()) {
    const pattern = await patternOf(tables, own)
    if (pattern === undefined) hints.push(`/${own.source}/ is ignored: this list does not know all of its signs. Use the search.`)
    else patterns.push(`${query.required.length + at} ${pattern}`)
  }
  const found = await runQuery(tables, 'sessionMatches', {
    texts: query.required.flatMap((terms, clause) => terms.map((term) => `${clause} ${term.text}`)),
    patterns,
    excluded: query.excluded.map((term) => term.text),
    kinds: kinds === null || kinds.length === 0 ? null : kinds,
  })
  const isAllowed = await allowedSessions(tables, query)
  const sessions = new Set(found.map(({ sessionId }) => sessionId).filter(isAllowed))
  if (sessions.size === 0) hints.push(...(await filterHints(tables, undefined, text, clock)))
  return { sessions, hints }
}
