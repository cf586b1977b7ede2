/** The model and the usage of the API reply that a record belongs to. */
import type { ExactCount } from '../../app/model/exact-count.ts'
import type { Problem } from '../../app/model/problem.ts'
import type { LineEvent, LineUsage } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { readUsage } from './read-usage.ts'
import type { ReplyFacts } from './record-facts.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import type { TranscriptRecord } from '../../app/model/record.ts'
import understated from './understated-outputs.json' with { type: 'json' }

const usagePath = ['message', 'usage'] as const
const carriedUsagePath = ['data', 'message', ...usagePath] as const

/** Text, thinking and tool input that a record contains, UTF-16 code units. */
const writtenIn = (events: readonly LineEvent[]): number =>
  events.reduce((sum, { kind, chars }) => (kind === 'response' || kind === 'thinking' || kind === 'tool_call' ? sum + chars : sum), 0)

/** Model of the reply; older clients write it to the top level of the record. */
export const modelOf = (record: TranscriptRecord, reply: ReplyFacts): string | undefined =>
  reply.isReply ? (reply.message?.model ?? record.model) : undefined

interface UsedIn {
  readonly raw: RawLine
  readonly json: JsonObject
  readonly record: TranscriptRecord
  readonly reply: ReplyFacts
  readonly events: readonly LineEvent[]
  /** Takes a problem for each value that is no count. */
  readonly problems: Problem[]
}

const nothing: JsonObject = {}

/** Undefined for records that are no replies, or state no usage. */
export const usageOf = ({ raw, json, record, reply, events, problems }: UsedIn): LineUsage | undefined => {
  if (!reply.isReply) return undefined
  const isCarried = record.type !== 'assistant'
  const stopReason = reply.message?.stopReason
  const doubt = (outputTokens: ExactCount | undefined): boolean =>
    isUnderstated(outputTokens, { version: record.version, stopReason, chars: writtenIn(events) })
  const source = {
    usage: reply.message?.usage,
    path: isCarried ? carriedUsagePath : usagePath,
    record: isCarried ? nothing : json,
    model: modelOf(record, reply),
    cost: record.costUSD,
    stopReason,
  }
  return readUsage(raw, source, doubt, problems)
}

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
const isUnderstated = (outputTokens: ExactCount | undefined, { version, stopReason, chars }: Written): boolean => {
  if (outputTokens === undefined || stopReason !== undefined) return false
  const { charsPerToken, chars: free } = understated.evidence
  return isAffected(version) || chars > Number(outputTokens) * charsPerToken + free
}
