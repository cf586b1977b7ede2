/** Names of the parts of a request, of their owners, of their marks, and of why some are gone, as people read them. */
import type { OwnerKind } from '../context-owner.ts'
import { isUnreferred, type Repeat, type RequestMarks } from '../request-marks.ts'
import type { GoneReason, RequestPartKind } from '../request-part.ts'
import { formatCount } from './count.ts'

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

const nthText = (what: string, { nth, times }: Repeat): string => `${what} ${nth} of ${times}`

/** `same text 2 of 3`, `read 2 of 3`, `never named again`. */
export const markNames = (marks: RequestMarks): readonly string[] => [
  ...(marks.sameText === null ? [] : [nthText('same text', marks.sameText)]),
  ...(marks.sameFile === null ? [] : [nthText('read', marks.sameFile)]),
  ...(isUnreferred(marks) ? [marks.namedAgain === 'never' ? 'never named again' : 'not named any more'] : []),
]

/** Where the system prompt and the tools of a request are known from. */
export const headText = ({ system, tools, isOfRequest }: Readonly<Record<'system' | 'tools' | 'isOfRequest', boolean>>): string => {
  if (!system || !tools) return 'not recorded: the rest of the first reply of the chain'
  return isOfRequest ? 'recorded with this request' : 'from the last snapshot'
}

/** In which replies names were looked for: `this reply and the 12 after it`. */
export const lookedIn = (laterReplies: number): string =>
  laterReplies === 0 ? 'this reply, the last of its chain' : `this reply and the ${formatCount(laterReplies)} after it`
