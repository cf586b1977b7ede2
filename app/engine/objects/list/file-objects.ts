/** Files by their ids: which paths of which sessions name the same file, and what agents did with them. */
import { count, flag, instant, optional, text, type Row } from '../../../model/columns.ts'
import { fileChangers, fileFinders, fileReaders } from '../../../model/file-tools.ts'
import { fileEnvelope, type ObjectEnvelope } from '../../../model/objects/object-identity.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { openFileSystems, type FileSystems } from '../../kernel/file-systems.ts'
import { identityHash } from '../object-hash.ts'
import fileDetails from './file-details.sql?raw'
import fileUses from './file-uses.sql?raw'
import sessionRoots from './session-roots.sql?raw'

type Context = Pick<EngineContext, 'store' | 'env'>

interface SpelledFile {
  readonly paths: Set<string>
  lastAt: number | null
}

/** Only absolute paths are files: a relative one has no meaning without the folder of its call. */
export interface FileObjects {
  readonly systems: FileSystems
  readonly byId: ReadonlyMap<string, SpelledFile>
}

const useColumns = { root: text('root'), path: text('path'), sessionId: text('session_id'), lastAt: optional(instant('last_at')) } as const

const detailColumns = {
  sessionId: text('session_id'),
  root: text('root'),
  path: text('path'),
  commitId: optional(text('commit_id')),
  changes: count('changes'),
  isMade: flag('is_made'),
  chars: optional(count('chars')),
  firstAt: optional(instant('first_at')),
  lastAt: optional(instant('last_at')),
} as const

interface UsedPath {
  readonly sessionId: string
  readonly root: string
  readonly path: string
}

const envelopeIn = (systems: FileSystems, { sessionId, root, path }: UsedPath): ObjectEnvelope | undefined => {
  const resolved = systems.resolve(sessionId, root, path)
  return resolved && fileEnvelope(resolved.filesystemId, resolved.path)
}

interface Others {
  readonly sessions: readonly string[]
  readonly filesystems: readonly string[]
}

/** Most sessions are on one file system: the others are told to SQL, which then groups all paths that are read alike. */
const onOthers = async ({ store }: Context, systems: FileSystems): Promise<Others> => {
  const rows = await store.database.query(sessionRoots, { sessionId: text('session_id'), root: text('root') })
  const ofSession = rows.map(({ sessionId, root }) => [sessionId, systems.of(sessionId, root)] as const)
  const sizes = new Map<string, number>()
  for (const [, filesystem] of ofSession) sizes.set(filesystem, (sizes.get(filesystem) ?? 0) + 1)
  const [largest] = [...sizes].sort(([, one], [, other]) => other - one)
  const others = ofSession.filter(([, filesystem]) => filesystem !== largest?.[0])
  return { sessions: others.map(([session]) => session), filesystems: others.map(([, filesystem]) => filesystem) }
}

export const fileObjects = async (context: Context): Promise<FileObjects> => {
  const systems = await openFileSystems(context)
  const given = { ...(await onOthers(context, systems)), finders: fileFinders }
  const byId = new Map<string, SpelledFile>()
  for (const use of await context.store.database.query(fileUses, useColumns, given)) {
    const envelope = envelopeIn(systems, use)
    if (envelope === undefined) continue
    const id = identityHash(envelope)
    const file = byId.get(id) ?? { paths: new Set(), lastAt: null }
    byId.set(id, file)
    file.paths.add(use.path)
    if (use.lastAt !== null && use.lastAt > (file.lastAt ?? 0)) file.lastAt = use.lastAt
  }
  return { systems, byId }
}

export interface FileDetails {
  readonly id: string
  readonly envelope: ObjectEnvelope
  /** As the session gives it that used it last, and its last commit. */
  readonly path: string
  readonly sessionId: string
  readonly commitId: string | null
  readonly versions: number
  readonly chars: number | null
  readonly sessions: number
  readonly lastAt: number | null
}

const largest = (sizes: readonly (number | null)[]): number | null => {
  const known = sizes.flatMap((size) => size ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

const joined = (id: string, envelope: ObjectEnvelope, rows: readonly Row<typeof detailColumns>[]): readonly FileDetails[] => {
  const last = [...rows].sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0)).at(-1)
  const first = [...rows].sort((one, other) => (one.firstAt ?? 0) - (other.firstAt ?? 0))[0]
  if (last === undefined || first === undefined) return []
  const changes = rows.reduce((sum, row) => sum + row.changes, 0)
  return [
    {
      id,
      envelope,
      path: last.path,
      sessionId: last.sessionId,
      commitId: last.commitId,
      // What was there before the first change is a version, unless that made the file.
      versions: Math.max(1, changes + (first.isMade ? 0 : 1)),
      chars: largest(rows.map(({ chars }) => chars)),
      sessions: new Set(rows.map(({ sessionId }) => sessionId)).size,
      lastAt: last.lastAt,
    },
  ]
}

/** What the tables say of some files. */
export const detailsOfFiles = async (
  { store }: Context,
  { systems, byId }: FileObjects,
  wanted: readonly string[],
): Promise<readonly FileDetails[]> => {
  const paths = wanted.flatMap((id) => [...(byId.get(id)?.paths ?? [])])
  const given = { paths, finders: fileFinders, changers: fileChangers, readers: fileReaders }
  const found = new Map<string, { readonly envelope: ObjectEnvelope; readonly rows: Row<typeof detailColumns>[] }>()
  for (const row of await store.database.query(fileDetails, detailColumns, given)) {
    const envelope = envelopeIn(systems, row)
    if (envelope === undefined) continue
    const id = identityHash(envelope)
    const own = found.get(id)
    if (own === undefined) found.set(id, { envelope, rows: [row] })
    else own.rows.push(row)
  }
  return wanted.flatMap((id) => {
    const own = found.get(id)
    return own === undefined ? [] : joined(id, own.envelope, own.rows)
  })
}
