/** Turns a planned session into a task for a worker: stored sources are put on disk first. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { artifactHash } from '../../model/ids.ts'
import { text } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import sessionArtifacts from '../sql/session-artifacts.sql?raw'
import type { DeriveTask, HeldSource, SourceFile } from '../derive/derive-task.ts'
import { writeStored } from '../stored-bytes.ts'
import { damageOf } from '../../model/failure.ts'
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

/** What the store holds of a session's files, with their earlier versions. */
export const heldOf = (store: Store, sessionId: string): readonly HeldSource[] =>
  (store.session(sessionId)?.sources ?? []).map((source) => ({
    sourceId: source.source_id,
    path: source.path,
    file: source.file,
    root: source.root,
    role: source.role,
    agentId: source.agent_id,
    bytes: source.bytes,
    modifiedNs: source.modified_ns,
    contentHash: source.content_hash,
    manifestHash: artifactHash(source.manifest_hash),
    lines: source.lines,
    records: source.records,
    missingLines: source.missing_lines,
  }))

/** The same task with copies of what the store holds of some files, so that their lines can be looked for in what the files hold now. */
export const withCopies = async (store: Store, task: DeriveTask, sourceIds: ReadonlySet<string>, scratch: string): Promise<DeriveTask> => {
  const held: HeldSource[] = []
  for (const source of task.held ?? []) {
    const copy = join(scratch, `${source.sourceId}-${source.contentHash.slice(0, 16)}`)
    if (sourceIds.has(source.sourceId)) held.push({ ...source, copy: (await isWritten(store, source, copy)) ? copy : null })
    else held.push(source)
  }
  return { ...task, held }
}

/** False: the packs are damaged. */
const isWritten = async (store: Store, { manifestHash, modifiedNs }: HeldSource, copy: string): Promise<boolean> => {
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
