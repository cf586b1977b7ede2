/** The finer rules for records of every other type, in the order in which they are asked: the first that holds gives a record its class. */
import type { RecordClass } from '../../app/model/record-class.ts'
import type { ClassificationRule, Evidence } from './classification-rule.ts'
import { isNotification, userRules } from './user-rules.ts'

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

const queued = (
  id: string,
  name: RecordClass,
  which: string,
  attachment: Readonly<Record<string, unknown>>,
  holds: ClassificationRule['holds'],
  more: Readonly<Record<string, unknown>> = {},
): ClassificationRule =>
  of(
    id,
    'attachment',
    name,
    `a queued_command attachment ${which}`,
    { type: 'attachment', attachment: { type: 'queued_command', ...attachment }, ...more },
    (evidence) => evidence.record.attachment?.['type'] === 'queued_command' && holds(evidence),
  )

const isQueuedPrompt = ({ record }: Evidence): boolean => (record.attachment?.['commandMode'] ?? 'prompt') === 'prompt'

const textOfExample = (example: unknown): unknown => (example as { readonly message: { readonly content: unknown } }).message.content

/** The fields of an example besides its message. */
const fieldsOfExample = (example: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(example as object).filter(([name]) => name !== 'type' && name !== 'message'))

/** Rules for prompts that never enter the queue, or that have a separate rule for the queue. */
const notQueued = new Set([
  'user/tool-results-only',
  'user/compact-summary-flag',
  'user/meta-flag',
  'user/plan-feedback',
  'user/plan-handover',
  'user/origin-notification',
  'user/continuation-text',
  'user/task-notification-text',
  'user/sidechain',
])

const queuedId = (id: string): string => (id === 'user/otherwise' ? 'attachment/queued-prompt' : id.replace('user/', 'attachment/queued-'))

/** The rules for prompts, for a prompt in the queue. */
const queuedLike = (rules: readonly ClassificationRule[]): readonly ClassificationRule[] =>
  rules.map(({ id, class: name, looksAt, example, holds }) =>
    queued(
      queuedId(id),
      name === 'human_prompt' ? 'queued_prompt' : name,
      `of mode prompt, ${id === 'user/otherwise' ? 'typed while the model worked' : looksAt}`,
      { commandMode: 'prompt', prompt: textOfExample(example) },
      (evidence) => isQueuedPrompt(evidence) && holds(evidence),
      fieldsOfExample(example),
    ),
  )

const isOrigin = ({ id }: ClassificationRule): boolean => id.startsWith('user/origin-')
const forQueue = userRules.filter(({ id }) => !notQueued.has(id))
const typedRules = new Set(['user/typed-command', 'user/typed-shell-line'])
const isTypedFirst = ({ id }: ClassificationRule): boolean => typedRules.has(id)

/** A slash command as it is typed. A path that begins with a slash is none. */
const slashCommand = /^\/[\w:-]+(?:\s|$)/

const isSlashCommand = ({ plainText, author }: Evidence): boolean =>
  (author === undefined || author === 'human') && slashCommand.test(plainText)

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
  'continued-in',
  'instructions',
  'resume-head-vouch',
  'content-replacement',
  'data-flow-records',
  'data-flow-incomplete',
  'derived-from',
  'api-request-resumed',
  'frame-link',
  'observer-ref',
  'ended-by-model',
  'tag',
  'agent-color',
  'agent-setting',
  'artifact-comment-monitor',
  'artifact-autoreact-ledger',
  'history-suppression',
  'attribution-snapshot',
  'isolation-latch',
  'session-owner',
  'dev-mods',
  'memory-mode',
  'repl-mode',
  'hybrid-organization',
  'host-row',
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
  queued(
    'attachment/queued-notification',
    'task_notification',
    'that is a task notification',
    { commandMode: 'task-notification', prompt: '<task-notification>…' },
    ({ record, text, plainText, author }) =>
      author === 'task_notification' ||
      record.attachment?.['commandMode'] === 'task-notification' ||
      (author !== 'human' && isNotification(plainText === '' ? text : plainText)),
  ),
  ...queuedLike(forQueue.filter(isOrigin)),
  queued(
    'attachment/queued-meta',
    'meta',
    'that the client wrote: isMeta',
    { commandMode: 'prompt', isMeta: true, prompt: '…' },
    ({ record }) => record.isMeta || record.attachment?.['isMeta'] === true,
  ),
  queued(
    'attachment/queued-sidechain',
    'sidechain_prompt',
    'for a sub-agent: an agent wrote it',
    { commandMode: 'prompt', prompt: '…' },
    ({ record }) => record.isSidechain,
    { isSidechain: true },
  ),
  ...queuedLike(forQueue.filter(isTypedFirst)),
  queued(
    'attachment/queued-slash-command',
    'command',
    'of mode prompt: a slash command that was typed while the model worked',
    { commandMode: 'prompt', prompt: '/review the parser' },
    (evidence) => isQueuedPrompt(evidence) && isSlashCommand(evidence),
  ),
  ...queuedLike(forQueue.filter((rule) => !isOrigin(rule) && !isTypedFirst(rule))),
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
