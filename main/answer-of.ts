/** What the engine answered, or its failure thrown: for calls that the shell makes on its own. */
import type { EngineCallName } from '../app/contract/calls.ts'
import { StrataError } from '../app/model/failure.ts'
import type { AskEngine } from './answer-call.ts'
import { unpackEnvelope } from './pack-envelope.ts'

/** @throws StrataError whatever the engine failed with */
export async function answerOf(askEngine: AskEngine, name: EngineCallName, input: unknown): Promise<unknown> {
  const envelope = unpackEnvelope(await askEngine(name, input))
  if (envelope.ok) return envelope.value
  const { code, message, data } = envelope.failure
  throw code === 'bug' ? new Error(message) : new StrataError(code, message, data)
}
