/** Lists objects: of the whole store page by page, or those that an agent met up to a commit. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { ListedObject, ObjectsPage } from '../../../contract/session-state.ts'
import { count, flag, instant, optional, text, type Row } from '../../../model/columns.ts'
import { StrataError } from '../../../model/failure.ts'
import { fileChangers, fileFinders, fileReaders } from '../../../model/file-tools.ts'
import { aboutTokens } from '../../../model/objects/about-tokens.ts'
import type { ObjectType } from '../../../model/objects/object-identity.ts'
import type { Store } from '../../../store/store.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { sessionState } from '../state/session-state.ts'
import callDetails from './call-details.sql?raw'
import fileDetails from './file-details.sql?raw'
import { fileObjects, onlyFiles, type FileObjects } from './file-objects.ts'
import objectPage from './object-page.sql?raw'
import sessionDetails from './session-details.sql?raw'

type Input = CallParsed<'objects.list'>

const pageColumns = {
  type: text('type'),
  id: text('id'),
  lastAt: optional(instant('last_at')),
  total: count('total'),
} as const

type PageRow = Row<typeof pageColumns>

const callColumns = {
  id: text('id'),
  sessionId: text('session_id'),
  tool: text('tool_name'),
  about: text('about'),
  chars: optional(count('chars')),
  isError: optional(flag('is_error')),
  lastAt: optional(instant('last_at')),
  sessions: count('sessions'),
} as const

const fileColumns = {
  id: text('id'),
  path: text('path'),
  sessionId: text('session_id'),
  commitId: optional(text('commit_id')),
  versions: count('versions'),
  chars: optional(count('chars')),
  sessions: count('sessions'),
  lastAt: optional(instant('last_at')),
} as const

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  turns: count('turns'),
  tipCommitId: optional(text('tip_commit_id')),
  lastAt: optional(instant('last_at')),
  chars: count('chars'),
} as const

export type FileDetails = Row<typeof fileColumns>
export type SessionDetails = Row<typeof sessionColumns>

const forSql = ({ sessions, groups, paths, pathGroups, ids }: FileObjects) => ({
  sessions,
  groups,
  paths,
  path_groups: pathGroups,
  ids,
  finders: fileFinders,
})

/** What the tables say of some files. */
export const detailsOfFiles = ({ database }: Store, files: FileObjects, wanted: readonly string[]): Promise<readonly FileDetails[]> =>
  database.query(fileDetails, fileColumns, {
    ...forSql(onlyFiles(files, new Set(wanted))),
    changers: fileChangers,
    readers: fileReaders,
  })

export const detailsOfSessions = ({ database }: Store, sessions: readonly string[]): Promise<readonly SessionDetails[]> =>
  database.query(sessionDetails, sessionColumns, { sessions })

const everywhere = { level: null, pinned: null } as const
const plain = { tool: null, failed: null, locked: false } as const
const about = (chars: number | null): number | null => (chars === null ? null : aboutTokens(chars))

const callRow = ({ id, sessionId, tool, about: name, chars, isError, lastAt, sessions }: Row<typeof callColumns>): ListedObject => ({
  ...everywhere,
  id,
  type: 'toolcall',
  name,
  tool,
  failed: isError,
  locked: false,
  versions: 1,
  chars: chars ?? 0,
  aboutTokens: aboutTokens(chars ?? 0),
  lastUsedAt: lastAt,
  sessions,
  sessionId,
})

/** How large a file was when a call showed or wrote it: its exact size follows from its content alone. */
const fileRow = ({ id, path, sessionId, versions, chars, sessions, lastAt }: FileDetails): ListedObject => ({
  ...everywhere,
  ...plain,
  id,
  type: 'file',
  name: path,
  versions: Math.max(1, versions),
  chars: null,
  aboutTokens: about(chars),
  lastUsedAt: lastAt,
  sessions,
  sessionId,
})

const charsOf: Readonly<Record<string, (details: SessionDetails) => number | null>> = {
  chat: ({ chars }) => chars,
  session: () => 0,
  // It is in records, which no list reads.
  system_prompt: () => null,
}

const sessionRow = (type: ObjectType, id: string, details: SessionDetails): ListedObject => {
  const chars = charsOf[type]?.(details) ?? null
  return {
    ...everywhere,
    ...plain,
    id,
    type,
    name: details.title,
    locked: true,
    versions: type === 'system_prompt' ? 1 : Math.max(1, details.turns),
    chars,
    aboutTokens: about(chars),
    lastUsedAt: details.lastAt,
    sessions: 1,
    sessionId: details.sessionId,
  }
}

const idsOf = (rows: readonly PageRow[], type: ObjectType): readonly string[] => rows.flatMap((row) => (row.type === type ? [row.id] : []))

const ownTypes: ReadonlySet<string> = new Set<ObjectType>(['chat', 'system_prompt', 'session'])

/** `chat:1a2b` → `1a2b`. */
export const sessionIn = (id: string): string => id.slice(id.indexOf(':') + 1)

const detailed = async (store: Store, files: FileObjects, rows: readonly PageRow[]): Promise<readonly ListedObject[]> => {
  const found = new Map<string, ListedObject>()
  const calls = idsOf(rows, 'toolcall')
  if (calls.length > 0)
    for (const row of await store.database.query(callDetails, callColumns, { ids: calls })) found.set(row.id, callRow(row))
  const ofFiles = idsOf(rows, 'file')
  if (ofFiles.length > 0) for (const row of await detailsOfFiles(store, files, ofFiles)) found.set(row.id, fileRow(row))
  const own = rows.filter(({ type }) => ownTypes.has(type))
  const sessions = own.length === 0 ? [] : await detailsOfSessions(store, [...new Set(own.map(({ id }) => sessionIn(id)))])
  const bySession = new Map(sessions.map((details) => [details.sessionId, details]))
  for (const { id, type } of own) {
    const details = bySession.get(sessionIn(id))
    if (details !== undefined) found.set(id, sessionRow(type as ObjectType, id, details))
  }
  return rows.flatMap(({ id }) => found.get(id) ?? [])
}

const noFiles: FileObjects = { sessions: [], groups: [], paths: [], pathGroups: [], ids: [] }

const listAll = async (context: EngineContext, { type, limit, offset }: Input): Promise<ObjectsPage> => {
  const files = type === undefined || type === 'file' ? await fileObjects(context) : noFiles
  const rows = await context.store.database.query(objectPage, pageColumns, {
    ...forSql(files),
    type: type ?? null,
    limit: String(limit),
    offset: String(offset),
  })
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await listAll(context, { type, limit: 1, offset: 0 })).total)
  return { objects: await detailed(context.store, files, rows), total }
}

const listAt = async (context: EngineContext, at: string, { type, state, limit, offset, ...policy }: Input): Promise<ObjectsPage> => {
  const { sessionId, objects } = await sessionState(context, at, policy)
  const chosen = objects
    .filter((object) => type === undefined || object.type === type)
    .filter(({ level, pinned }) => state === undefined || (state === 'pinned' ? pinned : level === state))
    .map((object): ListedObject => ({ ...object, sessions: 1, sessionId }))
    .sort((one, other) => (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0))
  return { objects: chosen.slice(offset, offset + limit), total: chosen.length }
}

/** @throws StrataError invalid-input, not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const listObjects = async (context: EngineContext, input: Input): Promise<ObjectsPage> => {
  if (input.at !== undefined) return listAt(context, input.at, input)
  if (input.state !== undefined || input.policy !== undefined)
    throw new StrataError('invalid-input', `An object has a state in a session only: give a session or a commit`)
  return listAll(context, input)
}
