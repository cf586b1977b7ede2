/** Turns a planned session into a task for a worker: stored sources are put on disk first. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import sessionArtifacts from '../sql/session-artifacts.sql?raw'
import type { DeriveTask, SourceFile } from '../derive/derive-task.ts'
import { writeStored } from '../stored-bytes.ts'
import type { PlannedSource } from './plan-import.ts'
import { storedSource } from './plan-import.ts'

/** Sources as files: those on disk as they are, stored ones as copies in the scratch folder. */
export const sourceFiles = async (store: Store, sources: readonly PlannedSource[], scratch: string): Promise<readonly SourceFile[]> => {
  const files: SourceFile[] = []
  for (const planned of sources) {
    if (planned.kind === 'disk') files.push(planned.source)
    else {
      const copy = join(scratch, planned.known.sourceId)
      if (!existsSync(copy)) await writeStored(copy, planned.known.manifestHash, planned.known.modifiedNs, (hash) => store.read(hash))
      files.push(storedSource(planned.known, copy))
    }
  }
  return files
}

/** Artifacts that the session's commits consist of now: they need not be encoded again. */
export const knownArtifacts = async (store: Store, sessionId: string): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionArtifacts, { artifactHash: text('artifact_hash') }, { session: sessionId })
  return rows.map((row) => row.artifactHash)
}

export const deriveTask = (parts: Omit<DeriveTask, 'takenIds'>): DeriveTask => ({ ...parts, takenIds: [] })
