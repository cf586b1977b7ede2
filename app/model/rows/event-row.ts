/** The columns of an event: of its table, and in queries. */
import { count, flag, instant, integer, optional, text } from '../columns.ts'

export const eventTable = {
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  sessionId: text('session_id'),
  chain: text('chain'),
  commitId: optional(text('commit_id')),
  isCopy: flag('is_copy'),
  kind: text('kind'),
  class: text('class'),
  occurredAt: optional(instant('occurred_at')),
  body: optional(text('body')),
  chars: count('chars'),
  weighedChars: count('weighed_chars'),
  countedTokens: count('counted_tokens'),
  toolName: optional(text('tool_name')),
  toolUseId: optional(text('tool_use_id')),
  filePath: optional(text('file_path')),
  isError: flag('is_error'),
  permission: optional(text('permission')),
  runMs: optional(count('run_ms')),
  model: optional(text('model')),
  subtype: optional(text('subtype')),
} as const
