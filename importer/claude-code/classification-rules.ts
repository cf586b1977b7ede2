/** The finer rules, in the order in which they are asked: the first that holds gives a record its class. Listed in the app, tested by their examples. */
import type { RecordClass } from '../../app/model/record-class.ts'
import { isToolResultsOnly } from './reference-class.ts'
import type { TranscriptRecord } from './record-schema.ts'

/** What the rules look at: the record, its text with envelopes split off, and where it stands. */
export interface Evidence {
  readonly record: TranscriptRecord
  /** Text of the content, leading white space removed. */
  readonly text: string
  /** The text without the envelopes in front of it. */
  readonly spoken: string
  readonly hasImage: boolean
  /** The record before it in the file is a compaction boundary. */
  readonly afterBoundary: boolean
  readonly originKind: string | undefined
}

export interface ClassificationRule {
  readonly id: string
  readonly class: RecordClass
  /** What the rule looks at, in words. */
  readonly looksAt: string
  /** A record that the rule decides. */
  readonly example: unknown
  readonly holds: (evidence: Evidence) => boolean
}

const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

const startsWith = (
  id: string,
  name: RecordClass,
  starts: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): ClassificationRule => ({
  id,
  class: name,
  looksAt: `text starting with ${starts.map((start) => `“${start}”`).join(' or ')}`,
  example: user(`${starts[0] ?? ''} …`, more),
  holds: ({ text }) => starts.some((start) => text.startsWith(start)),
})

const isTyped = ({ record, originKind }: Evidence): boolean =>
  originKind === 'human' || record.promptSource === 'typed' || record.promptSource === 'queued' || record.promptSource === 'sdk'

const commandStarts = ['<command-name>', '<command-message>']

