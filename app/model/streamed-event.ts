/** The output of a running agent as events. */
import type { Event } from './event.ts'

/** The size of the context at a reply, as one of its records says it. */
export interface Measured {
  /** The same for all records of the reply. */
  readonly reply: string
  readonly context: number
  /** Null: not available. */
  readonly output: number | null
}

export interface StreamedEvent {
  readonly event: Event
  /** The tool call whose sub-agent it belongs to; '': the agent itself. */
  readonly agentCall: string
  /** It is the summary that replaces everything before it. */
  readonly isSummary: boolean
  /** The context at the reply that it is a part of. */
  readonly measured?: Measured | undefined
}

/** Reads the output of a running agent piece by piece. */
export interface StreamReader {
  /** The session id of the stream; '' until a line contains it. */
  readonly sessionId: string
  /** Registers a prompt that was already recorded when it was sent: the stream may repeat it. */
  know(prompt: string): void
  /** Events of the lines that this piece of the stream ends. @param atMs when it came, milliseconds since 1970 */
  push(piece: Uint8Array, atMs: number): readonly StreamedEvent[]
  /** Remaining events when the stream has ended. */
  end(atMs: number): readonly StreamedEvent[]
  /** The same of one sub-agent. @param agentCall the call that started it */
  endOf(agentCall: string, atMs: number): readonly StreamedEvent[]
  /** Prompts in a line of the input of the agent, where it takes messages. */
  promptsIn(line: Uint8Array): readonly string[]
}
