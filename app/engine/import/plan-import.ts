/** Compares what is on disk with what the store knows: which sessions to derive, and from which files. */
import { basename } from 'node:path'
import type { TranscriptFile } from '../../../importer/claude-code/discover.ts'
import { folderOf } from '../../../importer/claude-code/file-layout.ts'
import { hashBytes } from '../../store/content-hash.ts'
import type { SourceFile, SourceRole } from '../derive/derive-task.ts'

/** A source as the store holds it. */
export interface KnownSource {
  readonly sourceId: string
  readonly path: string
  readonly file: string
  readonly root: string
  readonly role: SourceRole
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly bytes: number
  readonly modifiedNs: string
  readonly manifestHash: string
}

/** A source to derive from: a file on disk, or what the store holds of one that is gone or was not looked for. */
export type PlannedSource =
  { readonly kind: 'disk'; readonly source: SourceFile; readonly bytes: number } | { readonly kind: 'stored'; readonly known: KnownSource }

export interface PlannedSession {
  readonly sessionId: string
  readonly sources: readonly PlannedSource[]
  /** Bytes to read. */
  readonly bytes: number
  /** Newest modification time among its files, nanoseconds. */
  readonly newestNs: bigint
  /** Files that are new or changed. */
  readonly changed: number
}

export interface ImportPlan {
  /** Newest first. */
  readonly sessions: readonly PlannedSession[]
  readonly unchangedFiles: number
  readonly changedFiles: number
  readonly bytes: number
}

/** Stable name of a source in this store. */
export const sourceIdOf = (path: string): string => `src-${hashBytes(path).slice(0, 16)}`

/** The session that a file on disk belongs to. */
export const sessionOf = (file: TranscriptFile): string => file.sessionId ?? basename(file.path).replace(/\.(jsonl|meta\.json)$/, '')

const onDisk = (file: TranscriptFile): PlannedSource => ({
  kind: 'disk',
  bytes: file.size,
  source: {
    sourceId: sourceIdOf(file.path),
    readFrom: file.path,
    path: file.path,
    file: file.file,
    root: file.root,
    role: file.role,
    agentId: file.agentId,
    folder: file.folder,
    modifiedNs: undefined,
  },
})

/** What a stored source is read as, from a restored copy. */
export const storedSource = (known: KnownSource, readFrom: string): SourceFile => ({
  sourceId: known.sourceId,
  readFrom,
  path: known.path,
  file: known.file,
  root: known.root,
  role: known.role,
  agentId: known.agentId,
  folder: folderOf(known.path, known.role),
  modifiedNs: known.modifiedNs,
})

const roleOrder: Readonly<Record<SourceRole, number>> = { session: 0, agent: 1, meta: 2, side: 3 }

const keyOf = (planned: PlannedSource): readonly [number, string, string] => {
  const { role, path, file } = planned.kind === 'disk' ? planned.source : planned.known
  return [roleOrder[role], basename(path), file]
}

/** The order of a session's sources depends on their names alone, never on where they were found first. */
export const inOrder = (sources: readonly PlannedSource[]): readonly PlannedSource[] =>
  [...sources].sort((a, b) => {
    const [roleA, nameA, fileA] = keyOf(a)
    const [roleB, nameB, fileB] = keyOf(b)
    if (roleA !== roleB) return roleA - roleB
    if (nameA !== nameB) return nameA < nameB ? -1 : 1
    return fileA < fileB ? -1 : fileA > fileB ? 1 : 0
  })

const groupBy = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

/** Where a file stands, whose it is, its size and its time in one text, which source-versions.sql writes of a source too. */
const versionOf = (bytes: number, modifiedNs: bigint | string, path: string, sessionId: string): string =>
  `${bytes} ${modifiedNs} ${path}\0${sessionId}`

/** Versions of the sources that the store holds. */
const versionsOf = (known: readonly KnownSource[]): ReadonlySet<string> =>
  new Set(known.map(({ bytes, modifiedNs, path, sessionId }) => versionOf(bytes, modifiedNs, path, sessionId)))

/** Files that are new, have changed, or now belong to another session. */
export const changedFiles = (files: readonly TranscriptFile[], versions: ReadonlySet<string>): readonly TranscriptFile[] =>
  files.filter((file) => !versions.has(versionOf(file.size, file.modifiedNs, file.path, sessionOf(file))))

/**
 * Plans an import. A session is derived anew when one of its files has changed.
 * @param files what was found on disk.
 * @param known what the store holds of the sessions that changed files belong to, and of those that they belonged to.
 * @param changed those of the files that have changed.
 */
export const planImport = (
  files: readonly TranscriptFile[],
  known: readonly KnownSource[],
  changed = changedFiles(files, versionsOf(known)),
): ImportPlan => {
  const knownByPath = new Map(known.map((source) => [source.path, source]))
  const knownBySession = groupBy(known, (source) => source.sessionId)
  const filesBySession = groupBy(files, sessionOf)
  const found = new Set(files.map((file) => file.path))
  const affected = new Set(changed.flatMap((file) => [sessionOf(file), knownByPath.get(file.path)?.sessionId ?? sessionOf(file)]))
  const changedBySession = groupBy(changed, sessionOf)
  const sessions = [...affected].map((sessionId): PlannedSession => {
    const own = filesBySession.get(sessionId) ?? []
    const absent = (knownBySession.get(sessionId) ?? []).filter((source) => !found.has(source.path))
    const sources = inOrder([...own.map(onDisk), ...absent.map((source) => ({ kind: 'stored' as const, known: source }))])
    return {
      sessionId,
      sources,
      bytes: own.reduce((sum, file) => sum + file.size, 0) + absent.reduce((sum, source) => sum + source.bytes, 0),
      newestNs: own.reduce((newest, file) => (file.modifiedNs > newest ? file.modifiedNs : newest), 0n),
      changed: changedBySession.get(sessionId)?.length ?? 0,
    }
  })
  sessions.sort((a, b) => (a.newestNs === b.newestNs ? (a.sessionId < b.sessionId ? -1 : 1) : a.newestNs > b.newestNs ? -1 : 1))
  return {
    sessions,
    unchangedFiles: files.length - changed.length,
    changedFiles: changed.length,
    bytes: sessions.reduce((sum, session) => sum + session.bytes, 0),
  }
}
