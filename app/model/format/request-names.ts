/** Names of the parts of a request, of their owners, and of why some are gone, as people read them. */
import type { OwnerKind } from '../context-owner.ts'
import type { GoneReason, RequestPartKind } from '../request-part.ts'

export const partNames: Readonly<Record<RequestPartKind, string>> = {
  system_prompt: 'system prompt',
  tools: 'tool definition',
  not_recorded: 'not recorded',
  instructions: 'instructions',
  listing: 'listing',
  injection: 'injected',
  summary: 'summary',
  prompt: 'prompt',
  response: 'response',
  thinking: 'thinking',
  call: 'tool call',
  result: 'tool result',
  image: 'image',
  document: 'document',
}

export const ownerNames: Readonly<Record<OwnerKind, string>> = {
  person: 'person',
  model: 'model',
  client: 'client',
  tool: 'tool',
  mcp_server: 'MCP server',
  skill: 'skill',
  hook: 'hook',
  file: 'file',
  sub_agent: 'sub-agent',
  command: 'command',
  unknown: 'unknown',
}

export const goneNames: Readonly<Record<GoneReason, string>> = {
  compaction: 'replaced by the compaction',
  microcompaction: 'cleared by a microcompaction',
  thinking_dropped: 'thinking of earlier turns',
}
