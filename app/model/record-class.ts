/** The classes a transcript record can have; every record has exactly one. */

export const recordClasses = [
  'human_prompt',
  'command',
  'bash_input',
  'queued_prompt',
  'tool_result',
  'compaction_summary',
  'meta',
  'task_notification',
  'teammate_message',
  'local_command',
  'bash_injection',
  'auto_continuation',
  'plan_handover',
  'interrupt',
  'hook_feedback',
  'system_reminder',
  'sidechain_prompt',
  'peer_message',
  'scheduled',
  'unknown_origin',
  'unknown_wrapper',
  'empty',
  'reply',
  'error',
  'system',
  'compaction',
  'metric',
  'title',
  'agent_message',
  'bookkeeping',
  'unknown',
  'malformed',
] as const

export type RecordClass = (typeof recordClasses)[number]

/** Classes that count as human prompts. */
export const humanPrompts: ReadonlySet<RecordClass> = new Set<RecordClass>(['human_prompt', 'queued_prompt'])

/** Slash commands and shell lines that a human typed: they count apart from prompts. */
export const typedCommands: ReadonlySet<RecordClass> = new Set<RecordClass>(['command', 'bash_input'])

/** Classes that a human typed: each begins a turn. */
export const typedByHuman: ReadonlySet<RecordClass> = new Set<RecordClass>([...humanPrompts, ...typedCommands])

/** Classes that a record of type user can have: they add up to the naive count. */
export const userClasses = [
  'human_prompt',
  'command',
  'bash_input',
  'tool_result',
  'compaction_summary',
  'meta',
  'task_notification',
  'teammate_message',
  'local_command',
  'bash_injection',
  'auto_continuation',
  'plan_handover',
  'interrupt',
  'hook_feedback',
  'system_reminder',
  'sidechain_prompt',
  'peer_message',
  'scheduled',
  'unknown_origin',
  'unknown_wrapper',
  'empty',
] as const satisfies readonly RecordClass[]

/** Classes of the design's reference rules; `other` is every record that is not of type user. */
export const referenceClasses = [
  'human_prompt',
  'tool_result',
  'continuation',
  'task_notification',
  'skill',
  'teammate',
  'local_command_caveat',
  'local_command_stdout',
  'local_command_stderr',
  'command_name',
  'command_message',
  'bash_input',
  'bash_stdout',
  'auto_continuation',
  'interrupted',
  'sidechain_prompt',
  'meta_other',
  'none',
  'other',
] as const

export type ReferenceClass = (typeof referenceClasses)[number]
