/** Counts the work of a session so far from the events of its checkpoints (events-v1 §5.2, get-metrics). */
import { wholeSeconds } from '../chains/describe-commit.ts'
import { decodeEvents } from '../chains/formats/events-v1/decode-events.ts'
import type { Event } from '../model/event.ts'
import { StrataError } from '../model/failure.ts'
import type { CborMap } from '../store/cbor/canonical-cbor.ts'

const eventsIn = (delta: Uint8Array): readonly Event[] => {
  try {
    return decodeEvents(delta)
  } catch (thrown) {
    // The commit was made; unreadable events are not counted.
    if (thrown instanceof StrataError) return []
    throw thrown
  }
}

/** Omitted when it is zero, as in the reference. */
const some = (value: number): number | undefined => (value === 0 ? undefined : value)

export class LiveSession {
  readonly sessionId: string
  readonly startedAt: string
  #toolCalls = 0
  #turns = 0
  #errors = 0
  #input = 0
  #output = 0
  #cacheRead = 0
  #cacheWrite = 0
  #costUsd = 0
  #status = ''
  #lastActivityAt: string | undefined

  constructor(sessionId: string, at: number) {
    this.sessionId = sessionId
    this.startedAt = wholeSeconds(at)
  }

  /** @param at milliseconds since 1970 */
  note(delta: Uint8Array, at: number): void {
    this.#lastActivityAt = wholeSeconds(at)
    for (const event of eventsIn(delta)) this.#count(event)
  }

  #count(event: Event): void {
    if (event.type === 'tool_call') this.#toolCalls += 1
    else if (event.type === 'response') this.#turns += 1
    else if (event.type === 'error') this.#errors += 1
    else if (event.type === 'metric') this.#addMetric(event.payload)
  }

  #addMetric(metric: Extract<Event, { readonly type: 'metric' }>['payload']): void {
    this.#input += metric.input_tokens ?? 0
    this.#output += metric.output_tokens ?? 0
    this.#cacheRead += metric.cache_read_tokens ?? 0
    this.#cacheWrite += metric.cache_write_tokens ?? 0
    this.#costUsd += metric.cost_usd ?? 0
    this.#status = metric.status ?? this.#status
  }

  view(): CborMap {
    return {
      session_id: this.sessionId,
      started_at: this.startedAt,
      tool_calls: this.#toolCalls,
      turns: this.#turns,
      errors: this.#errors,
      last_activity_at: this.#lastActivityAt,
      input_tokens: some(this.#input),
      output_tokens: some(this.#output),
      cache_read_tokens: some(this.#cacheRead),
      cache_write_tokens: some(this.#cacheWrite),
      cost_milliusd: some(Math.trunc(this.#costUsd * 1000)),
      status: this.#status === '' ? undefined : this.#status,
    }
  }
}
