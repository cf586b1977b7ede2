/** Finds what is named: files by their paths or how these end, records by the beginnings of their sources. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { filesystemEntries } from '../kernel/file-systems.ts'
import { count, optional, text } from '../../model/columns.ts'
import { fileFinders } from '../../model/file-tools.ts'
import { StrataError } from '../../model/failure.ts'
import type { RecordName } from '../../contract/objects.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import filePaths from './file-paths.sql?raw'
import knownPath from './known-path.sql?raw'
import chainSessions from './chain-sessions.sql?raw'
import fileSessions from './file-sessions.sql?raw'
import namingSessions from './naming-sessions.sql?raw'
import fileTips from './file-tips.sql?raw'
import sharingSessions from './sharing-sessions.sql?raw'
import recordCommit from './record-commit.sql?raw'

/** Searches the paths of all calls only if no file with exactly this path has versions. */
const pathsNamed = async (tables: Tables, path: string, session: string | null): Promise<readonly string[]> => {
  const columns = { path: text('path') }
  const exact = await tables.query(knownPath, columns, { path, session })
  const rows = exact.length > 0 ? exact : await tables.query(filePaths, columns, { path, session, finders: fileFinders })
  return rows.map((row) => row.path)
}

/**
 * The path as the transcripts give it. A file that no call was given may be known to the facts: these are made before it is said to be unknown.
 * @param session that alone; null: all
 * @throws StrataError not-found, ambiguous-id
 */
export const resolvePath = async (
  { store: { database }, ensureObjects }: Pick<EngineContext, 'store' | 'ensureObjects'>,
  path: string,
  session: string | null = null,
): Promise<string> => {
  let paths = await pathsNamed(database, path, session)
  if (paths.length === 0) {
    await ensureObjects(session === null ? undefined : () => Promise.resolve([session]))
    paths = await pathsNamed(database, path, session)
  }
  const [first, ...others] = paths
  if (first === undefined)
    throw new StrataError('not-found', `No agent was given a file with the path “${path}”`, { text: path, list: 'strata files' })
  if (first !== path && others.length > 0) {
    const listed = paths.slice(0, 5).join(', ')
    throw new StrataError('ambiguous-id', `“${path}” is the end of ${paths.length} paths: ${listed}${paths.length > 5 ? ' …' : ''}`, {
      text: path,
      candidates: paths,
    })
  }
  return first
}

const namedIn = (path: string): string => /[^\\/]*$/.exec(path)?.[0] ?? path

/** Sessions that may say something of the file: their facts are needed for an answer about it. */
export const sessionsOfFile = async (store: Store, path: string): Promise<readonly string[]> => {
  // Only rules make one file of two paths.
  const mounted = filesystemEntries(store).some(({ prefix }) => prefix !== undefined)
  const rows = await store.database.query(fileSessions, { sessionId: text('session_id') }, { path, name: namedIn(path), mounted })
  return rows.map(({ sessionId }) => sessionId)
}

/** Sessions whose records say something of the file, the last one first. Their facts are made before. */
export const sessionsNaming = async (tables: Tables, path: string): Promise<readonly string[]> =>
  (await tables.query(namingSessions, { sessionId: text('session_id') }, { path })).map(({ sessionId }) => sessionId)

export const sessionsOfChain = async (tables: Tables, chain: readonly ChainLink[]): Promise<readonly string[]> => {
  const commits = chain.map(({ commitId }) => commitId)
  return (await tables.query(chainSessions, { sessionId: text('session_id') }, { commits })).map(({ sessionId }) => sessionId)
}

/** Those of a chain, and those with calls that were given a file that calls of theirs were given. */
export const sessionsThatShareFiles = async (tables: Tables, chain: readonly ChainLink[]): Promise<readonly string[]> => {
  const own = await sessionsOfChain(tables, chain)
  const others = await tables.query(sharingSessions, { sessionId: text('session_id') }, { sessions: own })
  return [...new Set([...own, ...others.map(({ sessionId }) => sessionId)])]
}

/** The commit with the last record that says something of the file. @throws StrataError not-found */
export const lastTouch = async (tables: Tables, path: string): Promise<string> => {
  const [last] = await tables.query(fileTips, { commitId: text('commit_id') }, { path })
  if (last !== undefined) return last.commitId
  throw new StrataError('not-found', `No agent saw or changed the file “${path}”`, { text: path, list: 'strata files' })
}

export interface FoundRecord extends RecordName {
  readonly commitId: string
}

/** @throws StrataError not-found, ambiguous-id */
export const findRecord = async (tables: Tables, { sourceId, line }: RecordName): Promise<FoundRecord> => {
  const columns = { sourceId: text('source_id'), line: count('line'), commitId: optional(text('commit_id')) } as const
  const [first, ...others] = await tables.query(recordCommit, columns, { source: sourceId, line })
  const name = `${sourceId}:${line}`
  if (first === undefined) throw new StrataError('not-found', `No record is called “${name}”`, { text: name })
  if (others.length > 0)
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: several sources begin with ${sourceId}`, { text: name })
  if (first.commitId === null) throw new StrataError('not-found', `The record “${name}” is in no commit`, { text: name })
  return { ...first, commitId: first.commitId }
}
