/** Makes the facts about objects of some sessions: what their records say about files, versions and checks. */
import { fileEnvelope } from '../../../model/objects/object-identity.ts'
import type { ObjectRows } from '../../../model/rows/object-row.ts'
import { count, instant, text } from '../../../model/columns.ts'
import type { Store } from '../../../store/store.ts'
import { appendFacts } from '../../../store/tables/append-rows.ts'
import { execute, query } from '../../../store/tables/query.ts'
import type { FileSystems } from '../../kernel/file-systems.ts'
import { identityHash } from '../object-hash.ts'
import { readSessionTrees } from './session-tree.ts'
import { changing, type OtherChange } from '../versions/other-changes.ts'
import { sessionVersions, stepRows, type ObjectIdOf } from './session-versions.ts'
import markSessions from './mark-sessions.sql?raw'
import newObjects from './new-objects.sql?raw'
import othersChanges from './others-changes.sql?raw'

const changeColumns = {
  sessionId: text('session_id'),
  path: text('path'),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: instant('occurred_at'),
} as const

interface FoundObject {
  readonly filesystemId: string
  readonly path: string
}

/** Names the objects of paths, and remembers which were named. */
class ObjectNames {
  readonly found = new Map<string, FoundObject>()
  readonly #systems: FileSystems
  readonly #ids = new Map<string, string | null>()

  constructor(systems: FileSystems) {
    this.#systems = systems
  }

  readonly idOf: ObjectIdOf = ({ sessionId }, root, path) => {
    const key = JSON.stringify([this.#systems.of(sessionId, root), root, path])
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const resolved = this.#systems.resolve(sessionId, root, path)
    const id = resolved === undefined ? null : identityHash(fileEnvelope(resolved.filesystemId, resolved.path))
    this.#ids.set(key, id)
    if (id !== null && resolved !== undefined) this.found.set(id, resolved)
    return id
  }
}

const tablesOfSessions = ['object_sessions', 'object_steps', 'object_versions', 'object_checks'] as const

/** All of it or nothing. @throws StrataError artifact-corrupt, disk-full */
export const makeObjectFacts = async (
  store: Store,
  systems: FileSystems,
  sessions: readonly string[],
  pause: () => Promise<void>,
): Promise<void> => {
  const trees = await readSessionTrees(store, sessions, pause)
  const names = new ObjectNames(systems)
  const steps = trees.flatMap((tree) => stepRows(tree, names.idOf))
  await store.database.transaction(async (connection) => {
    for (const table of tablesOfSessions)
      await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))`, { sessions })
    await appendFacts(connection, 'object_steps', steps)
    const others = new Map<string, OtherChange[]>(sessions.map((session) => [session, []]))
    for (const { sessionId, path, occurredAt, ...at } of await query(connection, othersChanges, changeColumns, { sessions }))
      others.get(sessionId)?.push({ ...at, at: occurredAt, isOfOtherSession: true, step: changing([path]) })
    const versions: ObjectRows['object_versions'][] = []
    const checks: ObjectRows['object_checks'][] = []
    for (const tree of trees) {
      const own = await sessionVersions(tree, names.idOf, others.get(tree.sessionId) ?? [], pause)
      versions.push(own.versions)
      checks.push(own.checks)
    }
    await appendFacts(connection, 'object_versions', versions.flat())
    await appendFacts(connection, 'object_checks', checks.flat())
    const found = [...names.found]
    await execute(connection, newObjects, {
      ids: found.map(([id]) => id),
      filesystems: found.map(([, { filesystemId }]) => filesystemId),
      paths: found.map(([, { path }]) => path),
    })
    await execute(connection, markSessions, { sessions, mark: systems.mark })
  })
}

const noSession = 'session_id NOT IN (SELECT session_id FROM sessions)'

/** Deletes what is left of sessions that were removed, and objects that no session has. */
export const forgetRemoved = (store: Store): Promise<void> =>
  store.database.transaction(async (connection) => {
    for (const table of tablesOfSessions) await execute(connection, `DELETE FROM ${table} WHERE ${noSession}`)
    await execute(connection, 'DELETE FROM objects WHERE object_id NOT IN (SELECT object_id FROM object_steps WHERE object_id IS NOT NULL)')
  })
