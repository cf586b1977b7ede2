/** Finds what is named: files by their paths or how these end, records by the beginnings of their sources. */
import { toolsOf } from '../../../importer/agents.ts'
import { finderKinds } from '../../model/tool-kind.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { Store } from '../../store/store.ts'
import { currentChain } from '../commits/current-chain.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { filesystemEntries } from '../file-systems/file-systems.ts'
import { count, optional, text } from '../../model/columns.ts'
import { composed } from '../../model/objects/file-path.ts'
import { StrataError } from '../../model/failure.ts'
import type { RecordKey } from '../../contract/objects.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import filePaths from './file-paths.sql?raw'
import knownPath from './known-path.sql?raw'
import chainSessions from './chain-sessions.sql?raw'
import fileSessions from './file-sessions.sql?raw'
import namingSessions from './naming-sessions.sql?raw'
import earlierNames from './earlier-names.sql?raw'
import fileTips from './file-tips.sql?raw'
import sharingSessions from './sharing-sessions.sql?raw'
import chainPaths from './chain-paths.sql?raw'
import chainSpelling from './chain-spelling.sql?raw'
import recordCommit from './record-commit.sql?raw'

/** Searches the paths of all calls only if no file with exactly this path has versions. */
const pathsSpelled = async (tables: Tables, path: string, session: string | null): Promise<readonly string[]> => {
  const columns = { path: text('path') }
  const exact = await tables.query(knownPath, columns, { path, session })
  const rows = exact.length > 0 ? exact : await tables.query(filePaths, columns, { path, session, finders: toolsOf(finderKinds) })
  return rows.map((row) => row.path)
}

/** As it is given, else in the other Unicode forms: a person types what a system may write decomposed. */
const pathsNamed = async (tables: Tables, path: string, session: string | null): Promise<readonly string[]> => {
  for (const form of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const paths = await pathsSpelled(tables, form, session)
    if (paths.length > 0) return [...new Set(paths.map(composed))]
  }
  return []
}

const ambiguousPath = (path: string, paths: readonly string[]): StrataError => {
  const listed = paths.slice(0, 5).join(', ')
  const message = `“${path}” is the end of ${paths.length} paths: ${listed}${paths.length > 5 ? ' …' : ''}`
  return new StrataError('ambiguous-id', message, { text: path, candidates: paths })
}

/**
 * The path as the transcripts give it. A file that no call was given may be known to the facts: these are made before it is said to be
 * unknown, and before an ending is said to be that of one file.
 * @param session that alone; null: all
 * @throws StrataError not-found, ambiguous-id
 */
export const resolvePath = async (
  { store: { database }, ensureObjects }: Pick<EngineContext, 'store' | 'ensureObjects'>,
  path: string,
  session: string | null = null,
): Promise<string> => {
  const isWhole = (found: readonly string[]): boolean => found[0]?.normalize() === path.normalize()
  let paths = await pathsNamed(database, path, session)
  if (!isWhole(paths)) {
    await ensureObjects(session === null ? undefined : () => Promise.resolve([session]))
    paths = await pathsNamed(database, path, session)
  }
  const [first, ...others] = paths
  if (first === undefined)
    throw new StrataError('not-found', `No agent was given a file with the path “${path}”`, { text: path, list: 'strata files' })
  if (!isWhole(paths) && others.length > 0) throw ambiguousPath(path, paths)
  return first
}

/** As resolvePath; a path that no file has stays as it is. @throws StrataError ambiguous-id */
export const resolveKnownPath = async (context: Pick<EngineContext, 'store' | 'ensureObjects'>, path: string): Promise<string> => {
  try {
    return await resolvePath(context, path)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return path
    throw thrown
  }
}

/**
 * As resolvePath; an ending that several files have is that of the file which the chain of a commit names.
 * @throws StrataError not-found, ambiguous-id
 */
export const resolvePathAt = async (
  context: Pick<EngineContext, 'store' | 'ensureObjects'>,
  path: string,
  commitId: string,
): Promise<string> => {
  try {
    return await resolvePath(context, path)
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'ambiguous-id') throw thrown
    const { database } = context.store
    const chain = await currentChain(context.store, commitId)
    await context.ensureObjects(() => sessionsOfChain(database, chain))
    const commits = chain.map((link) => link.commitId)
    const [first, ...others] = await database.query(chainPaths, { path: text('path') }, { commits, path })
    if (first === undefined) throw thrown
    if (others.length > 0)
      throw ambiguousPath(
        path,
        [first, ...others].map((row) => row.path),
      )
    return first.path
  }
}

