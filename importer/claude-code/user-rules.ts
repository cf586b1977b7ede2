/** The finer rules for records of type user, in the order in which they are asked: the first that holds gives a record its class. */
import type { RecordClass } from '../../app/model/record-class.ts'
import type { ClassificationRule, Evidence } from './classification-rule.ts'
import { isToolResultsOnly } from './reference-class.ts'

const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

/** Envelopes in front are split off first: what stands behind them is what was said. */
const saysFirst = ({ text, spoken }: Evidence, starts: readonly string[]): boolean => {
  const said = spoken === '' ? text : spoken
  return starts.some((start) => said.startsWith(start))
}

const words = (starts: readonly string[]): string => starts.map((start) => `“${start}”`).join(' or ')

const startsWith = (
  id: string,
  name: RecordClass,
  starts: readonly string[],
  when: { readonly looksAt: string; readonly holds: ClassificationRule['holds']; readonly more?: Readonly<Record<string, unknown>> } = {
    looksAt: 'text starting with',
    holds: () => true,
  },
): ClassificationRule => ({
  id,
  class: name,
  looksAt: `${when.looksAt} ${words(starts)}`,
  example: user(`${starts[0] ?? ''} …`, when.more),
  holds: (evidence) => saysFirst(evidence, starts) && when.holds(evidence),
})

/** What no human can have typed, whatever it looks like: it stands in an agent's chain, or the client says that the system wrote it. */
const isNoHuman = ({ record }: Evidence): boolean => record.isSidechain || record.promptSource === 'system'

const byHuman = { looksAt: 'text of no agent and not of the system starting with', holds: (evidence: Evidence) => !isNoHuman(evidence) }
const byClient = {
  looksAt: 'text of an agent or of the system starting with',
  holds: isNoHuman,
  more: { promptSource: 'system' },
}

const humanSources = new Set<string | undefined>(['typed', 'queued', 'sdk'])
const humanTurns = new Set<string | undefined>(['human', 'sdk'])

/** What began the turn decides where the client does not say where the prompt came from. */
const isTyped = ({ record, originKind }: Evidence): boolean =>
  !record.isSidechain &&
  (originKind === 'human' ||
    humanSources.has(record.promptSource) ||
    (record.promptSource === undefined && humanTurns.has(record.turnOrigin)))

/** Hooks are called by two words or more written as one, as in PreToolUse, or by one of these. A person may write of “My hook feedback:”. */
const hookText =
  /^(?:(?:Stop|Setup|Notification|(?:[A-Z][a-z]+){2,})(?::\S+)? (?:hook feedback:|operation blocked by hook)|Operation stopped by hook(?::|$)|<user-prompt-submit-hook>)/

const commandStarts = ['<command-name>', '<command-message>']
const shellStarts = ['<bash-input>']
/** Of a sub-agent and, in older clients, of a command in the background. */
export const notificationStarts = ['<task-notification>', '<bash-notification>']

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
    looksAt: 'isCompactSummary: the summary of a compaction',
    example: user('The conversation so far …', { isCompactSummary: true }),
    holds: ({ record }) => record.isCompactSummary,
  },
  {
    id: 'user/meta-flag',
    class: 'meta',
    looksAt: 'isMeta: the client wrote it',
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
    id: 'user/typed-command',
    class: 'command',
    looksAt: "a prompt the client says was typed, with a slash command's tags",
    example: user('<command-name>/review</command-name>', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && saysFirst(evidence, commandStarts),
  },
  {
    id: 'user/typed-shell-line',
    class: 'bash_input',
    looksAt: "a prompt the client says was typed, with a shell line's tag",
    example: user('<bash-input>ls</bash-input>', { origin: { kind: 'human' } }),
    holds: (evidence) => isTyped(evidence) && saysFirst(evidence, shellStarts),
  },
  {
    id: 'user/typed',
    class: 'human_prompt',
    looksAt: 'origin.kind human, promptSource typed, queued or sdk, or without one turnOrigin human or sdk',
    example: user('Fix the test', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && (evidence.spoken !== '' || evidence.hasMedia),
  },
  startsWith('user/continuation-text', 'compaction_summary', ['This session is being continued from a previous conversation']),
  startsWith('user/task-notification-text', 'task_notification', notificationStarts),
  startsWith('user/teammate-text', 'teammate_message', ['<teammate-message']),
  startsWith('user/command-text', 'command', commandStarts, byHuman),
  startsWith('user/command-by-client', 'local_command', commandStarts, byClient),
  startsWith('user/local-command-text', 'local_command', [
    '<local-command-caveat>',
    '<local-command-stdout>',
    '<local-command-stderr>',
    'Caveat: The messages below',
  ]),
  startsWith('user/shell-line-text', 'bash_input', shellStarts, byHuman),
  startsWith('user/shell-line-by-client', 'bash_injection', shellStarts, byClient),
  startsWith('user/shell-output-text', 'bash_injection', ['<bash-stdout>', '<bash-stderr>']),
  startsWith('user/continue-text', 'auto_continuation', ['Continue from where you left off.']),
  startsWith('user/interrupt-text', 'interrupt', ['[Request interrupted by user']),
  {
    id: 'user/hook-text',
    class: 'hook_feedback',
    looksAt:
      'text starting with the name of a hook and “hook feedback:” or “operation blocked by hook”, with “Operation stopped by hook” or “<user-prompt-submit-hook>”',
    example: user('Stop hook feedback: …'),
    holds: ({ text, spoken }) => hookText.test(spoken === '' ? text : spoken),
  },
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
    holds: ({ text, spoken, hasMedia }) => text !== '' && spoken === '' && !hasMedia,
  },
  {
    id: 'user/sidechain',
    class: 'sidechain_prompt',
    looksAt: 'isSidechain: an agent wrote it, not a human',
    example: user('Count the files', { isSidechain: true }),
    holds: ({ record }) => record.isSidechain,
  },
  {
    id: 'user/empty',
    class: 'empty',
    looksAt: 'no text, no image and no document at all',
    example: user('  '),
    holds: ({ text, hasMedia }) => text === '' && !hasMedia,
  },
  {
    id: 'user/otherwise',
    class: 'human_prompt',
    looksAt: 'nothing else: a human typed it',
    example: user('Fix the test'),
    holds: () => true,
  },
]
