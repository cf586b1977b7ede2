/** The versions of a file in all sessions that touched it, with the outcomes of later observations. */
import type { CallParsed } from '../../contract/calls.ts'
import type { FileHistoryView, KnownVersion, RecordKey, RecordName } from '../../contract/objects.ts'
import { choice, count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import type { Proof } from '../../model/objects/proof.ts'
import type { Store } from '../../store/store.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { currentChain } from '../commits/current-chain.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { recordNames } from '../kernel/file-lines.ts'
import { fileTrail } from './file-trail.ts'
import { ensureFile } from '../file-steps/find-file.ts'
import { checkoutsNamed, resolveFolded } from '../repositories/file-checkouts.ts'
import { checkoutView } from '../repositories/repository-views.ts'
import { seenByTrackers } from '../track/tracked-steps.ts'
import { contentOf } from '../../files/known-file.ts'
import { recordKey } from '../../files/replay.ts'
import fileChecks from './file-checks.sql?raw'
import fileHistorySql from './file-history.sql?raw'

const versionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: optional(instant('occurred_at')),
  path: text('path'),
  by: text('given_by'),
  proof: choice<Proof>('proof'),
  isThere: flag('is_there'),
  added: optional(count('added')),
  removed: optional(count('removed')),
  contentHash: optional(text('content_hash')),
  stale: optional(choice<'observed' | 'likely'>('stale')),
  /** Among those that a record gave the file, from 0. */
  nth: count('nth'),
  total: count('total'),
} as const

const checkColumns = {
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  by: text('given_by'),
  proof: choice<Proof>('proof'),
  outcome: choice<'confirmed' | 'refuted' | 'refuted at its end'>('outcome'),
} as const

type NameOf = (record: RecordKey) => RecordName
type VersionRow = Row<typeof versionColumns>

const keyOf = ({ sourceId, line, path }: { readonly sourceId: string; readonly line: number; readonly path: string }): string =>
  `${recordKey({ sourceId, line })} ${path}`

/** Contents of versions by their records, those of a record in their order. */
const readContents = async (store: Store, rows: readonly VersionRow[]): Promise<ReadonlyMap<string, (string | null)[]>> => {
  const contents = new Map<string, (string | null)[]>()
  for (const { commitId, path, ...row } of rows) {
    if (contents.has(keyOf({ ...row, path }))) continue
    const { versions, records } = await fileTrail(store, await currentChain(store, commitId), path)
    const found = new Map<string, (string | null)[]>()
    for (const { record, file } of versions) {
      const at = records[record]
      if (at === undefined) continue
      const key = keyOf({ ...at, path })
      found.set(key, [...(found.get(key) ?? []), file === null ? null : (contentOf(file) ?? null)])
    }
    for (const [key, own] of found) if (!contents.has(key)) contents.set(key, own)
  }
  return contents
}

const versionOf = ({ sourceId, line, nth: _, total: __, ...row }: VersionRow, content: string | null, named: NameOf): KnownVersion => ({
  ...row,
  record: named({ sourceId, line }),
  content,
})

/** @throws StrataError not-found, ambiguous-id, artifact-corrupt */
export const fileHistory = async (context: EngineContext, input: CallParsed<'file.history'>): Promise<FileHistoryView> => {
  const { store } = context
  const { database } = store
  const session = input.sessionId === undefined ? null : await resolveSession(database, input.sessionId)
  const path = await resolveFolded(context, input.path, session)
  await ensureFile(context, path)
  const { limit, offset } = input
  const checkouts = input.everywhere ? await checkoutsNamed(context, path) : []
  const objects = checkouts.flatMap(({ others }) => others.map(({ objectId }) => objectId))
  const rows = await database.query(fileHistorySql, versionColumns, { path, objects, session, limit, offset })
  const contents = input.withContents ? await readContents(store, rows) : new Map<string, (string | null)[]>()
  const checks = await database.query(fileChecks, checkColumns, { path, objects, session })
  const first = rows[0] ?? (await database.query(fileHistorySql, versionColumns, { path, objects, session, limit: 1, offset: 0 }))[0]
  const named = await recordNames(database, [...rows, ...checks])
  const tracked = [...(await seenByTrackers(store, { path, session }))].reverse()
  return {
    path,
    checkouts: checkouts.map(checkoutView),
    versions: rows.map((row) => versionOf(row, contents.get(keyOf(row))?.[row.nth] ?? null, named)),
    total: first?.total ?? 0,
    tracked: tracked.map(({ sessionId, observedAt, isThere, sourceHash, bytes }) => ({
      sessionId,
      observedAt,
      isThere,
      sourceHash,
      bytes,
    })),
    checks: checks.map(({ sourceId, line, ...check }) => ({ ...check, record: named({ sourceId, line }) })),
  }
}
