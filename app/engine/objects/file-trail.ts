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

interface ReadChain {
  readonly placed: readonly PlacedSteps[]
  /** Of the contents in its steps. */
  readonly chars: number
}

/** The steps of chains that were read last, by their ends: versions of a file are asked for one after the other. */
const lastRead = new WeakMap<Store, Map<string, ReadChain>>()
/** Characters of the chains that are kept: the one that was read last, however many, and others up to this. */
const mostKept = 32 * 1024 * 1024

const charsOf = (step: FileStep): number => {
  switch (step.step) {
    case 'whole':
    case 'written':
      return step.content.length
    case 'part':
      return step.lines.reduce((sum, line) => sum + line.length, 0)
    case 'edited':
      return step.edits.reduce((sum, { from, to }) => sum + from.length + to.length, 0)
    default:
      return 0
  }
}

const readSteps = async (store: Store, chain: readonly ChainLink[]): Promise<ReadChain> => {
  const reader = new FileStepReader()
  const placed: PlacedSteps[] = []
  let chars = 0
  for await (const { record, ...at } of chainRecords(store, seenByAgent(chain))) {
    const steps = reader.read(record)
    for (const step of steps) chars += charsOf(step)
    placed.push({ at, steps })
  }
  return { placed, chars }
}

/** @param chain tip first @throws StrataError not-found, artifact-corrupt */
const stepsOf = async (store: Store, chain: readonly ChainLink[]): Promise<readonly PlacedSteps[]> => {
  const key = chain[0]?.commitId ?? ''
  const ofStore = lastRead.get(store) ?? new Map<string, ReadChain>()
  lastRead.set(store, ofStore)
  const found = ofStore.get(key) ?? (await readSteps(store, chain))
  ofStore.delete(key)
  ofStore.set(key, found)
  let total = 0
  for (const [end, { chars }] of [...ofStore].reverse()) {
    total += chars
    if (total > mostKept && end !== key) ofStore.delete(end)
  }
  return found.placed
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
