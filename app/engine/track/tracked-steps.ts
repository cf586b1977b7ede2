/** Observations of trackers, as steps of files. */
import type { TableRow } from '../../store/tables/tables.ts'
import { trackedTable } from '../../model/rows/tracked-row.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { textIn } from '../file-systems/disk-text.ts'
import type { FileStep } from '../../files/file-step.ts'
import seenByTrackersSql from './seen-by-trackers.sql?raw'

/** Id that replaces that of a source, because no transcript contains the steps. */
export const trackerSource = 'tracker'

export type TrackedRow = TableRow<'tracked_files'>

interface Asked {
  readonly objects?: readonly string[]
  readonly path?: string
  /** Null: of all sessions. */
  readonly session?: string | null
  /** Milliseconds since 1970; null: all. */
  readonly until?: number | null
}

/** Observations of trackers, in the order of time. */
export const seenByTrackers = (store: Store, asked: Asked): Promise<readonly TrackedRow[]> =>
  store.database.query(seenByTrackersSql, trackedTable, { objects: [], path: null, session: null, until: null, ...asked })

/** @param path as the chain that is asked about names the file @throws StrataError artifact-corrupt */
export const trackedStep = async (
  store: Store,
  { isThere, sourceHash, bytes, artifactHash: hash }: TrackedRow,
  path: string,
): Promise<FileStep> => {
  if (!isThere) return { step: 'gone', path }
  const content = hash === null ? (bytes === 0 ? '' : undefined) : textIn(await store.read(artifactHash(hash)))
  if (content === undefined) return { step: 'bytes', path, sourceHash, by: 'tracker' }
  return { step: 'whole', path, content, by: 'tracker', ...(sourceHash !== null && { sourceHash }) }
}
