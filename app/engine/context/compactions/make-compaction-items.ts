/** Makes the items of compactions: what stood before each, what is left of it, and what was needed again. */
import { chooseCommits } from '../../../chains/choose-commits.ts'
import { count, flag, optional, text, type Row } from '../../../model/columns.ts'
import { groupBy } from '../../../model/group-by.ts'
import { artifactHash } from '../../../model/ids.ts'
import { changerKinds, finderKinds, type ToolKind } from '../../../model/tool-kind.ts'
import type { Store } from '../../../store/store.ts'
import type { Connection } from '../../../store/tables/database.ts'
import { execute } from '../../../store/tables/query.ts'
import { interruptible } from '../../../store/tables/read-only-sql.ts'
import { toolsOf } from '../../../../importer/agents.ts'
import { eventsIn } from '../../added-commits/added-rows.ts'
import { chainFrom } from '../../commits/chain-links.ts'
import compactionCommits from './compaction-commits.sql?raw'
import compactionCounted from './compaction-counted.sql?raw'
import compactionCut from './compaction-cut.sql?raw'
import compactionFound from './compaction-found.sql?raw'
import compactionKept from './compaction-kept.sql?raw'
import compactionKeys from './compaction-keys.sql?raw'
import compactionMacros from './compaction-macros.sql?raw'
import compactionNeeds from './compaction-needs.sql?raw'
import compactionPlaces from './compaction-places.sql?raw'
import compactionSessions from './compaction-sessions.sql?raw'
import compactionTexts from './compaction-texts.sql?raw'
import newCompactionItems from './new-compaction-items.sql?raw'
import newCompactionLosses from './new-compaction-losses.sql?raw'
import newCompactionSessions from './new-compaction-sessions.sql?raw'

/** The tables that are filled here. */
export const compactionTables: readonly string[] = ['compaction_items', 'compaction_losses', 'compaction_sessions']

/** Many times as long as the largest real sessions take: what takes longer is given up. */
const longestMs = 180_000

/** Increase it when the rules change: items that were made by other rules are made again. */
const rules = '4'

const commitColumns = {
  commitId: text('commit_id'),
  parentId: optional(text('parent_id')),
  sessionId: text('session_id'),
  format: text('format'),
  artifactHash: text('artifact_hash'),
  beginsAgent: flag('begins_agent'),
  isWanted: flag('is_wanted'),
} as const

type Commit = Row<typeof commitColumns>

const sessionColumns = { sessionId: text('session_id'), size: count('bytes'), mark: text('mark') } as const
export type CompactedSession = Row<typeof sessionColumns>

export const sessionsWithoutItems = ({ database }: Store): Promise<readonly CompactedSession[]> =>
  database.query(compactionSessions, sessionColumns, { rules })

interface Place {
  readonly compactionId: string
  readonly commitId: string
  readonly part: 'replaced' | 'after'
}

/** The commit and what continues it, without the sub-agents that it starts. */
const continued = (from: string, children: ReadonlyMap<string | null, readonly Commit[]>): readonly string[] => {
  const found = new Set([from])
  for (const id of found) for (const { commitId, beginsAgent } of children.get(id) ?? []) if (!beginsAgent) found.add(commitId)
  return [...found]
}

/** From the compaction before, which is part of what was replaced, or from the root. */
const replacedBy = async (store: Store, compactionId: string): Promise<readonly string[]> => {
  const [, ...before] = await chainFrom(store, compactionId)
  const end = chooseCommits(before, { kind: 'compaction' }).before.length
  return before.slice(0, before.length - end).map(({ commitId }) => commitId)
}

const placesOf = async (store: Store, commits: readonly Commit[], pause: () => Promise<void>): Promise<readonly Place[]> => {
  const children = groupBy(commits, ({ parentId }) => parentId)
  const places: Place[] = []
  for (const { commitId: compactionId, isWanted } of commits) {
    if (!isWanted) continue
    await pause()
    for (const commitId of await replacedBy(store, compactionId)) places.push({ compactionId, commitId, part: 'replaced' })
    for (const commitId of continued(compactionId, children)) places.push({ compactionId, commitId, part: 'after' })
  }
  return places
}

/** Compactions of a long session share most commits: comparing all together would need many times the memory of its texts. */
const comparedTogether = 4

const placeColumns = (places: readonly Place[]) => ({
  compactions: places.map(({ compactionId }) => compactionId),
  commits: places.map(({ commitId }) => commitId),
  parts: places.map(({ part }) => part),
})

