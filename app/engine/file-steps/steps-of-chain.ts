/** The steps that the agent of a chain saw for all files, record by record, and the changes that others made. */
import type { TranscriptRecord } from '../../model/record.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import { count, flag, instant, optional, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { chainRecords, seenByAgent, type ReadLink } from './chain-records.ts'
import chainOthers from './chain-others.sql?raw'
import chainSpawns from './chain-spawns.sql?raw'
import { KeptFiles, type PlacedSteps } from './kept-files.ts'
import { ranOf, type FileStep, changing } from '../../files/file-step.ts'
import { FileStepReader } from '../../files/file-steps.ts'
import type { OtherChange } from '../../files/replay.ts'

/** Chains that were read last, by their ends: versions of a file are asked for one after the other. */
const lastRead = new WeakMap<Store, Map<string, ReadChain>>()
/** Characters of the chains that are kept: the one that was read last, however many, and others up to this. */
const maxKept = 32 * 1024 * 1024

interface ReadChain {
  readonly placed: readonly PlacedSteps[]
  /** Number of characters in the contents of its steps. */
  readonly chars: number
}

const charsOf = (step: FileStep): number => {
  switch (step.step) {
    case 'whole':
    case 'written':
      return step.content.length
    case 'part':
      return step.lines.reduce((sum, line) => sum + line.length, 0)
    case 'sought':
      return step.text.length
    case 'edited':
      return step.edits.reduce((sum, { from, to }) => sum + from.length + to.length, 0)
    default:
      return 0
  }
}

/** Calls that started sub-agents whose records are in the store, in the sessions of these commits. */
export const spawnsIn = async (store: Store, links: readonly ChainLink[]): Promise<ReadonlySet<string>> => {
  const commits = links.map(({ commitId }) => commitId)
  const rows = await store.database.query(chainSpawns, { call: text('spawn_call') }, { commits })
  return new Set(rows.map(({ call }) => call))
}

/** A record with its steps. */
export interface ReadRecord extends PlacedSteps {
  readonly record: TranscriptRecord
  /** The time that the record itself has, milliseconds since 1970; null: none. */
  readonly recordedAt: number | null
  /** The model of the last reply up to it; null: none replied. */
  readonly model: string | null
}

/**
 * Reads the steps of all records of commits.
 * @param links the first commit first
 * @param reader continues with these records
 * @throws StrataError not-found, artifact-corrupt
 */
export async function* readSteps(
  store: Store,
  links: readonly ReadLink[],
  reader: FileStepReader = new FileStepReader(),
): AsyncGenerator<ReadRecord, undefined> {
  const kept = new KeptFiles(store)
  for await (const { record, ...row } of chainRecords(store, links))
    yield { ...(await kept.placed(row, reader.read(record))), record, recordedAt: row.occurredAt, model: reader.model }
}

/** Without the steps of sub-agents whose own records are in the store. @param spawns calls that started them */
export const withoutSpawned = (steps: readonly FileStep[], spawns: ReadonlySet<string>): readonly FileStep[] =>
  spawns.size === 0 ? steps : steps.filter((step) => !(step.step === 'ran' && step.spawnedBy !== undefined && spawns.has(step.spawnedBy)))

const readChain = async (store: Store, chain: readonly ChainLink[]): Promise<ReadChain> => {
  // What a sub-agent changed is in its own records.
  const spawns = await spawnsIn(store, chain)
  const placed: PlacedSteps[] = []
  let chars = 0
  for await (const { at, steps: all } of readSteps(store, seenByAgent(chain))) {
    const steps = withoutSpawned(all, spawns)
    for (const step of steps) chars += charsOf(step)
    placed.push({ at, steps })
  }
  return { placed, chars }
}

/** @param chain tip first @throws StrataError not-found, artifact-corrupt */
export const chainSteps = async (store: Store, chain: readonly ChainLink[]): Promise<readonly PlacedSteps[]> => {
  // What is written to the tables may say more of the same commits.
  const key = `${store.database.writes} ${chain[0]?.commitId ?? ''}`
  const ofStore = lastRead.get(store) ?? new Map<string, ReadChain>()
  lastRead.set(store, ofStore)
  const found = ofStore.get(key) ?? (await readChain(store, chain))
  ofStore.delete(key)
  ofStore.set(key, found)
  let total = 0
  for (const [end, { chars }] of [...ofStore].reverse()) {
    total += chars
    const isOld = !end.startsWith(`${store.database.writes} `)
    if ((isOld || total > maxKept) && end !== key) ofStore.delete(end)
  }
  return found.placed
}

const columns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: instant('occurred_at'),
  path: optional(text('path')),
  effect: optional(text('effect')),
  isOfOtherSession: flag('is_of_other_session'),
} as const

/** Changes by others to files of a chain, in the order of time. The facts of the sessions must exist. @param chain tip first */
export const othersOfChain = async (store: Store, chain: readonly ChainLink[]): Promise<readonly OtherChange[]> => {
  const commits = seenByAgent(chain).map(({ commitId }) => commitId)
  const rows = await store.database.query(chainOthers, columns, { commits, tip: chain[0]?.commitId ?? '' })
  return rows.map(({ occurredAt, path, effect, ...row }) => ({
    ...row,
    at: occurredAt,
    step: path === null ? ranOf(effect) : changing([path]),
  }))
}
