/** What a log is restricted to: words, a file, a tool, a kind of commit, an author, a time. */
import type { Tables } from '../../analytics/ask.ts'
import { ask } from '../../analytics/ask.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/views.ts'
import { wordsOf } from './words-of.ts'

export type LogFilters = Pick<CallParsed<'chain.log'>, 'text' | 'file' | 'tool' | 'type' | 'author' | 'since' | 'until'>

/** A path as the question compares it: with slashes, of a folder without the last one, not from where somebody stands. */
const pathOf = (file: string): string => file.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')

const idsOf = (rows: readonly { readonly commitId: string }[]): ReadonlySet<string> => new Set(rows.map(({ commitId }) => commitId))

/** By what the commits themselves say. */
const described = async (tables: Tables, { text, type, author, since, until }: LogFilters): Promise<ReadonlySet<string> | undefined> => {
  const words = wordsOf(text)
  const asked = { words, type: type ?? null, author: author ?? null, since_ms: since ?? null, until_ms: until ?? null }
  const isFree = words.length === 0 && [type, author, since, until].every((filter) => filter === undefined)
  return isFree ? undefined : idsOf(await ask(tables, 'commitMatches', asked))
}

/** By what their events say. */
const touching = async (tables: Tables, { file, tool }: LogFilters): Promise<ReadonlySet<string> | undefined> => {
  if (file === undefined && tool === undefined) return undefined
  const asked = { file: file === undefined ? null : pathOf(file), tool: tool ?? null }
  return idsOf(await ask(tables, 'commitsTouching', asked))
}

/** Whether a commit fits, by its id; undefined: all do, nothing restricts. */
export const matchingCommits = async (tables: Tables, filters: LogFilters): Promise<((commitId: string) => boolean) | undefined> => {
  const sets = [await described(tables, filters), await touching(tables, filters)].filter((set) => set !== undefined)
  return sets.length === 0 ? undefined : (commitId) => sets.every((set) => set.has(commitId))
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