/** The path by which a chain names the file that has this path elsewhere, as through a mount or in another Unicode form. */
export const pathInChain = async (tables: Tables, path: string, chain: readonly ChainLink[]): Promise<string> => {
  const commits = chain.map(({ commitId }) => commitId)
  const [own] = await tables.query(chainSpelling, { path: text('path') }, { commits, path })
  return own?.path ?? path
}

const namedIn = (path: string): string => /[^\\/]*$/.exec(path)?.[0] ?? path

/** The folders above a file, the outermost first. */
const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/[\\/]/g)].map(({ index }) => path.slice(0, index)).filter((folder) => folder !== '')

/** Sessions that may say something of the file: their facts are needed for an answer about it. */
const sessionsOfFile = async (store: Store, path: string): Promise<readonly string[]> => {
  const folders = foldersAbove(path)
  // Only rules make one file of two paths.
  const mounted = filesystemEntries(store).some(({ prefix }) => prefix !== undefined)
  const rows = await store.database.query(
    fileSessions,
    { sessionId: text('session_id') },
    {
      path,
      name: namedIn(path),
      folders,
      names: folders.map(namedIn),
      mounted,
      shells: toolsOf(new Set(['shell'])),
      // An ASCII path has only one normalization form.
      composed: /^[\0-\x7f]*$/.test(path) ? null : path.normalize('NFC'),
    },
  )
  return rows.map(({ sessionId }) => sessionId)
}

/** Maximum number of names that are followed: a file with more is one of many that a script writes under passing names. */
const maxNames = 20

/** Makes the facts of all sessions that may say something of the file, also under names that it had before. */
export const ensureFile = async ({ store, ensureObjects }: Pick<EngineContext, 'store' | 'ensureObjects'>, path: string): Promise<void> => {
  const names = [path]
  for (const name of names) {
    await ensureObjects(() => sessionsOfFile(store, name))
    if (names.length > maxNames) return
    names.push(...(await store.database.query(earlierNames, { path: text('path') }, { paths: names })).map((row) => row.path))
  }
}

/** Sessions whose records mention the file, the last one first. Their facts must exist. */
export const sessionsNaming = async (tables: Tables, path: string): Promise<readonly string[]> =>
  (await tables.query(namingSessions, { sessionId: text('session_id') }, { path })).map(({ sessionId }) => sessionId)

export const sessionsOfChain = async (tables: Tables, chain: readonly Pick<ChainLink, 'commitId'>[]): Promise<readonly string[]> => {
  const commits = chain.map(({ commitId }) => commitId)
  return (await tables.query(chainSessions, { sessionId: text('session_id') }, { commits })).map(({ sessionId }) => sessionId)
}

/** Sessions of a chain, and sessions with calls on a file that calls of the chain name too. */
export const sessionsThatShareFiles = async (tables: Tables, chain: readonly ChainLink[]): Promise<readonly string[]> => {
  const own = await sessionsOfChain(tables, chain)
  const others = await tables.query(sharingSessions, { sessionId: text('session_id') }, { sessions: own })
  return [...new Set([...own, ...others.map(({ sessionId }) => sessionId)])]
}

/** The commit with the last record that mentions the file. @throws StrataError not-found */
export const lastTouch = async (tables: Tables, path: string): Promise<string> => {
  const [last] = await tables.query(fileTips, { commitId: text('commit_id') }, { path })
  if (last !== undefined) return last.commitId
  throw new StrataError('not-found', `No record shows the content of the file “${path}”`, { text: path, list: 'strata files' })
}

export interface FoundRecord extends RecordKey {
  readonly commitId: string
}

/** @throws StrataError not-found, ambiguous-id */
export const findRecord = async (tables: Tables, { sourceId, line }: RecordKey): Promise<FoundRecord> => {
  const columns = { sourceId: text('source_id'), line: count('line'), commitId: optional(text('commit_id')) } as const
  const [first, ...others] = await tables.query(recordCommit, columns, { source: sourceId, line })
  const name = `${sourceId}:${line}`
  if (first === undefined) throw new StrataError('not-found', `No record is called “${name}”`, { text: name })
  if (others.length > 0)
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: several sources begin with ${sourceId}`, { text: name })
  if (first.commitId === null) throw new StrataError('not-found', `The record “${name}” is in no commit`, { text: name })
  return { ...first, commitId: first.commitId }
}
