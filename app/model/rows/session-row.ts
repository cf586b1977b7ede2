/** The columns of a session: of its table, of the list of sessions, and of their views. */
import { count, exact, instant, optional, text, texts } from '../columns.ts'

export const sessionColumns = {
  sessionId: text('session_id'),
  project: text('project'),
  folder: text('folder'),
  cwd: optional(text('cwd')),
  gitBranch: optional(text('git_branch')),
  clientVersion: optional(text('client_version')),
  template: text('template'),
  title: text('title'),
  titleSource: text('title_source'),
  kind: text('kind'),
  outcome: text('outcome'),
  /** Who acts next after its last record. */
  standing: text('standing'),
  tipCommitId: optional(text('tip_commit_id')),
  parentSessionId: optional(text('parent_session_id')),
  /** The session that continues this one, as the client records it. */
  continuedIn: optional(text('continued_in')),
  /** The session that this one continues, according to the records of that session. */
  continuedFrom: optional(text('continued_from')),
  /** The kind of session, as the client names it. */
  sessionKind: optional(text('session_kind')),
  firstAt: optional(instant('first_at')),
  lastAt: optional(instant('last_at')),
  durationMs: optional(count('duration_ms')),
  records: count('records'),
  malformedLines: count('malformed_lines'),
  bytes: count('bytes'),
  humanPrompts: count('human_prompts'),
  commands: count('commands'),
  responses: count('responses'),
  thinkingBlocks: count('thinking_blocks'),
  toolCalls: count('tool_calls'),
  toolErrors: count('tool_errors'),
  compactions: count('compactions'),
  subAgents: count('sub_agents'),
  errors: count('errors'),
  commits: count('commits'),
  models: texts('models'),
  /** Tokens count each reply once. A reply in several sessions, not marked as a copy, counts for the one that contained it first. */
  inputTokens: optional(exact('input_tokens')),
  outputTokens: optional(exact('output_tokens')),
  cacheReadTokens: optional(exact('cache_read_tokens')),
  cacheWriteTokens: optional(exact('cache_write_tokens')),
  /** Replies whose output tokens are fewer than the model wrote: outputTokens is too small. */
  understatedReplies: count('understated_replies'),
} as const
