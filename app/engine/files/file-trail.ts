/** The knowledge of the agent of a chain about a file, from record to record. The facts of the sessions must exist. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { FileVersion, StepOutcome } from '../../files/known-files.ts'
import type { FileCheck } from '../../files/file-check.ts'
import type { KnownFile } from '../../files/known-file.ts'
import { type OtherChange, replay, type StepsOfRecord } from '../../files/replay.ts'
import { append } from '../../model/append.ts'
import type { Proof } from '../../model/objects/proof.ts'
import type { Store } from '../../store/store.ts'
import type { RecordAt } from '../file-steps/chain-records.ts'
import { stepsOfFile, type StepsOfFile, type TrailOptions } from '../file-steps/steps-of-file.ts'

export interface FileTrail extends Omit<StepsOfFile, 'records' | 'others'> {
  /** Versions and checks refer to records by their places here. */
  readonly records: readonly RecordAt[]
  readonly versions: readonly FileVersion[]
  readonly checks: readonly FileCheck[]
  /** The file at the end; null: it does not exist; undefined: nothing is known. */
  readonly file: KnownFile | null | undefined
  /** Proof of the file, or of its absence. */
  readonly proof: Proof
}

/** The versions of a file, later observations of all files, and what is known of it at the end. */
export const followed = (
  records: readonly StepsOfRecord[],
  others: readonly OtherChange[],
  path: string,
  endAt: number | null,
): Pick<FileTrail, 'versions' | 'checks' | 'file' | 'proof'> => {
  const [versions, checks]: [FileVersion[], FileCheck[]] = [[], []]
  const take = (taken: StepOutcome): void => {
    for (const version of taken.versions) if (version.path === path) versions.push(version)
    append(checks, taken.checks)
  }
  const known = replay(records, others, { take }, endAt)
  return { versions, checks, file: known.now(path), proof: known.proofNow(path) }
}

/**
 * @param chain tip first; with an end, its tip is the commit of that record
 * @throws StrataError not-found, artifact-corrupt
 */
export const fileTrail = async (
  store: Store,
  chain: readonly ChainLink[],
  path: string,
  options: TrailOptions = {},
): Promise<FileTrail> => {
  const { records, others, ...rest } = await stepsOfFile(store, chain, path, options)
  return { ...rest, ...followed(records, others, path, rest.endAt), records: records.map(({ at }) => at) }
}
