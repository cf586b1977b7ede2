/** Turns a planned session into a task for a worker: stored sources are put on disk first. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import sessionArtifacts from './session-artifacts.sql?raw'
import type { DeriveTask, DerivedSource, SourceFile } from '../../transcripts/derive-task.ts'
import { writeStored } from '../kernel/stored-bytes.ts'
import { damageOf } from '../../model/failure.ts'
import { sourcesIn } from './known-sources.ts'
import type { PlannedSource } from './plan-import.ts'
import { storedSource } from './plan-import.ts'

/** Sources as files: files on disk are used directly, stored ones are copied to the scratch folder. */
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

/** The sources of a session in the store, with their earlier versions. */
export const heldOf = (store: Store, sessionId: string): readonly DerivedSource[] => {
  const entry = store.session(sessionId)
  return entry === undefined ? [] : sourcesIn(entry)
}

/** The same task with copies of what the store holds of some files, so that their lines can be looked for in what the files hold now. */
export const withCopies = async (store: Store, task: DeriveTask, sourceIds: ReadonlySet<string>, scratch: string): Promise<DeriveTask> => {
  const copies: Record<string, string | null> = { ...task.copies }
  for (const source of task.held ?? []) {
    if (!sourceIds.has(source.sourceId)) continue
    const copy = join(scratch, `${source.sourceId}-${source.contentHash.slice(0, 16)}`)
    copies[source.sourceId] = (await isWritten(store, source, copy)) ? copy : null
  }
  return { ...task, copies }
}

/** False: the packs are damaged. */
const isWritten = async (store: Store, { manifestHash, modifiedNs }: DerivedSource, copy: string): Promise<boolean> => {
  try {
    if (!existsSync(copy)) await writeStored(copy, manifestHash, modifiedNs, (hash) => store.read(hash))
    return true
  } catch (thrown) {
    if (damageOf(thrown) === undefined) throw thrown
    return false
  }
}

/** Artifacts that the session's commits consist of now: they need not be encoded again. */
export const knownArtifacts = async (store: Store, sessionId: string): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionArtifacts, { artifactHash: text('artifact_hash') }, { session: sessionId })
  return rows.map((row) => row.artifactHash)
}

export const deriveTask = (parts: Omit<DeriveTask, 'takenIds'>): DeriveTask => ({ ...parts, takenIds: [] })
