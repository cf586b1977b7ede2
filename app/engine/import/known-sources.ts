/** The sources that the store holds, as an import compares them with the disk. */
import type { SeenFile } from '../../model/transcript-file.ts'
import { count, optional, text } from '../../model/columns.ts'
import { firstAgent } from '../../../importer/agents.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import type { DerivedSource, KeptRole } from '../../transcripts/derive-task.ts'
import knownSourcesSql from './known-sources.sql?raw'
import sourcesOfChangeSql from './sources-of-change.sql?raw'
import sourceVersionsSql from './source-versions.sql?raw'
import type { KnownSource, SourceVersions } from './plan-import.ts'

const columns = {
  sourceId: text('source_id'),
  agent: text('agent'),
  path: text('path'),
  file: text('file'),
  root: text('root'),
  role: text('role'),
  sessionId: text('session_id'),
  agentId: optional(text('agent_id')),
  bytes: count('bytes'),
  modifiedNs: text('modified_ns'),
  contentHash: text('content_hash'),
  manifestHash: text('manifest_hash'),
  seen: optional(text('seen')),
} as const

const seenIn = (seen: string | null): SeenFile | undefined => {
  if (seen === null) return undefined
  const [changedNs = '', inode = ''] = seen.split(' ')
  return { changedNs, inode }
}

const roles: readonly string[] = ['session', 'agent', 'meta', 'side', 'earlier'] satisfies readonly KeptRole[]
const isRole = (role: string): role is KeptRole => roles.includes(role)

interface SourceRow extends Omit<KnownSource, 'role' | 'agentId' | 'seen'> {
  readonly role: string
  readonly agentId: string | null
  readonly contentHash: string
  readonly seen: string | null
}

/** Without its row, a file would be imported as a new one. @throws StrataError store-newer for a role that this version does not know */
const withRole = (row: SourceRow): KnownSource => {
  const { role, agentId, seen } = row
  if (!isRole(role))
    throw new StrataError('store-newer', `The index names ${row.file} as ${role}, which this version of Strata does not know`, { role })
  return { ...row, role, agentId: agentId ?? undefined, seen: seenIn(seen) }
}

/** The sources of a session in the journal. */
export const sourcesIn = (entry: SessionEntry): readonly (KnownSource & DerivedSource)[] =>
  entry.sources.map((source) => ({
    sourceId: source.source_id,
    agent: source.agent ?? firstAgent,
    path: source.path,
    file: source.file,
    root: source.root,
    role: source.role,
    sessionId: entry.session_id,
    agentId: source.agent_id,
    bytes: source.bytes,
    modifiedNs: source.modified_ns,
    contentHash: source.content_hash,
    manifestHash: artifactHash(source.manifest_hash),
    lines: source.lines,
    records: source.records,
    missingLines: source.missing_lines,
  }))

/** The sources of a session as the journal names them: of one that could not be rebuilt the tables show none. */
const sourcesNamed = (store: Store, sessionId: string): readonly KnownSource[] => {
  const entry = store.session(sessionId)
  return entry === undefined ? [] : sourcesIn(entry)
}

/** Every source that the journal names, in the order of their files: those of sessions that could not be rebuilt too, which no table shows. */
export const journalSources = (store: Store): readonly KnownSource[] => {
  const sources = store.sessionIds().flatMap((id) => sourcesNamed(store, id))
  const placeOf = ({ file, path }: KnownSource): string => `${file}\0${path}`
  return sources.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/** The sources of these sessions, and of the sessions to which the files at these paths belonged. */
export const sourcesOfChange = async (
  store: Store,
  sessions: readonly string[],
  paths: readonly string[],
): Promise<readonly KnownSource[]> => {
  const shown = (await store.database.query(sourcesOfChangeSql, columns, { sessions, paths })).map(withRole)
  const shownSessions = new Set(shown.map(({ sessionId }) => sessionId))
  return [...shown, ...[...new Set(sessions)].flatMap((id) => (shownSessions.has(id) ? [] : sourcesNamed(store, id)))]
}

/** The version of every source, computed as in plan-import. This reads little, even in a store with many unchanged files. */
export const sourceVersions = async (store: Store): Promise<SourceVersions> => {
  const rows = await store.database.query(sourceVersionsSql, { version: text('version'), seen: optional(text('seen')) })
  return new Map(rows.map(({ version, seen }) => [version, seenIn(seen)]))
}

/** Every source, or those of one session. */
export const knownSources = async (store: Store, sessionId?: string): Promise<readonly KnownSource[]> => {
  return (await store.database.query(knownSourcesSql, columns, { session: sessionId ?? null })).map(withRole)
}

export const knownSourcesOf = async (store: Store, sessionId: string): Promise<readonly KnownSource[]> => {
  const shown = await knownSources(store, sessionId)
  return shown.length === 0 ? sourcesNamed(store, sessionId) : shown
}
