/** What a log is restricted to: words, a file, a tool, a kind of commit, an author, a time. */
import type { Tables } from '../../analytics/ask.ts'
import { ask } from '../../analytics/ask.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/views.ts'
import { wordsOf } from './words-of.ts'

export type LogFilters = Pick<CallParsed<'chain.log'>, 'text' | 'file' | 'tool' | 'type' | 'author' | 'since' | 'until'>

const isAnySet = ({ text, ...others }: LogFilters): boolean =>
  wordsOf(text).length > 0 || Object.values(others).some((value) => value !== undefined)

/** A path as the question compares it: with slashes, of a folder without the last one, not from where somebody stands. */
const pathOf = (file: string): string => file.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')

/** Ids of the commits that fit; undefined: all do, nothing restricts. */
export const matchingCommits = async (tables: Tables, filters: LogFilters): Promise<ReadonlySet<string> | undefined> => {
  if (!isAnySet(filters)) return undefined
  const rows = await ask(tables, 'commitMatches', {
    words: wordsOf(filters.text),
    file: filters.file === undefined ? null : pathOf(filters.file),
    tool: filters.tool ?? null,
    type: filters.type ?? null,
    author: filters.author ?? null,
    since_ms: filters.since ?? null,
    until_ms: filters.until ?? null,
  })
  return new Set(rows.map(({ commitId }) => commitId))
}

const madeAt = ({ endedAt, createdAt }: CommitView): number => endedAt ?? Date.parse(createdAt)

/** The same of a commit that no table holds, by what its record says: which files and tools it is of is not known. */
export const fitsRecord = (commit: CommitView, { text, file, tool, type, author, since, until }: LogFilters): boolean =>
  wordsOf(text).every((word) => `${commit.commitId} ${commit.summary}`.toLowerCase().includes(word.toLowerCase())) &&
  [file, tool].every((unknown) => unknown === undefined) &&
  [commit.commitType, undefined].includes(type) &&
  [commit.template, commit.principal, undefined].includes(author) &&
  madeAt(commit) >= (since ?? -Infinity) &&
  madeAt(commit) < (until ?? Infinity)
