/** Makes the facts about objects of some sessions: what their records say about files, versions and checks. */
import type { ObjectRows } from '../../model/rows/object-row.ts'
import { count, instant, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { appendFacts } from '../../store/tables/append-rows.ts'
import type { Connection } from '../../store/tables/database.ts'
import { execute, query } from '../../store/tables/query.ts'
import { groupBy } from '../../model/group-by.ts'
import type { FileSystems } from '../file-systems/file-systems.ts'
import { ObjectNames } from '../file-steps/object-ids.ts'
import { commitColumns, readSessionTrees, type SessionTree } from './session-tree.ts'
import type { OtherChange } from '../../files/replay.ts'
import { changing } from '../../files/file-step.ts'
import { sessionVersions, stepRows, type ObjectIdOf } from './session-versions.ts'
import changesByOthers from './changes-by-others.sql?raw'
import markSessionsSql from './mark-sessions.sql?raw'
import forgetObjects from './forget-objects.sql?raw'
import newObjects from './new-objects.sql?raw'
import othersChangesSql from './others-changes.sql?raw'
import sessionCommits from './session-commits.sql?raw'
import sessionObjects from './session-objects.sql?raw'

/** The statement with the changes by others in it. */
export const withOthers = (sql: string): string => sql.replaceAll('FROM changes_by_others', () => changesByOthers)

const [markSessions, othersChanges] = [withOthers(markSessionsSql), withOthers(othersChangesSql)]

const changeColumns = {
  sessionId: text('session_id'),
  path: text('path'),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: instant('occurred_at'),
} as const

/**
 * Increase it when the rules change by which steps, versions and checks are read from records: facts made by other rules are then made
 * again.
 */
const rulesVersion = 16

/** Mark of everything besides the sessions that determines the facts: the rules and the file systems. */
export const factsMark = ({ mark }: FileSystems): string => `${rulesVersion}.${mark}`

export const tablesOfSessions = [
  'object_sessions',
  'object_steps',
  'record_versions',
  'object_checks',
  'reworked_lines',
  'git_commits',
] as const
/** All tables that are filled here, and the view on them. */
export const fileTables: readonly string[] = [...tablesOfSessions, 'objects', 'object_versions']

const gitCommitRows = ({ sessionId, gitCommits }: SessionTree): ObjectRows['git_commits'] =>
  gitCommits.map(({ at, folder, hash, isMade }) => ({
    sessionId,
    sourceId: at.sourceId,
    line: at.line,
    occurredAt: at.occurredAt,
    folder,
    gitHash: hash,
    isMade,
  }))

/** Marks the facts of these sessions as made. */
export const markMade = async (connection: Connection, systems: FileSystems, sessions: readonly string[]): Promise<void> => {
  await execute(connection, markSessions, { sessions, mark: factsMark(systems) })
}

/** Returns the trees whose commits are still the ones that were read: an import may have replaced them meanwhile. */
const unchanged = async (connection: Connection, trees: readonly SessionTree[]): Promise<readonly SessionTree[]> => {
  const sessions = trees.map(({ sessionId }) => sessionId)
  const rows = groupBy(await query(connection, sessionCommits, commitColumns, { sessions }), (row) => row.sessionId)
  return trees.filter(({ sessionId, commitIds }) => {
    const now = rows.get(sessionId) ?? []
    return now.length === commitIds.length && now.every(({ commitId }, at) => commitId === commitIds[at])
  })
}

/**
 * Writes all facts or none. Sessions that change meanwhile are skipped and have no facts afterwards.
 * @throws StrataError artifact-corrupt, disk-full
 */
export const makeObjectFacts = async (
  store: Store,
  systems: FileSystems,
  wanted: readonly string[],
  pause: () => Promise<void>,
): Promise<void> => {
  const read = await readSessionTrees(store, wanted, pause)
  await store.database.transaction(async (connection) => {
    const trees = await unchanged(connection, read)
    const sessions = trees.map(({ sessionId }) => sessionId)
    const names = new ObjectNames(systems)
    const idOf: ObjectIdOf = ({ sessionId }, root, path) => names.idOf(sessionId, root, path)
    const steps = trees.flatMap((tree) => stepRows(tree, idOf))
    const before = await query(connection, sessionObjects, { objectId: text('object_id') }, { sessions })
    for (const table of tablesOfSessions)
      await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))`, { sessions })
    await appendFacts(connection, 'object_steps', steps)
    const others = new Map<string, OtherChange[]>(sessions.map((session) => [session, []]))
    for (const { sessionId, path, occurredAt, ...at } of await query(connection, othersChanges, changeColumns, { sessions }))
      others.get(sessionId)?.push({ ...at, at: occurredAt, isOfOtherSession: true, step: changing([path]) })
    const versions: ObjectRows['record_versions'][] = []
    const checks: ObjectRows['object_checks'][] = []
    const reworked: ObjectRows['reworked_lines'][] = []
    for (const tree of trees) {
      const own = await sessionVersions(tree, idOf, others.get(tree.sessionId) ?? [], pause)
      versions.push(own.versions)
      checks.push(own.checks)
      reworked.push(own.reworked)
    }
    await appendFacts(connection, 'record_versions', versions.flat())
    await appendFacts(connection, 'object_checks', checks.flat())
    await appendFacts(connection, 'reworked_lines', reworked.flat())
    await appendFacts(connection, 'git_commits', trees.flatMap(gitCommitRows))
    const found = [...names.found]
    await execute(connection, newObjects, {
      ids: found.map(([id]) => id),
      filesystems: found.map(([, { filesystemId }]) => filesystemId),
      paths: found.map(([, { path }]) => path),
    })
    // By other rules of file systems the same files had other ids.
    const left = before.map(({ objectId }) => objectId).filter((id) => !names.found.has(id))
    if (left.length > 0) await execute(connection, forgetObjects, { ids: left })
    await markMade(connection, systems, sessions)
  })
}

const noSession = 'session_id NOT IN (SELECT session_id FROM sessions)'

/** Deletes what is left of sessions that were removed, and objects that no session has. */
export const forgetRemoved = (store: Store): Promise<void> =>
  store.database.transaction(async (connection) => {
    for (const table of tablesOfSessions) await execute(connection, `DELETE FROM ${table} WHERE ${noSession}`)
    await execute(connection, forgetObjects, { ids: null })
  })
