/** Which commits and texts the filters of a search leave. */
import { foldedName } from '../../model/composed-form.ts'
import { text } from '../../model/columns.ts'
import type { SearchFilter, SearchQuery } from '../../model/search/search-query.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import filterCommitsSql from './filter-commits.sql?raw'

type Name = SearchFilter['name']

/** Null: the filter is not given. */
export const valuesOf = ({ filters }: SearchQuery, name: Name, isExcluded: boolean): readonly string[] | null => {
  const values = filters.flatMap((filter) => (filter.name === name && filter.isExcluded === isExcluded ? [filter.value] : []))
  return values.length === 0 ? null : values
}

const folded = (values: readonly string[] | null): readonly string[] | null => values?.map(foldedName) ?? null

export interface AllowedCommits {
  readonly commits: readonly string[]
  /** Sessions of the commits. */
  readonly sessions: readonly string[]
}

const byCommit: ReadonlySet<Name> = new Set<Name>(['session', 'project', 'branch', 'model'])
const byText: ReadonlySet<Name> = new Set<Name>(['tool', 'file', 'is'])

/** Undefined: all. Sessions are named by their ids or by how these begin. */
export const allowedCommits = async (database: Tables, query: SearchQuery): Promise<AllowedCommits | undefined> => {
  const isRestricted =
    query.since !== null || query.until !== null || query.filters.some(({ name }) => byCommit.has(name) || byText.has(name))
  if (!isRestricted) return undefined
  const some = (name: Name): readonly string[] | null => folded(valuesOf(query, name, false))
  const none = (name: Name): readonly string[] | null => folded(valuesOf(query, name, true))
  const rows = await database.query(
    filterCommitsSql,
    { commitId: text('commit_id'), sessionId: text('session_id') },
    {
      sessions: some('session'),
      not_sessions: none('session'),
      projects: some('project'),
      not_projects: none('project'),
      branches: some('branch'),
      not_branches: none('branch'),
      models: some('model'),
      not_models: none('model'),
      since: query.since,
      until: query.until,
      by_texts: query.filters.some(({ name, isExcluded }) => byText.has(name) && !isExcluded),
      tools: some('tool'),
      files: some('file'),
      failed: valuesOf(query, 'is', false) !== null,
    },
  )
  return { commits: rows.map(({ commitId }) => commitId), sessions: [...new Set(rows.map(({ sessionId }) => sessionId))] }
}
