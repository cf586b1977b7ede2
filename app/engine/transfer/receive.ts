/** Receives entries: first the missing artifacts, verified, then, in one step, everything that names them. */
import type { TransferResult } from '../../contract/transfer.ts'
import { damageOf, StrataError } from '../../model/failure.ts'
import { carried, type Holdings } from '../../store/files/holdings.ts'
import { subjectOf } from '../../store/files/entry-subject.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { HeldEntry } from '../../store/files/pack-entry.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../kernel/job.ts'
import { artifactsOf, encodedBatches, type NamedArtifact } from '../reachability/artifacts-of.ts'
import { catalogOf } from '../reachability/catalog.ts'
import { planReceive, type ReceivePlan, type ReceiveRules } from './plan-receive.ts'
import { sendReadable } from './readable-part.ts'
import { selectEntries, type Asked } from './select-entries.ts'

type Readable = Pick<Holdings, 'read' | 'findArtifact'>

/** Reads artifacts wherever they are and can be read. */
const bothOf = (to: Holdings, from: Holdings): Readable => ({
  read: async (hash) => {
    if (!(await to.has(hash))) return from.read(hash)
    try {
      return await to.read(hash)
    } catch (thrown) {
      if (damageOf(thrown) === undefined || !(await from.has(hash))) throw thrown
      return from.read(hash)
    }
  },
  findArtifact: async (name) => {
    try {
      return await from.findArtifact(name)
    } catch (thrown) {
      if (thrown instanceof StrataError && thrown.code === 'not-found') return to.findArtifact(name)
      throw thrown
    }
  },
})

const missingIn = async (to: Holdings, from: Readable, arrival: ReceivePlan): Promise<readonly NamedArtifact[]> => {
  const missing: NamedArtifact[] = []
  for await (const artifact of artifactsOf(from, arrival.entries)) if (!(await to.has(artifact.hash))) missing.push(artifact)
  return missing
}

/** Artifacts that the receiver requires but lacks or cannot read, and that the sender has. */
interface Healing {
  readonly artifacts: readonly NamedArtifact[]
  /** Entries of the receiver that become complete again: their rows must be made again. */
  readonly entries: readonly NewJournalEntry[]
}

const nothingToHeal: Healing = { artifacts: [], entries: [] }

/** @param entries entries of the sender; the receiver's own state of the same sessions and commits is healed */
const healingOf = async (heals: Store, from: Holdings, entries: readonly NewJournalEntry[], progress: JobProgress): Promise<Healing> => {
  progress.phase('Checking existing data', 'entries', undefined)
  const whole = await heals.wholeArtifacts(() => progress.checkpoint())
  const both = bothOf(heals, from)
  const artifacts = new Map<string, NamedArtifact>()
  const healed: NewJournalEntry[] = []
  for (const theirs of entries) {
    const mine = theirs.kind === 'session' || theirs.kind === 'commit' ? heals.entry(subjectOf(theirs)) : undefined
    if (mine === undefined) continue
    let isHealed = false
    for await (const artifact of artifactsOf(both, [carried(mine)], new Set(), () => undefined)) {
      if (whole.has(artifact.hash) || !(await from.has(artifact.hash))) continue
      artifacts.set(artifact.hash, artifact)
      isHealed = true
    }
    if (isHealed) healed.push(carried(mine))
  }
  return { artifacts: [...artifacts.values()], entries: healed }
}

/** The entries of both lists, those of the first where both have the same subject. */
const withoutDoubles = (first: readonly NewJournalEntry[], second: readonly NewJournalEntry[]): readonly NewJournalEntry[] => {
  const subjects = new Set(first.map(subjectOf))
  return [...first, ...second.filter((entry) => !subjects.has(subjectOf(entry)))]
}

export const sizeOfEntries = (entries: readonly HeldEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes.length, 0)

const noteKinds: ReadonlySet<NewJournalEntry['kind']> = new Set([
  'summary',
  'pin',
  'export',
  'class',
  'thinking',
  'filesystem',
  'checkout',
  'state',
  'tracked',
])

export const countsOf = ({ entries, refused, kept, unchanged }: ReceivePlan) => ({
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
  /** The receiver, when what it cannot read any more is to come again from the sender. */
  readonly heals?: Store
  readonly asked: Asked
  readonly rules: ReceiveRules
}

/** Copies artifacts in batches, each durable: what was copied need not be copied again when this is stopped. Gives their size. */
const copyAll = async (missing: readonly NamedArtifact[], from: Readable, to: Store, progress: JobProgress): Promise<number> => {
  progress.phase('Copying missing data', 'entries', missing.length)
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
 * Sends the requested entries from one store to another. The tables of the receiver do not show them yet: they are pending there. When
 * everything is requested, unreadable items are skipped and reported.
 * @throws StrataError not-found, ambiguous-id, transfer-incomplete, artifact-corrupt, disk-full, cancelled
 */
export const transfer = async ({ from, to, write, heals, asked, rules }: Transfer, progress: JobProgress): Promise<TransferResult> => {
  const startedAt = Date.now()
  const both = bothOf(to, from)
  const sending = { store: both, catalog: catalogOf(from), asked }
  const sent = await sendReadable(sending, progress, async (catalog) => {
    progress.phase('Comparing the stores', 'entries', undefined)
    const { entries } = await selectEntries(from, catalog, asked)
    const arrival = await planReceive(catalogOf(to), entries, both, rules)
    progress.checkpoint()
    const healing = heals === undefined ? nothingToHeal : await healingOf(heals, from, entries, progress)
    const news = await missingIn(to, both, arrival)
    const known = new Set(news.map(({ hash }) => hash))
    const missing = [...news, ...healing.artifacts.filter(({ hash }) => !known.has(hash))]
    const bytes = write === undefined ? null : await copyAll(missing, both, write, progress)
    progress.checkpoint()
    await write?.accept(withoutDoubles(arrival.entries, healing.entries))
    return { ...countsOf(arrival), artifacts: missing.length, healed: healing.artifacts.length, bytes }
  })
  return { ...sent, dryRun: write === undefined, ms: Date.now() - startedAt }
}
