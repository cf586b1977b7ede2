/** What a capture is to know of the agent before the agent runs. */
import { readClaudeArguments, withResume } from './claude-arguments.ts'
import { StrataError } from '../../model/failure.ts'
import { usualCaptureGranularity, type CaptureGranularity } from '../../model/granularity.ts'
import type { CaptureSettings } from './capture-settings.ts'
import { localPrincipal, localMachine } from './local-names.ts'

/** What a person says of a capture; the rest is found out. */
export interface CaptureWishes {
  readonly session?: string
  readonly onto?: string
  readonly principal?: string
  readonly machine?: string
  readonly template: string
  readonly ticket?: string
  readonly thread?: string
  readonly prompt?: string
  readonly granularity?: CaptureGranularity
}

const given = <K extends keyof CaptureSettings>(name: K, value: CaptureSettings[K] | undefined): Partial<CaptureSettings> =>
  value === undefined ? {} : { [name]: value }

/**
 * @param command the agent and its arguments; empty: another program started it.
 * @param parent commit that it continues from; '' for none.
 */
export const planCapture = (command: readonly string[], wishes: CaptureWishes, parent: string): CaptureSettings => {
  const fromArguments = readClaudeArguments(command)
  return {
    parent,
    principal: wishes.principal ?? localPrincipal(),
    machine: wishes.machine ?? localMachine(),
    template: wishes.template,
    ticketId: wishes.ticket ?? '',
    threadId: wishes.thread ?? '',
    startedAtMs: Date.now(),
    input: wishes.prompt === undefined ? fromArguments.input : 'none',
    granularity: wishes.granularity ?? usualCaptureGranularity,
    ...given('sessionId', wishes.session),
    ...given('onto', wishes.onto),
    ...given('prompt', wishes.prompt ?? fromArguments.prompt),
  }
}

/**
 * The command that has Claude Code continue with a session.
 * @throws StrataError invalid-input: it is no command of Claude Code, or continues with something already
 */
export const resumingCommand = (command: readonly string[], sessionId: string): readonly string[] => {
  const resuming = withResume(command, sessionId)
  if (resuming !== undefined) return resuming
  throw new StrataError(
    'invalid-input',
    '--from loads a conversation into Claude Code: give its command after --, such as claude -p "continue"',
  )
}
