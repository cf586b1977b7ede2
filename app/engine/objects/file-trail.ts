/** What the agent of a chain knew of a file, from record to record. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { Store } from '../../store/store.ts'
import { chainRecords, seenByAgent, type RecordAt } from './chain-records.ts'
import { FileStepReader } from './versions/file-steps.ts'
import type { FileStep } from './versions/file-step.ts'
import type { KnownFile } from './versions/known-file.ts'
import { KnownFiles, type FileCheck, type FileVersion } from './versions/known-files.ts'

interface PlacedSteps {
  readonly at: RecordAt
  readonly steps: readonly FileStep[]
}

/** The steps of chains that were read last, by their ends: versions of a file are asked for one after the other. */
const lastRead = new WeakMap<Store, Map<string, readonly PlacedSteps[]>>()
const mostKept = 4

const readSteps = async (store: Store, chain: readonly ChainLink[]): Promise<readonly PlacedSteps[]> => {
  const reader = new FileStepReader()
  const all: PlacedSteps[] = []
  for await (const { record, ...at } of chainRecords(store, seenByAgent(chain))) {
    all.push({ at, steps: reader.read(record) })
  }
  return all
}

/** @param chain tip first @throws StrataError not-found, artifact-corrupt */
const stepsOf = async (store: Store, chain: readonly ChainLink[]): Promise<readonly PlacedSteps[]> => {
  const key = chain[0]?.commitId ?? ''
  const ofStore = lastRead.get(store) ?? new Map<string, readonly PlacedSteps[]>()
  lastRead.set(store, ofStore)
  const found = ofStore.get(key) ?? (await readSteps(store, chain))
  ofStore.delete(key)
  ofStore.set(key, found)
  for (const old of [...ofStore.keys()].slice(0, -mostKept)) ofStore.delete(old)
  return found
}

/** Where a trail ends: with all of the chain, or before or after the steps of a record. */
export interface TrailEnd {
  readonly record: { readonly sourceId: string; readonly line: number }
  readonly isIncluded: boolean
}

export interface FileTrail {
  /** Versions and checks name them by their places. */
  readonly records: readonly RecordAt[]
  readonly versions: readonly FileVersion[]
  readonly checks: readonly FileCheck[]
  /** What is known at the end; null: that it is not there; undefined: nothing. */
  readonly file: KnownFile | null | undefined
}

/** @param chain tip first @throws StrataError not-found, artifact-corrupt */
export const fileTrail = async (store: Store, chain: readonly ChainLink[], path: string, end?: TrailEnd): Promise<FileTrail> => {
  const placed = await stepsOf(store, chain)
  const known = new KnownFiles()
  const versions: FileVersion[] = []
  const checks: FileCheck[] = []
  const isEnd = ({ at }: PlacedSteps): boolean => end !== undefined && at.sourceId === end.record.sourceId && at.line === end.record.line
  const last = placed.findIndex(isEnd)
  const used = last === -1 ? placed : placed.slice(0, end?.isIncluded === true ? last + 1 : last)
  used.forEach(({ steps }, place) => {
    for (const step of steps) {
      const isOfFile = step.step === 'ran' || step.path === path || (step.step === 'moved' && step.to === path)
      if (!isOfFile) continue
      const outcome = known.take(step, place)
      versions.push(...outcome.versions.filter((version) => version.path === path))
      checks.push(...outcome.checks)
    }
  })
  return { records: placed.map(({ at }) => at), versions, checks, file: known.now(path) }
}
