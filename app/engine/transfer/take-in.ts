/** Takes in what is sent: first the artifacts that are missing, verified, then, in one step, everything that speaks of them. */
import type { TransferResult } from '../../contract/transfer-views.ts'
import { StrataError } from '../../model/failure.ts'
import type { Holdings } from '../../store/holdings.ts'
import type { NewJournalEntry } from '../../store/journal-entry.ts'
import type { HeldEntry } from '../../store/pack-entry.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../job.ts'
import { artifactsOf, encodedBatches, type NamedArtifact } from './artifacts-of.ts'
import { catalogOf } from './catalog.ts'
import { planArrival, type Arrival, type ArrivalRules } from './plan-arrival.ts'
import { sendReadable } from './readable-part.ts'
import { selectEntries, type Asked } from './select-entries.ts'

type Readable = Pick<Holdings, 'read' | 'findArtifact'>

/** Reads artifacts wherever they are. */
const bothOf = (to: Holdings, from: Holdings): Readable => ({
  read: async (hash) => ((await to.has(hash)) ? to : from).read(hash),
  findArtifact: async (name) => {
    try {
      return await from.findArtifact(name)
    } catch (thrown) {
      if (thrown instanceof StrataError && thrown.code === 'not-found') return to.findArtifact(name)
      throw thrown
    }
  },
})

const missingIn = async (to: Holdings, from: Readable, arrival: Arrival): Promise<readonly NamedArtifact[]> => {
  const missing: NamedArtifact[] = []
  for await (const artifact of artifactsOf(from, arrival.entries)) if (!(await to.has(artifact.hash))) missing.push(artifact)
  return missing
}

export const sizeOfEntries = (entries: readonly HeldEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes.length, 0)

const noteKinds: ReadonlySet<NewJournalEntry['kind']> = new Set(['summary', 'pin', 'export', 'class'])

export const countsOf = ({ entries, refused, kept, unchanged }: Arrival) => ({
  sessions: entries.filter(({ kind }) => kind === 'session').length,
  commits: entries.filter(({ kind }) => kind === 'commit').length,
  refs: entries.filter(({ kind }) => kind === 'ref').length,
  notes: entries.filter(({ kind }) => noteKinds.has(kind)).length,
  unchanged,
  refused,
  kept,
})

export interface Transfer {
  readonly from: Holdings
  readonly to: Holdings
  /** The same, when it may be written; undefined: a dry run. */
  readonly write: Store | undefined
  readonly asked: Asked
  readonly rules: ArrivalRules
}

/** Copies artifacts in batches, each durable: what was copied need not be copied again when this is stopped. Gives their size. */
const copyAll = async (missing: readonly NamedArtifact[], from: Readable, to: Store, progress: JobProgress): Promise<number> => {
  progress.phase('Copying what is missing', 'entries', missing.length)
  let bytes = 0
  for await (const batch of encodedBatches(from, missing)) {
    progress.checkpoint()
    await to.keep(batch)
    bytes += sizeOfEntries(batch)
    for (const { artifacts } of batch) progress.advance(artifacts.length)
  }
  return bytes
}

/**
 * Sends what somebody asked for from one store to another. The tables of the receiver do not show it yet: it is pending there.
 * Of everything that which cannot be read is left out, and told.
 * @throws StrataError not-found, ambiguous-id, transfer-incomplete, artifact-corrupt, disk-full, cancelled
 */
export const transfer = async ({ from, to, write, asked, rules }: Transfer, progress: JobProgress): Promise<TransferResult> => {
  const startedAt = Date.now()
  const both = bothOf(to, from)
  const sending = { store: both, catalog: catalogOf(from), asked }
  const sent = await sendReadable(sending, progress, async (catalog) => {
    progress.phase('Comparing the stores', 'entries', undefined)
    const { entries } = await selectEntries(from, catalog, asked)
    const arrival = await planArrival(catalogOf(to), entries, both, rules)
    progress.checkpoint()
    const missing = await missingIn(to, both, arrival)
    const bytes = write === undefined ? null : await copyAll(missing, both, write, progress)
    progress.checkpoint()
    await write?.accept(arrival.entries)
    return { ...countsOf(arrival), artifacts: missing.length, bytes }
  })
  return { ...sent, dryRun: write === undefined, ms: Date.now() - startedAt }
}
