/** Files by their ids: which paths of which sessions name the same file. */
import { text } from '../../../model/columns.ts'
import { fileFinders } from '../../../model/file-tools.ts'
import { fileEnvelope } from '../../../model/objects/object-identity.ts'
import type { ResolvedPath } from '../../../model/objects/resolve-path.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { openFileSystems } from '../../kernel/file-systems.ts'
import { identityHash } from '../object-hash.ts'
import fileSpellings from './file-spellings.sql?raw'
import sessionRoots from './session-roots.sql?raw'

/** As columns, for SQL: the groups of sessions whose paths are read alike, and the file that each path names in a group. */
export interface FileObjects {
  readonly sessions: readonly string[]
  readonly groups: readonly string[]
  readonly paths: readonly string[]
  readonly pathGroups: readonly string[]
  readonly ids: readonly string[]
}

interface Group {
  /** One of its sessions, which stands for all. */
  readonly sessionId: string
  readonly root: string
}

/** Only absolute paths are files: a relative one has no meaning without the folder of its call. */
export const fileObjects = async (context: Pick<EngineContext, 'store' | 'env'>): Promise<FileObjects> => {
  const { database } = context.store
  const systems = await openFileSystems(context)
  const groups = new Map<string, Group>()
  const [sessions, names] = [[] as string[], [] as string[]]
  for (const { sessionId, root } of await database.query(sessionRoots, { sessionId: text('session_id'), root: text('root') })) {
    const name = JSON.stringify([systems.of(sessionId, root), root])
    if (!groups.has(name)) groups.set(name, { sessionId, root })
    sessions.push(sessionId)
    names.push(name)
  }
  const given = { sessions, groups: names, finders: fileFinders }
  const rows = await database.query(fileSpellings, { group: text('session_group'), path: text('path') }, given)
  const [paths, pathGroups, ids] = [[] as string[], [] as string[], [] as string[]]
  for (const { group, path } of rows) {
    const resolved = resolveIn(groups.get(group), (sessionId, root) => systems.resolve(sessionId, root, path))
    if (resolved === undefined) continue
    paths.push(path)
    pathGroups.push(group)
    ids.push(identityHash(fileEnvelope(resolved.filesystemId, resolved.path)))
  }
  return { sessions, groups: names, paths, pathGroups, ids }
}

const resolveIn = (
  group: Group | undefined,
  resolve: (sessionId: string, root: string) => ResolvedPath | undefined,
): ResolvedPath | undefined => group && resolve(group.sessionId, group.root)

/** The paths of some files only. */
export const onlyFiles = (files: FileObjects, wanted: ReadonlySet<string>): FileObjects => {
  const places = files.ids.flatMap((id, at) => (wanted.has(id) ? [at] : []))
  const at = <T>(all: readonly T[]): readonly T[] => places.flatMap((place) => all.slice(place, place + 1))
  return { ...files, paths: at(files.paths), pathGroups: at(files.pathGroups), ids: at(files.ids) }
}
