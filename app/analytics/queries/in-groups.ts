/** Questions about groups of transcript files: by file, by session, by project, or all of them as one group. */
import { optionalText, textParameter } from './query-spec.ts'
import countedFactSessions from './counted-fact-sessions.sql?raw'
import countedSources from './counted-sources.sql?raw'
import groupedSources from './grouped-sources.sql?raw'

/** How to group; `all`: one group whose key is the empty text. */
export type GroupedBy = 'source' | 'session' | 'project' | 'all'

/** Puts the grouping in its place: a question says where with `FROM grouped_sources`, or `FROM counted_sources` when made commits count; of facts with `FROM counted_fact_sessions`. */
export const inGroups = (sql: string): string =>
  sql
    .replace('FROM counted_sources', () => countedSources)
    .replace('FROM grouped_sources', () => groupedSources)
    .replace('FROM counted_fact_sessions', () => countedFactSessions)

/** Parameters of every question about groups: how to group, and the one session to look at, or null. */
export const groupParameters = { by: textParameter('by'), session: optionalText('session') } as const
