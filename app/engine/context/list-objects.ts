/** Lists objects: of the whole store page by page, or those that an agent met up to a commit. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ListedObject, ObjectsPage } from '../../contract/session-state.ts'
import { count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { aboutTokens } from '../../model/objects/about-tokens.ts'
import type { ObjectType } from '../../model/objects/object-identity.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { currentChain } from '../commits/current-chain.ts'
import { sessionState } from './session-state.ts'
import callDetails from './call-details.sql?raw'
import { fileObjects, type FileObject } from './file-objects.ts'
import objectCounts from './object-counts.sql?raw'
import objectPage from './object-page.sql?raw'
import { ownChars, ownSizes, ownVersions, type OwnSizes, type OwnType } from './own-sizes.ts'
import sessionDetails from './session-details.sql?raw'
import { newestSizes, trackedVersions } from './tracked-files.ts'

type Input = CallParsed<'objects.list'>

const pageColumns = {
  type: text('type'),
  id: text('id'),
  lastAt: optional(instant('last_at')),
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

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  lastAt: optional(instant('last_at')),
  tipCommitId: optional(text('tip_commit_id')),
} as const

export type SessionDetails = Row<typeof sessionColumns>

export const detailsOfSessions = ({ database }: Store, sessions: readonly string[]): Promise<readonly SessionDetails[]> =>
  database.query(sessionDetails, sessionColumns, { sessions })

/** At the end of each session. */
const sizesOfSessions = async (store: Store, sessions: readonly SessionDetails[]): Promise<readonly OwnSizes[]> => {
  const chains = await Promise.all(sessions.map(async ({ tipCommitId: tip }) => (tip === null ? [] : currentChain(store, tip))))
  return ownSizes(store, chains)
}

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

const fileRow = ({ id, path, sessionId, versions, chars, sessions, lastAt }: FileObject): ListedObject => ({
  ...everywhere,
  ...plain,
  id,
  type: 'file',
  name: path,
  versions,
  chars,
  aboutTokens: about(chars),
  lastUsedAt: lastAt,
  sessions,
  sessionId,
})

const sessionRow = (type: OwnType, id: string, details: SessionDetails, sizes: OwnSizes): ListedObject => {
  const chars = ownChars(type, sizes)
  return {
    ...everywhere,
    ...plain,
    id,
    type,
    name: details.title,
    locked: true,
    versions: type === 'system_prompt' ? 1 : ownVersions(sizes.turns),
    chars,
    aboutTokens: about(chars),
    lastUsedAt: details.lastAt,
    sessions: 1,
    sessionId: details.sessionId,
  }
}

const ownTypes: ReadonlySet<string> = new Set<ObjectType>(['chat', 'system_prompt', 'session'])

/** `chat:1a2b` → `1a2b`. */
export const sessionIn = (id: string): string => id.slice(id.indexOf(':') + 1)

/** No call of the page is earlier; 0: that is not known of one. */
const earliest = (rows: readonly PageRow[]): number => Math.floor(Math.min(...rows.map(({ lastAt }) => lastAt ?? 0)))

/** UTF-16 code units of the output of a call, as lists have them. */
export const charsOfCall = async ({ database }: Store, id: string): Promise<number | null> => {
  const [row] = await database.query(callDetails, callColumns, { ids: [id], since: '0' })
  return row?.chars ?? null
}

const detailsOfCalls = async ({ database }: Store, rows: readonly PageRow[]): Promise<readonly ListedObject[]> => {
  const calls = rows.filter(({ type }) => type === 'toolcall')
  if (calls.length === 0) return []
  const given = { ids: calls.map(({ id }) => id), since: String(earliest(calls)) }
  return (await database.query(callDetails, callColumns, given)).map(callRow)
}

const detailsOfOwn = async (store: Store, rows: readonly PageRow[]): Promise<readonly ListedObject[]> => {
  const own = rows.filter(({ type }) => ownTypes.has(type))
  if (own.length === 0) return []
  const details = await detailsOfSessions(store, [...new Set(own.map(({ id }) => sessionIn(id)))])
  const sizes = await sizesOfSessions(store, details)
  const places = new Map(details.map(({ sessionId }, place) => [sessionId, place]))
  return own.flatMap(({ id, type }) => {
    const place = places.get(sessionIn(id)) ?? -1
    const [one, size] = [details[place], sizes[place]]
    return one === undefined || size === undefined ? [] : [sessionRow(type as OwnType, id, one, size)]
  })
}

const detailsOfFiles = async (
  context: EngineContext,
  files: readonly FileObject[],
  rows: readonly PageRow[],
): Promise<readonly ListedObject[]> => {
  const ids = new Set(rows.map(({ id }) => id))
  const own = files.filter(({ id }) => ids.has(id))
  const tracked = await trackedVersions(
    context.store,
    own.map(({ id }) => id),
  )
  const sizes = await newestSizes(
    context,
    own.filter(({ id }) => tracked.has(id)),
  )
  return own.map((file) => fileRow({ ...file, chars: tracked.has(file.id) ? (sizes.get(file.id) ?? null) : file.chars }))
}

const detailed = async (
  context: EngineContext,
  files: readonly FileObject[],
  rows: readonly PageRow[],
): Promise<readonly ListedObject[]> => {
  const { store } = context
  const found = [
    ...(await detailsOfCalls(store, rows)),
    ...(await detailsOfOwn(store, rows)),
    ...(await detailsOfFiles(context, files, rows)),
  ]
  const byId = new Map(found.map((object) => [object.id, object]))
  return [...new Set(rows.map(({ id }) => id))].flatMap((id) => byId.get(id) ?? [])
}

const usedLater = (one: PageRow, other: PageRow): number =>
  (other.lastAt ?? -Infinity) - (one.lastAt ?? -Infinity) || (one.type + one.id < other.type + other.id ? -1 : 1)

const rowsOf = (files: readonly FileObject[]): readonly PageRow[] => files.map(({ id, lastAt }) => ({ type: 'file', id, lastAt }))

const totalOf = async ({ database }: Store, type: ObjectType | undefined): Promise<number> => {
  if (type === 'file') return 0
  const [counts] = await database.query(objectCounts, { calls: count('calls'), sessions: count('sessions') })
  const { calls, sessions } = counts ?? { calls: 0, sessions: 0 }
  if (type === undefined) return calls + 3 * sessions
  return type === 'toolcall' ? calls : sessions
}

const listAll = async (context: EngineContext, { type, limit, offset }: Input): Promise<ObjectsPage> => {
  const { store } = context
  const files = type === undefined || type === 'file' ? await fileObjects(context, '', limit + offset) : undefined
  // With files between them, those of a page are not known before.
  const wanted = files === undefined ? { limit, offset } : { limit: offset + limit, offset: 0 }
  const given = { type: type ?? null, limit: String(wanted.limit), offset: String(wanted.offset) }
  const others = type === 'file' ? [] : await store.database.query(objectPage, pageColumns, given)
  const rows = files === undefined ? others : [...others, ...rowsOf(files)].sort(usedLater).slice(offset, offset + limit)
  const total = (await totalOf(store, type)) + (files?.[0]?.total ?? 0)
  return { objects: await detailed(context, files ?? [], rows), total }
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
