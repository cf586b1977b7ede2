/** Compares what is on disk with what the store knows: which sessions to derive, and from which files. */
import type { SeenFile, TranscriptFile } from '../../model/transcript-file.ts'
import { basename } from 'node:path'
import { agentCalled, isHistorySource } from '../../../importer/agents.ts'
import { lastVersions, type KeptRole, type SourceFile, type SourceRole } from '../../transcripts/derive-task.ts'
import { sourceIdOf } from '../../transcripts/hash-file.ts'

/** A file in the store, or an earlier version of one. */
export interface KnownSource {
  readonly sourceId: string
  /** Id of the agent whose file it is. */
  readonly agent: string
  readonly path: string
  readonly file: string
  readonly root: string
  readonly role: KeptRole
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly bytes: number
  readonly modifiedNs: string
  readonly contentHash: string
  readonly manifestHash: string
  /** How the file looked when it was read. Absent: unknown. */
  readonly seen?: SeenFile | undefined
}

/** The last version of a file in the store. */
export interface LastVersion extends KnownSource {
  readonly role: SourceRole
}

/** A source to derive from: a file on disk, or what the store holds of one that is gone or was not looked for. */
export type PlannedSource =
  { readonly kind: 'disk'; readonly source: SourceFile; readonly bytes: number } | { readonly kind: 'stored'; readonly known: LastVersion }

export interface PlannedSession {
  readonly sessionId: string
  readonly sources: readonly PlannedSource[]
  /** Bytes to read. */
  readonly bytes: number
  /** Newest modification time among its files, nanoseconds. */
  readonly newestNs: bigint
  /** Ids of the sources whose files are new or changed. */
  readonly changed: ReadonlySet<string>
  /** Ids of sources that it has no more: they moved to another place. */
  readonly moved?: ReadonlySet<string>
}

export interface ImportPlan {
  /** By modification time, newest first. */
  readonly sessions: readonly PlannedSession[]
  readonly unchangedFiles: number
  readonly changedFiles: number
  /** Files that are now empty, but not empty in the store: they are treated as deleted. */
  readonly emptied: readonly LastVersion[]
  readonly bytes: number
}

/** The session that a file on disk belongs to. */
export const sessionOf = (file: TranscriptFile): string => file.sessionId ?? basename(file.path).replace(/\.(jsonl|meta\.json)$/, '')

const onDisk = (file: TranscriptFile): PlannedSource => ({
  kind: 'disk',
  bytes: file.size,
  source: {
    sourceId: sourceIdOf(file.path),
    agent: file.agent,
    readFrom: file.readFrom ?? file.path,
    path: file.path,
    file: file.file,
    root: file.root,
    role: file.role,
    agentId: file.agentId,
    folder: file.folder,
    modifiedNs: file.readFrom === undefined ? undefined : String(file.modifiedNs),
  },
})

/** A stored source, to be read from a restored copy. */
export const storedSource = (known: LastVersion, readFrom: string): SourceFile => ({
  sourceId: known.sourceId,
  agent: known.agent,
  readFrom,
  path: known.path,
  file: known.file,
  root: known.root,
  role: known.role,
  agentId: known.agentId,
  folder: agentCalled(known.agent).files.folderOf(known.path, known.role),
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

/** Groups in the order of their first items. */
export const groupBy = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
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

/** Versions of the sources that the store holds, with how the files looked as far as that is known. */
export type SourceVersions = ReadonlyMap<string, SeenFile | undefined>

const versionOfSource = ({ bytes, modifiedNs, path, sessionId }: KnownSource): string => versionOf(bytes, modifiedNs, path, sessionId)

export const versionOfFile = (file: TranscriptFile): string => versionOf(file.size, file.modifiedNs, file.path, sessionOf(file))

export const sourcesByVersion = (known: readonly KnownSource[]): ReadonlyMap<string, KnownSource> =>
  new Map(known.map((source) => [versionOfSource(source), source]))

export const versionsOf = (known: readonly KnownSource[]): SourceVersions =>
  new Map(known.map((source) => [versionOfSource(source), source.seen]))

/** Files that are new, have another size or time, or now belong to another session. */
const changedFiles = (files: readonly TranscriptFile[], versions: SourceVersions): readonly TranscriptFile[] =>
  files.filter((file) => !versions.has(versionOfFile(file)))

/** Whether a file holds nothing now, and held something when it was imported. */
export const isEmptied = ({ size }: TranscriptFile, known: KnownSource | undefined): boolean => size === 0 && (known?.bytes ?? 0) > 0

/**
 * Plans an import. A session is derived again when one of its files has changed.
 * @param found what was found on disk.
 * @param held what the store contains of the sessions that changed files belong to, now or before.
 * @param foundChanged those of the files that have changed.
 */
export const planImport = (
  found: readonly TranscriptFile[],
  held: readonly KnownSource[],
  foundChanged = changedFiles(found, versionsOf(held)),
): ImportPlan => {
  const known = lastVersions(held)
  const knownByPath = new Map(known.map((source) => [source.path, source]))
  const wasEmptied = (file: TranscriptFile): boolean => isEmptied(file, knownByPath.get(file.path))
  const files = found.filter((file) => !wasEmptied(file))
  const changed = foundChanged.filter((file) => !wasEmptied(file))
  const knownBySession = groupBy(known, (source) => source.sessionId)
  const filesBySession = groupBy(files, sessionOf)
  const paths = new Set(files.map((file) => file.path))
  const knownAt = groupBy(known, (source) => source.path)
  const affected = new Set(
    changed.flatMap((file) => [sessionOf(file), ...(knownAt.get(file.path) ?? []).map(({ sessionId }) => sessionId)]),
  )
  const changedBySession = groupBy(changed, sessionOf)
  const sessions = [...affected].map((sessionId): PlannedSession => {
    const own = filesBySession.get(sessionId) ?? []
    const left = (knownBySession.get(sessionId) ?? []).filter((source) => !paths.has(source.path))
    // Prompts that a history has of a session yield to its transcript.
    const hasTranscript = own.some(({ role, path }) => role === 'session' && !isHistorySource(path))
    const yielding = hasTranscript ? left.filter(({ path }) => isHistorySource(path)) : []
    const absent = left.filter((source) => !yielding.includes(source))
    const sources = inOrder([...own.map(onDisk), ...absent.map((source) => ({ kind: 'stored' as const, known: source }))])
    return {
      sessionId,
      sources,
      bytes: own.reduce((sum, file) => sum + file.size, 0) + absent.reduce((sum, source) => sum + source.bytes, 0),
      newestNs: own.reduce((newest, file) => (file.modifiedNs > newest ? file.modifiedNs : newest), 0n),
      changed: new Set((changedBySession.get(sessionId) ?? []).map(({ path }) => sourceIdOf(path))),
      ...(yielding.length === 0 ? {} : { moved: new Set(yielding.map(({ sourceId }) => sourceId)) }),
    }
  })
  sessions.sort((a, b) => (a.newestNs === b.newestNs ? (a.sessionId < b.sessionId ? -1 : 1) : a.newestNs > b.newestNs ? -1 : 1))
  return {
    sessions,
    unchangedFiles: files.length - changed.length,
    changedFiles: changed.length,
    emptied: foundChanged.filter(wasEmptied).flatMap(({ path }) => knownByPath.get(path) ?? []),
    bytes: sessions.reduce((sum, session) => sum + session.bytes, 0),
  }
}
