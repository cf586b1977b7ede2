/** Single records of commits, without parsing the others. The lines of the commits that were read last are kept. */
import { asRecords } from '../../../importer/agents.ts'
import { filledLines, recordsOn } from '../../conversation/artifact-lines.ts'
import type { TranscriptRecord } from '../../model/record.ts'
import type { Event } from '../../model/event.ts'
import { artifactHash } from '../../model/ids.ts'
import { withOwnCallIds } from '../../chains/own-call-ids.ts'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import type { IndexedCommit, IndexedRecord } from './reading-index.ts'

interface Artifact {
  readonly bytes: number
  readonly lines: readonly Buffer[]
  /** All its records, read when they are not one on each line. */
  all: readonly TranscriptRecord[] | undefined
  events: readonly Event[] | undefined
}

/** Artifacts that are kept, bytes: the one that was read last, however large, and others up to this. */
const maxKept = 48 * 1024 * 1024

const kept = new WeakMap<Store, Map<string, Artifact>>()

const readLines = async (store: Store, { format, artifactHash: hash }: IndexedCommit): Promise<Artifact> => {
  const bytes = asRecords(format, await store.read(artifactHash(hash)))
  return { bytes: bytes.length, lines: filledLines(bytes), all: undefined, events: undefined }
}

const artifactOf = async (store: Store, commit: IndexedCommit): Promise<Artifact> => {
  const { artifactHash: hash } = commit
  const ofStore = kept.get(store) ?? new Map<string, Artifact>()
  kept.set(store, ofStore)
  const found = ofStore.get(hash) ?? (await readLines(store, commit))
  ofStore.delete(hash)
  ofStore.set(hash, found)
  let total = 0
  for (const [key, artifact] of [...ofStore].reverse()) {
    total += artifact.bytes
    if (total > maxKept && artifact !== found) ofStore.delete(key)
  }
  return found
}

/** The raw lines of a commit's artifact, blank ones excluded. @throws StrataError not-found, artifact-corrupt */
export const commitLines = async (store: Store, commit: IndexedCommit): Promise<readonly Buffer[]> =>
  (await artifactOf(store, commit)).lines

/** Whether each line of the artifact is one record, so that the place of a record is that of its line. */
export const isOneByLine = (lines: readonly Buffer[], commit: IndexedCommit): boolean => lines.length === commit.records

/** @returns undefined when the artifact has no such record @throws StrataError not-found, artifact-corrupt */
export const recordOf = async (
  store: Store,
  commit: IndexedCommit,
  { place, recordType }: IndexedRecord,
): Promise<TranscriptRecord | undefined> => {
  const artifact = await artifactOf(store, commit)
  const line = artifact.lines[place]
  if (artifact.all === undefined && line !== undefined && isOneByLine(artifact.lines, commit)) {
    const [record, ...more] = recordsOn(line)
    if (more.length === 0 && (record?.type ?? '') === recordType) return record
  }
  artifact.all ??= artifact.lines.flatMap(recordsOn)
  return artifact.all[place]
}

/** The events of a made commit, with the ids of calls that the tables have. @throws StrataError not-found, artifact-corrupt */
export const commitEvents = async (store: Store, commit: IndexedCommit): Promise<readonly Event[]> => {
  const artifact = await artifactOf(store, commit)
  if (artifact.events !== undefined) return artifact.events
  const events = eventsIn(commit.format, await store.read(artifactHash(commit.artifactHash))) ?? []
  artifact.events = withOwnCallIds(events, { own: commit.commitId, parent: commit.parentId ?? commit.commitId })
  return artifact.events
}
