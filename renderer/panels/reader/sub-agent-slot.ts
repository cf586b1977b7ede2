/** What a view shows below the call that started a sub-agent, such as the sub-agent's conversation. */
import { createContext, type ReactNode } from 'react'
import type { ToolCallBlock } from './tool-outcome.ts'

/** Tools that start a sub-agent. */
export const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent'])

/** Given the call and its name in the fold memory; undefined: nothing is shown. */
export type SubAgentSlot = (name: string, call: ToolCallBlock) => ReactNode

export const SubAgentSlotContext = createContext<SubAgentSlot | undefined>(undefined)