/** Rules for records of type user. */
export const userRules: readonly ClassificationRule[] = [
  {
    id: 'user/tool-results-only',
    class: 'tool_result',
    looksAt: 'content that is a list of tool_result blocks and nothing else',
    example: user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }]),
    holds: ({ record }) => isToolResultsOnly(record.message?.['content']),
  },
  {
    id: 'user/compact-summary-flag',
    class: 'compaction_summary',
    looksAt: 'isCompactSummary',
    example: user('The conversation so far …', { isCompactSummary: true }),
    holds: ({ record }) => record.isCompactSummary,
  },
  {
    id: 'user/meta-flag',
    class: 'meta',
    looksAt: 'isMeta',
    example: user('Caveat', { isMeta: true }),
    holds: ({ record }) => record.isMeta,
  },
  {
    id: 'user/origin-notification',
    class: 'task_notification',
    looksAt: 'origin.kind or turnOrigin naming a task notification',
    example: user('done', { origin: { kind: 'task-notification' } }),
    holds: ({ record, originKind }) => originKind === 'task-notification' || record.turnOrigin === 'task_notification',
  },
  {
    id: 'user/sidechain',
    class: 'sidechain_prompt',
    looksAt: 'isSidechain: an agent wrote it, not a human; interrupts keep their own class',
    example: user('Count the files', { isSidechain: true }),
    holds: ({ record, text }) => record.isSidechain && !text.startsWith('[Request interrupted by user'),
  },
  {
    id: 'user/typed-command',
    class: 'command',
    looksAt: "a prompt the client says was typed, with a slash command's tags",
    example: user('<command-name>/review</command-name>', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && commandStarts.some((start) => evidence.text.startsWith(start)),
  },
  {
    id: 'user/typed-shell-line',
    class: 'bash_input',
    looksAt: "a prompt the client says was typed, with a shell line's tag",
    example: user('<bash-input>ls</bash-input>', { origin: { kind: 'human' } }),
    holds: (evidence) => isTyped(evidence) && evidence.text.startsWith('<bash-input>'),
  },
  {
    id: 'user/typed',
    class: 'human_prompt',
    looksAt: 'origin.kind human, or promptSource typed, queued or sdk',
    example: user('Fix the test', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && (evidence.spoken !== '' || evidence.hasImage),
  },
  startsWith('user/continuation-text', 'compaction_summary', ['This session is being continued from a previous conversation']),
  startsWith('user/task-notification-text', 'task_notification', ['<task-notification>']),
  startsWith('user/teammate-text', 'teammate_message', ['<teammate-message']),
  startsWith('user/command-text', 'command', commandStarts),
  startsWith('user/local-command-text', 'local_command', [
    '<local-command-caveat>',
    '<local-command-stdout>',
    '<local-command-stderr>',
    'Caveat: The messages below',
  ]),
  startsWith('user/shell-line-text', 'bash_input', ['<bash-input>']),
  startsWith('user/shell-output-text', 'bash_injection', ['<bash-stdout>', '<bash-stderr>']),
  startsWith('user/continue-text', 'auto_continuation', ['Continue from where you left off.']),
  startsWith('user/interrupt-text', 'interrupt', ['[Request interrupted by user']),
  startsWith('user/hook-text', 'hook_feedback', [
    'Stop hook feedback:',
    'PreToolUse hook feedback:',
    'PostToolUse hook feedback:',
    'SubagentStop hook feedback:',
  ]),
  startsWith('user/skill-text', 'meta', ['Base directory for this skill:']),
  {
    id: 'user/system-source',
    class: 'meta',
    looksAt: 'promptSource system: the client wrote it',
    example: user('Resuming', { promptSource: 'system' }),
    holds: ({ record }) => record.promptSource === 'system',
  },
  {
    id: 'user/envelope-only',
    class: 'system_reminder',
    looksAt: 'envelopes (system-reminder, ide_opened_file, ide_selection) and no other text',
    example: user('<system-reminder>Mind the time.</system-reminder>'),
    holds: ({ text, spoken, hasImage }) => text !== '' && spoken === '' && !hasImage,
  },
  {
    id: 'user/empty',
    class: 'empty',
    looksAt: 'no text and no image at all',
    example: user('  '),
    holds: ({ text, hasImage }) => text === '' && !hasImage,
  },
  {
    id: 'user/otherwise',
    class: 'human_prompt',
    looksAt: 'nothing else: a human typed it',
    example: user('Fix the test'),
    holds: () => true,
  },
]

const of = (
  id: string,
  type: string,
  name: RecordClass,
  looksAt: string,
  example: unknown,
  holds: ClassificationRule['holds'] = () => true,
): ClassificationRule => ({
  id,
  class: name,
  looksAt,
  example,
  holds: (evidence) => evidence.record.type === type && holds(evidence),
})

const boundaries = new Set(['compact_boundary', 'microcompact_boundary'])
const bookkeepingTypes = [
  'attachment',
  'progress',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'cost-state',
  'tools-used',
  'atis-latch',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'pr-link',
  'bridge-session',
  'relocated',
  'worktree-state',
  'fork-context-ref',
] as const
const known = new Set<string>(bookkeepingTypes)

/** Rules for every other record. */
export const recordRules: readonly ClassificationRule[] = [
  of(
    'assistant/error',
    'assistant',
    'error',
    'isApiErrorMessage, or the model <synthetic>',
    { type: 'assistant', isApiErrorMessage: true, message: {} },
    ({ record }) => record.isApiErrorMessage || record.message?.['model'] === '<synthetic>',
  ),
  of('assistant/reply', 'assistant', 'reply', 'every other assistant record', { type: 'assistant', message: { content: [] } }),
  of(
    'system/compaction',
    'system',
    'compaction',
    'subtype compact_boundary or microcompact_boundary',
    { type: 'system', subtype: 'compact_boundary' },
    ({ record }) => boundaries.has(record.subtype ?? ''),
  ),
  of(
    'system/api-error',
    'system',
    'error',
    'subtype api_error',
    { type: 'system', subtype: 'api_error' },
    ({ record }) => record.subtype === 'api_error',
  ),
  of('system/other', 'system', 'system', 'every other system record', { type: 'system', subtype: 'turn_duration' }),
  of('result/metric', 'result', 'metric', 'type result', { type: 'result', subtype: 'success' }),
  of(
    'summary/compaction',
    'summary',
    'compaction_summary',
    'a summary right after a compaction boundary',
    { type: 'summary', summary: '…' },
    ({ afterBoundary }) => afterBoundary,
  ),
  of('summary/title', 'summary', 'title', 'every other summary: the title of the session of its leafUuid', {
    type: 'summary',
    summary: '…',
  }),
  of('title/custom', 'custom-title', 'title', 'type custom-title', { type: 'custom-title', customTitle: '…' }),
  of('title/ai', 'ai-title', 'title', 'type ai-title', { type: 'ai-title', aiTitle: '…' }),
  of('title/agent', 'agent-name', 'title', 'type agent-name', { type: 'agent-name', agentName: '…' }),
  of(
    'attachment/queued-prompt',
    'attachment',
    'queued_prompt',
    'a queued_command attachment of mode prompt: typed while the model worked',
    { type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt', prompt: '…' } },
    ({ record, text }) =>
      record.attachment?.['type'] === 'queued_command' &&
      (record.attachment['commandMode'] ?? 'prompt') === 'prompt' &&
      record.attachment['isMeta'] !== true &&
      !text.startsWith('<task-notification>') &&
      !record.isSidechain,
  ),
  of(
    'attachment/queued-notification',
    'attachment',
    'task_notification',
    'a queued_command attachment that is a task notification',
    { type: 'attachment', attachment: { type: 'queued_command', commandMode: 'task-notification', prompt: '…' } },
    ({ record }) => record.attachment?.['type'] === 'queued_command',
  ),
  of(
    'progress/agent',
    'progress',
    'agent_message',
    'an agent_progress record: a message of a sub-agent',
    { type: 'progress', data: { type: 'agent_progress', agentId: 'a1', message: {} } },
    ({ record }) => record.data?.['type'] === 'agent_progress',
  ),
  {
    id: 'bookkeeping/kind',
    class: 'bookkeeping',
    looksAt: `type ${bookkeepingTypes.join(', ')}`,
    example: { type: 'mode' },
    holds: ({ record }) => known.has(record.type ?? ''),
  },
  {
    id: 'unknown/type',
    class: 'unknown',
    looksAt: 'no known type: kept and shown as it is',
    example: { type: 'hologram' },
    holds: () => true,
  },
]
