/** Decides whether a record states fewer output tokens than the model wrote. */
import type { ExactCount } from '../../app/model/exact-count.ts'
import understated from './understated-outputs.json' with { type: 'json' }

const partsOf = (version: string): readonly number[] => version.split('.').map((part) => Number.parseInt(part, 10))

/** Negative, zero or positive: the order of two client versions. */
const compareVersions = (a: string, b: string): number => {
  const [left, right] = [partsOf(a), partsOf(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** The version that was asked last: it is that of nearly all records of a file. */
let lastVersion: string | undefined
let isLastAffected = false

const isAffected = (version: string | undefined): boolean => {
  if (version === lastVersion) return isLastAffected
  lastVersion = version
  isLastAffected =
    version !== undefined &&
    understated.versions.some(({ from, until }) => compareVersions(version, from) >= 0 && compareVersions(version, until) <= 0)
  return isLastAffected
}

interface Written {
  /** Version of the client; undefined: not recorded. */
  readonly version: string | undefined
  /** Why the model stopped; undefined: the record was written before it did, or does not say. */
  readonly stopReason: string | undefined
  /** Text, thinking and tool input in this record, UTF-16 code units. */
  readonly chars: number
}

/** By client version, or because the record contains more text than its output tokens can be. */
export const isUnderstated = (outputTokens: ExactCount | undefined, { version, stopReason, chars }: Written): boolean => {
  if (outputTokens === undefined || stopReason !== undefined) return false
  const { charsPerToken, chars: free } = understated.evidence
  return isAffected(version) || chars > Number(outputTokens) * charsPerToken + free
}
