/** Determines the settings of a capture before the agent runs. */
import { readClaudeArguments, withResume } from './claude-arguments.ts'
import { StrataError } from '../../model/failure.ts'
import { defaultCaptureGranularity, type CaptureGranularity } from '../../model/granularity.ts'
import type { CaptureSettings } from './capture-settings.ts'
import { localPrincipal, localMachine } from './local-names.ts'

/** Settings of a capture that a person chooses; Strata determines the others. */
export interface CaptureChoices {
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
export const planCapture = (command: readonly string[], choices: CaptureChoices, parent: string): CaptureSettings => {
  const fromArguments = readClaudeArguments(command)
  return {
    parent,
    principal: choices.principal ?? localPrincipal(),
    machine: choices.machine ?? localMachine(),
    template: choices.template,
    ticketId: choices.ticket ?? '',
    threadId: choices.thread ?? '',
    startedAtMs: Date.now(),
    input: choices.prompt === undefined ? fromArguments.input : 'none',
    granularity: choices.granularity ?? defaultCaptureGranularity,
    ...given('sessionId', choices.session),
    ...given('onto', choices.onto),
    ...given('prompt', choices.prompt ?? fromArguments.prompt),
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
