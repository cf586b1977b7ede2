/** Answers one call from the window: finds the name, checks the input, and asks the shell or the engine. */
import {
  calls,
  isShellCall,
  type CallName,
  type CallOutput,
  type CallParsed,
  type EngineCallName,
  type ShellCallName,
} from '../app/contract/calls.ts'
import { inputFailure } from '../app/contract/input-issues.ts'
import { reportInput } from '../app/model/input-reason.ts'
import { StrataError, toFailure } from '../app/model/failure.ts'
import type { ChosenPaths } from './chosen-paths.ts'
import { unpackEnvelope, type PackedEnvelope } from './pack-envelope.ts'

/** The calls that only a desktop shell can answer. */
export type ShellCalls = { readonly [N in ShellCallName]: (input: CallParsed<N>) => Promise<CallOutput<N>> }

/** Sends a checked call to the engine and resolves with its envelope. */
export type AskEngine = (name: EngineCallName, input: unknown) => Promise<PackedEnvelope>

interface Answerers {
  readonly shell: ShellCalls
  readonly engine: AskEngine
  /** Where the window may have something written. */
  readonly chosen: ChosenPaths
  readonly onBug: (error: unknown) => void
}

/** Never rejects: the envelope contains every failure. `onBug` receives unexpected errors. */
export async function answerCall(name: unknown, input: unknown, answerers: Answerers): Promise<PackedEnvelope> {
  try {
    const call = knownName(name)
    const parsed = parseInput(call, input)
    answerers.chosen.check(call, parsed as never)
    if (!isShellCall(call)) return await answerers.engine(call, parsed)
    const answer = answerers.shell[call] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await answer(parsed) }
  } catch (error) {
    if (!(error instanceof StrataError)) answerers.onBug(error)
    return { ok: false, failure: toFailure(error) }
  }
}

function knownName(name: unknown): CallName {
  if (typeof name === 'string' && Object.hasOwn(calls, name)) return name as CallName
  throw new StrataError('unknown-call', 'The window made an unknown call.', { name: String(name).slice(0, 100) })
}

function parseInput(name: CallName, input: unknown): unknown {
  const parsed = calls[name].input.safeParse(input, reportInput)
  if (parsed.success) return parsed.data
  throw inputFailure(name, parsed.error)
}

/** @throws StrataError the failure that the engine reported */
export async function answerOf(askEngine: AskEngine, name: EngineCallName, input: unknown): Promise<unknown> {
  const envelope = unpackEnvelope(await askEngine(name, input))
  if (envelope.ok) return envelope.value
  const { code, message, data } = envelope.failure
  throw code === 'bug' ? new Error(message) : new StrataError(code, message, data)
}
