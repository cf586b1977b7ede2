/** Answers on their way to the window: plain data as JSON text, because handing objects from world to world costs many times more. */
import type { Envelope } from '../app/contract/signals.ts'

/** JSON text of an envelope, or the envelope itself when its value is bytes. */
export type PackedEnvelope = string | Envelope<unknown>

export function packEnvelope(envelope: Envelope<unknown>): PackedEnvelope {
  return envelope.ok && envelope.value instanceof Uint8Array ? envelope : JSON.stringify(envelope)
}

/** The envelope that was packed. */
export function unpackEnvelope(packed: PackedEnvelope): Envelope<unknown> {
  return typeof packed === 'string' ? (JSON.parse(packed) as Envelope<unknown>) : packed
}

/** The two fixed channels between the window and main: one for calls, one for signals. */
export const callChannel = 'strata:call'
export const signalChannel = 'strata:signal'