interface Results {
  readonly commits: string[]
  readonly calls: string[]
  readonly results: string[]
}

/** Texts of the results of tools: no table holds them. */
const resultsIn = async (store: Store, commits: readonly Commit[], pause: () => Promise<void>): Promise<Results> => {
  const found: Results = { commits: [], calls: [], results: [] }
  for (const { commitId, format, artifactHash: hash } of commits) {
    await pause()
    for (const event of eventsIn(format, await store.read(artifactHash(hash))) ?? []) {
      if (event.type !== 'tool_result') continue
      const { id, output = '' } = event.payload
      if (id === undefined || output === '') continue
      found.commits.push(commitId)
      found.calls.push(id)
      found.results.push(output)
    }
  }
  return found
}

const ofKinds = (...kinds: readonly ToolKind[]): readonly string[] => toolsOf(new Set(kinds))

const marksOf = (batch: readonly CompactedSession[]) => ({
  sessions: batch.map(({ sessionId }) => sessionId),
  marks: batch.map(({ mark }) => mark),
})

const deleteItems = async (connection: Connection, sessions: readonly string[]): Promise<void> => {
  for (const table of compactionTables)
    await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))`, { sessions })
}

/** Writes the items of these sessions, all or none. @throws StrataError artifact-corrupt, disk-full, cancelled, sql-too-long */
export const makeCompactionItems = async (store: Store, batch: readonly CompactedSession[], pause: () => Promise<void>): Promise<void> => {
  const sessions = batch.map(({ sessionId }) => sessionId)
  const commits = await store.database.query(compactionCommits, commitColumns, { sessions })
  const places = await placesOf(store, commits, pause)
  const named = new Set(places.map(({ commitId }) => commitId))
  const read = commits.filter(({ commitId }) => named.has(commitId))
  const results = await resultsIn(store, read, pause)
  const write = async (connection: Connection): Promise<void> => {
    await execute(connection, compactionMacros)
    await execute(connection, compactionPlaces, placeColumns(places))
    await execute(connection, compactionTexts, { ...results, sessions: [...new Set(read.map(({ sessionId }) => sessionId))] })
    await execute(connection, compactionFound, {
      shells: ofKinds('shell', 'other-shell'),
      changers: toolsOf(changerKinds),
      finders: toolsOf(finderKinds),
    })
    await deleteItems(connection, sessions)
    await execute(connection, 'CREATE OR REPLACE TEMP TABLE compaction_cut (compaction_id VARCHAR)')
    const wanted = [...groupBy(places, ({ compactionId }) => compactionId).values()]
    for (let first = 0; first < wanted.length; first += comparedTogether) {
      await execute(connection, compactionPlaces, placeColumns(wanted.slice(first, first + comparedTogether).flat()))
      await execute(connection, compactionKept)
      await execute(connection, compactionNeeds)
      await execute(connection, compactionCounted)
      await execute(connection, compactionKeys)
      await execute(connection, compactionCut)
      await execute(connection, newCompactionItems)
    }
    await execute(connection, newCompactionLosses, { sessions })
    await execute(connection, newCompactionSessions, { ...marksOf(batch), isMade: true })
    for (const table of ['found', 'texts', 'kept', 'needs', 'places', 'counted', 'keys', 'cut'])
      await execute(connection, `DROP TABLE IF EXISTS temp.compaction_${table}`)
  }
  const run = { signal: new AbortController().signal, milliseconds: longestMs }
  await store.database.transaction((connection) => interruptible(connection, run, () => write(connection)))
}

/** The session counts as read, without items, until it or the rules change. @throws StrataError disk-full */
export const reportTooLarge = ({ database }: Store, session: CompactedSession): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, 'CREATE OR REPLACE TEMP TABLE compaction_cut (compaction_id VARCHAR)')
    await deleteItems(connection, [session.sessionId])
    await execute(connection, newCompactionSessions, { ...marksOf([session]), isMade: false })
    await execute(connection, 'DROP TABLE temp.compaction_cut')
  })

/** Deletes what is left of sessions that were removed. @throws StrataError disk-full */
export const forgetCompactionItems = ({ database }: Store): Promise<void> =>
  database.transaction(async (connection) => {
    for (const table of compactionTables)
      await execute(connection, `DELETE FROM ${table} WHERE session_id NOT IN (SELECT session_id FROM sessions)`)
  })
