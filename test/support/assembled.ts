/** Contexts assembled from the lines of a transcript. */
import { assemble, type AssembleInput } from '../../app/assemble/assemble.ts'
import type { AssembledContext } from '../../app/contract/assemble.ts'
import { readConversation } from '../../app/conversation/conversation.ts'
import { atOnce } from './at-once.ts'

/** Given files stand for those of a workspace; without them there is no system prompt. */
export const assembledFrom = (lines: readonly string[], options: Partial<AssembleInput> = {}): AssembledContext => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  return assemble({
    conversation: atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes }], before: [] })),
    parts: {
      workspace: { files: [{ path: 'AGENTS.md', text: 'Write plain English.' }] },
      persona: [],
      capabilities: { skills: [], agents: [], servers: [] },
      machine: { host: 'desk', os: 'linux', arch: 'x64' },
      role: options.role ?? 'unified',
      task: null,
    },
    event: undefined,
    role: 'unified',
    model: undefined,
    limitOf: () => ({ tokens: 200_000, isKnown: true }),
    budget: undefined,
    reserveResponse: 8_000,
    reserveTools: 16_000,
    isRefused: false,
    state: '',
    sessionLabel: 'session',
    parentTurnId: 'ctx-1',
    permissions: [],
    workspacePath: null,
    ...options,
  })
}
