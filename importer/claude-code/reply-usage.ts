/** The model and the usage of the API reply that a record belongs to. */
import type { ExactCount } from '../../app/model/exact-count.ts'
import type { Problem } from '../../app/model/problem.ts'
import type { LineEvent, LineUsage } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { isUnderstated } from './is-understated.ts'
import { readUsage } from './read-usage.ts'
import type { ReplyFacts } from './record-facts.ts'
import type { JsonObject, TranscriptRecord } from './record-schema.ts'

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
  const doubt = (outputTokens: ExactCount | undefined): boolean =>
    isUnderstated(outputTokens, { version: record.version, stopReason: reply.message?.stopReason, chars: writtenIn(events) })
  const source = {
    usage: reply.message?.usage,
    path: isCarried ? carriedUsagePath : usagePath,
    record: isCarried ? nothing : json,
    model: modelOf(record, reply),
    cost: record.costUSD,
  }
  return readUsage(raw, source, doubt, problems)
}
