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
