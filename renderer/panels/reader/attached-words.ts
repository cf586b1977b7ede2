/** The kinds of attachments in words. */
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'

const words: Readonly<Record<string, string>> = {
  file: 'File named in the prompt',
  compact_file_reference: 'File from before the compaction',
  pdf_reference: 'PDF named in the prompt',
  directory: 'Folder named in the prompt',
  edited_text_file: 'File changed outside the session',
  edited_image_file: 'Image changed outside the session',
  hook_success: 'Hook output',
  hook_additional_context: 'Hook context',
  hook_blocking_error: 'Hook refusal',
  hook_non_blocking_error: 'Hook error',
  hook_error_during_execution: 'Hook error',
  hook_stopped_continuation: 'Hook stop',
  hook_system_message: 'Hook message',
  diagnostics: 'Diagnostics',
  plan_mode: 'Plan mode on',
  plan_mode_reentry: 'Plan mode on again',
  plan_mode_exit: 'Plan mode off',
  plan_file_reference: 'Plan file',
  nested_memory: 'Memory file',
  relevant_memories: 'Memories',
  opened_file_in_ide: 'File open in the editor',
  selected_lines_in_ide: 'Lines selected in the editor',
  todo: 'Task list',
  todo_reminder: 'Task list reminder',
  task_reminder: 'Task list reminder',
  task_status: 'Background task',
  skill_listing: 'Available skills',
  invoked_skills: 'Skills in use',
  agent_listing_delta: 'Available agents',
  deferred_tools_delta: 'Tools on request',
  deferred_tools_record: 'Descriptions of tools',
  mcp_instructions_delta: 'Instructions of MCP servers',
  mcp_resource: 'MCP resource',
  prompt_snapshot: 'System prompt',
  session_context: 'Session context',
  unknown_command_fallback: 'Unknown command',
  critical_system_reminder: 'Reminder',
  silent_turn_reminder: 'Reminder',
}

/** Kinds that later clients add are named as they are written. */
export const attachedWords = (type: string): string =>
  Object.hasOwn(words, type) ? (words[type] ?? type) : sentenceCase(type.replaceAll('_', ' '))
