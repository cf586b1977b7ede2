/** What a hook is given, and what it may do. */
import type { AgentContextConfig } from '../../../agent-context/config.ts'
import type { ProjectFiles } from '../project.ts'
import type { HookInput } from './hook-input.ts'

export interface HookCall {
  readonly input: HookInput
  readonly files: ProjectFiles
  readonly config: AgentContextConfig
  readonly env: Readonly<Record<string, string | undefined>>
}

/** @returns what it prints; '' for nothing */
export type Hook = (call: HookCall) => string | Promise<string>

/** A hook that is not done by then ends without a word, milliseconds. */
export const limitOf = (env: HookCall['env']): number => {
  const given = Number(env['AGENT_CONTEXT_LIMIT_MS'])
  return given > 0 && given <= 600_000 ? given : 1_800
}
