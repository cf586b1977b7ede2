/** What an agent could use, as its client announced it first: names of skills, of agents and of MCP servers. */
import type { ChainLine } from './chain-line.ts'
import { objectIn, type JsonObject } from '../model/json-object.ts'

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

/** `mcp__server__tool` */
const serverOf = (tool: string): readonly string[] => (tool.startsWith('mcp__') ? tool.split('__').slice(1, 2) : [])

/** The first announcement of a kind: later ones are about what changed, and would change the system prompt with it. */
const firstOf = (lines: readonly ChainLine[], kind: string): JsonObject =>
  lines.map(({ record }) => objectIn(record, 'attachment')).find(({ type }) => type === kind) ?? {}

export const recordedCapabilities = (
  lines: readonly ChainLine[],
): { readonly skills: readonly string[]; readonly agents: readonly string[]; readonly servers: readonly string[] } => {
  const servers = texts(firstOf(lines, 'deferred_tools_delta')['addedNames']).flatMap(serverOf)
  return {
    skills: texts(firstOf(lines, 'skill_listing')['names']),
    agents: texts(firstOf(lines, 'agent_listing_delta')['addedTypes']),
    servers: [...new Set(servers)].sort(),
  }
}

/** Tools that a command allowed. */
export const recordedPermissions = (lines: readonly ChainLine[]): readonly string[] => [
  ...new Set(
    lines.flatMap(({ record }) => {
      const attachment = objectIn(record, 'attachment')
      return attachment['type'] === 'command_permissions' ? texts(attachment['allowedTools']) : []
    }),
  ),
]
