/** Filters of a log: words, a file, a tool, a kind of commit, an author, a time. */
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import { filterWords } from '../../analytics/search/filter-words.ts'

export type LogFilters = Pick<
  CallParsed<'chain.log'>,
  'text' | 'file' | 'tool' | 'type' | 'author' | 'agentType' | 'ticket' | 'thread' | 'since' | 'until'
>

/** A path in the form that the query compares: with slashes, without a trailing slash and without a leading `./`. */
const pathOf = (file: string): string => file.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')

const idsOf = (rows: readonly { readonly commitId: string }[]): ReadonlySet<string> => new Set(rows.map(({ commitId }) => commitId))

/** By what the commits themselves say. */
const described = async (tables: Tables, filters: LogFilters): Promise<ReadonlySet<string> | undefined> => {
  const words = filterWords(filters.text)
  const { type = null, author = null, agentType = null, ticket = null, thread = null, since = null, until = null } = filters
  const asked = { words, type, author, agent_type: agentType, ticket, thread, since_ms: since, until_ms: until }
  const isFree = words.length === 0 && [type, author, agentType, ticket, thread, since, until].every((filter) => filter === null)
  return isFree ? undefined : idsOf(await runQuery(tables, 'commitMatches', asked))
}

/** By what their events say. */
const touching = async (tables: Tables, { file, tool }: LogFilters): Promise<ReadonlySet<string> | undefined> => {
  if (file === undefined && tool === undefined) return undefined
  const asked = { file: file === undefined ? null : pathOf(file), tool: tool ?? null }
  return idsOf(await runQuery(tables, 'commitsTouching', asked))
}

/** Whether a commit fits, by its id; undefined: all do, nothing restricts. */
export const matchingCommits = async (tables: Tables, filters: LogFilters): Promise<((commitId: string) => boolean) | undefined> => {
  const sets = [await described(tables, filters), await touching(tables, filters)].filter((set) => set !== undefined)
  return sets.length === 0 ? undefined : (commitId) => sets.every((set) => set.has(commitId))
}

const madeAt = ({ endedAt, createdAt }: CommitView): number => endedAt ?? Date.parse(createdAt)

/** The same of a commit that no table holds, by what its record says: which files and tools it is of is not known. */
export const fitsRecord = (commit: CommitView, filters: LogFilters): boolean => {
  const { text, file, tool, type, author, agentType, ticket, thread, since = -Infinity, until = Infinity } = filters
  const wanted: readonly (readonly [string | undefined, readonly (string | null)[]])[] = [
    [file, []],
    [tool, []],
    [type, [commit.commitType]],
    [author, [commit.template, commit.principal]],
    [agentType, [commit.agentType]],
    [ticket, [commit.ticketId]],
    [thread, [commit.threadId]],
  ]
  const searched = `${commit.commitId} ${commit.summary}`.toLowerCase()
  return (
    filterWords(text).every((word) => searched.includes(word.toLowerCase())) &&
    wanted.every(([value, values]) => value === undefined || values.includes(value)) &&
    madeAt(commit) >= since &&
    madeAt(commit) < until
  )
}
