/** The finer rules for records of type user, in the order in which they are asked: the first that holds gives a record its class. */
import { continuationStart } from '../../app/model/continuation.ts'
import type { RecordClass } from '../../app/model/record-class.ts'
import type { ClassificationRule, Evidence } from './classification-rule.ts'
import { originKinds, type OriginClass } from './origins.ts'
import { isToolResultsOnly } from './reference-class.ts'
import { isOfElements, startOf, unknownWrapper, wrappersOf } from './wrappers.ts'

const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

/** The client's line in front of a message that another session sent. */
const peerLead = /^Another Claude session sent a message:[ \t]*(?:\r?\n\s*|(?=<)|$)/

/** Envelopes in front are split off first: the text behind them decides. */
const typedIn = ({ text, plainText }: Evidence): string => (plainText === '' ? text : plainText)

const words = (starts: readonly string[]): string => starts.map((start) => `“${start}”`).join(' or ')

const starting = (starts: readonly string[]) => ({
  looksAt: words(starts),
  example: `${starts[0] ?? ''} …`,
  fits: (text: string): boolean => starts.some((start) => text.startsWith(start)),
})

/** A text that consists of elements of the table; the first element belongs to this rule. */
const wrapped = (rule: string) => {
  const own = wrappersOf(rule)
  const names = new Set(own.map(({ name }) => name))
  const start = startOf([...names])
  return {
    looksAt: own.map(({ name, versions }) => `<${name}> (client ${versions})`).join(' or '),
    example: `<${own[0]?.name ?? ''}>…</${own[0]?.name ?? ''}>`,
    fits: (text: string): boolean => start.test(text) && isOfElements(text, names),
  }
}

type Start = ReturnType<typeof starting>

/** Either of two ways to begin. */
const either = (one: Start, other: Start): Start => ({
  looksAt: `${one.looksAt} or ${other.looksAt}`,
  example: one.example,
  fits: (text) => one.fits(text) || other.fits(text),
})

const behindLead = (start: Start): Start => ({ ...start, fits: (text) => start.fits(text.replace(peerLead, '')) })

interface When {
  readonly looksAt: string
  readonly holds: ClassificationRule['holds']
  readonly more?: Readonly<Record<string, unknown>>
}

const always: When = { looksAt: 'text starting with', holds: () => true }

const startsWith = (id: string, name: RecordClass, start: Start, when = always): ClassificationRule => ({
  id,
  class: name,
  looksAt: `${when.looksAt} ${start.looksAt}`,
  example: user(start.example, when.more),
  holds: (evidence) => start.fits(typedIn(evidence)) && when.holds(evidence),
})

/** A message in an agent's chain, or one that the client says it wrote itself, is not typed. */
const isUntyped = ({ record, author }: Evidence): boolean => record.isSidechain || (author !== undefined && author !== 'human')

const byHuman: When = { looksAt: 'text of no agent and not of the system starting with', holds: (evidence) => !isUntyped(evidence) }
const byClient: When = {
  looksAt: 'text of an agent or of the system starting with',
  holds: (evidence) => isUntyped(evidence) && evidence.author !== 'unknown',
  more: { promptSource: 'system' },
}

const isTyped = ({ record, author }: Evidence): boolean => !record.isSidechain && author === 'human'

const kindsOf = (name: OriginClass): string =>
  Object.entries(originKinds)
    .flatMap(([kind, own]) => (own === name ? [kind] : []))
    .join(', ')

const byOrigin = (id: string, name: OriginClass, kind: string): ClassificationRule => ({
  id,
  class: name,
  looksAt: `origin.kind, promptSource or turnOrigin is one of: ${kindsOf(name)}`,
  example: user('done', { origin: { kind } }),
  holds: ({ author }) => author === name,
})

/** Names of hooks are two or more words written as one, such as PreToolUse, or one of these. A person may write “My hook feedback:”. */
const hookText =
  /^(?:(?:Stop|Setup|Notification|(?:[A-Z][a-z]+){2,})(?::\S+)? (?:hook feedback:|operation blocked by hook)|Operation stopped by hook(?::|$))/

/** The line itself; the text after it does not matter. */
const leading: Start = {
  looksAt: 'the line “Another Claude session sent a message:”',
  example: 'Another Claude session sent a message:\n…',
  fits: (text) => peerLead.test(text),
}

const hook: Start = {
  looksAt: 'the name of a hook and “hook feedback:” or “operation blocked by hook”, or “Operation stopped by hook”',
  example: 'Stop hook feedback: …',
  fits: (text) => hookText.test(text),
}

const notification = behindLead(wrapped('user/task-notification-text'))

/** Whether a text is a notification that a task of the client ended. */
export const isNotification = (text: string): boolean => notification.fits(text)

const commandStart = wrapped('user/command-text')
const shellStart = wrapped('user/shell-line-text')

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
    id: 'user/plan-feedback',
    class: 'human_prompt',
    looksAt: 'text that a person typed below a plan which the client hands over: the plan itself is no part of the prompt',
    example: user('Implement the following plan:\n\n# Parser\n\nUser feedback on this plan: Keep it small', { planContent: '# Parser' }),
    holds: ({ record, handsOverPlan, plainText, hasMedia }) =>
      handsOverPlan && (plainText !== '' || hasMedia) && !record.isSidechain && !record.isMeta,
  },
  {
    id: 'user/plan-handover',
    class: 'plan_handover',
    looksAt:
      'text starting with “Implement the following plan:” in a record with planContent, or with the hint below the plan that the client writes',
    example: user('Implement the following plan:\n\n# Parser', { planContent: '# Parser' }),
    holds: ({ record, handsOverPlan }) => handsOverPlan && !record.isSidechain && !record.isMeta,
  },
  byOrigin('user/origin-notification', 'task_notification', 'task-notification'),
  byOrigin('user/origin-teammate', 'teammate_message', 'teammate'),
  byOrigin('user/origin-peer', 'peer_message', 'peer'),
  byOrigin('user/origin-schedule', 'scheduled', 'scheduled'),
  {
    id: 'user/meta-flag',
    class: 'meta',
    looksAt: 'isMeta: the client wrote it',
    example: user('Caveat', { isMeta: true }),
    holds: ({ record }) => record.isMeta,
  },
  {
    id: 'user/typed-command',
    class: 'command',
    looksAt: "a prompt the client says was typed, with a slash command's tags",
    example: user('<command-name>/review</command-name>', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && commandStart.fits(typedIn(evidence)),
  },
  {
    id: 'user/typed-shell-line',
    class: 'bash_input',
    looksAt: "a prompt the client says was typed, with a shell line's tag",
    example: user('<bash-input>ls</bash-input>', { origin: { kind: 'human' } }),
    holds: (evidence) => isTyped(evidence) && shellStart.fits(typedIn(evidence)),
  },
  {
    id: 'user/typed',
    class: 'human_prompt',
    looksAt: 'origin.kind human, promptSource typed, queued or sdk, or without one turnOrigin human or sdk',
    example: user('Fix the test', { promptSource: 'typed' }),
    holds: (evidence) => isTyped(evidence) && (evidence.plainText !== '' || evidence.hasMedia),
  },
  startsWith('user/continuation-text', 'compaction_summary', starting([continuationStart])),
  startsWith('user/task-notification-text', 'task_notification', notification),
  startsWith('user/teammate-text', 'teammate_message', behindLead(wrapped('user/teammate-text'))),
  startsWith('user/peer-text', 'peer_message', either(wrapped('user/peer-text'), leading)),
  startsWith('user/schedule-text', 'scheduled', wrapped('user/schedule-text')),
  startsWith('user/command-text', 'command', commandStart, byHuman),
  startsWith('user/command-by-client', 'local_command', commandStart, byClient),
  startsWith(
    'user/local-command-text',
    'local_command',
    either(wrapped('user/local-command-text'), starting(['Caveat: The messages below'])),
  ),
  startsWith('user/shell-line-text', 'bash_input', shellStart, byHuman),
  startsWith('user/shell-line-by-client', 'bash_injection', shellStart, byClient),
  startsWith('user/shell-output-text', 'bash_injection', wrapped('user/shell-output-text')),
  startsWith('user/continue-text', 'auto_continuation', starting(['Continue from where you left off.'])),
  startsWith('user/interrupt-text', 'interrupt', starting(['[Request interrupted by user'])),
  startsWith('user/hook-text', 'hook_feedback', either(hook, wrapped('user/hook-text'))),
  startsWith('user/skill-text', 'meta', starting(['Base directory for this skill:'])),
  {
    id: 'user/system-source',
    class: 'meta',
    looksAt: 'promptSource or origin.kind system: the client wrote it',
    example: user('Resuming', { promptSource: 'system' }),
    holds: ({ author }) => author === 'system',
  },
  {
    id: 'user/envelope-only',
    class: 'system_reminder',
    looksAt: 'envelopes (system-reminder, ide_opened_file, ide_selection) and no other text',
    example: user('<system-reminder>Mind the time.</system-reminder>'),
    holds: ({ text, plainText, hasMedia }) => text !== '' && plainText === '' && !hasMedia,
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
    id: 'user/unknown-origin',
    class: 'unknown_origin',
    looksAt: 'origin.kind, promptSource or turnOrigin with a name that no rule knows',
    example: user('done', { origin: { kind: 'weather-station' } }),
    holds: ({ author }) => author === 'unknown',
  },
  {
    id: 'user/unknown-wrapper',
    class: 'unknown_wrapper',
    looksAt: 'text that is one element with a hyphen in its name, which no rule knows, and no field that says it was typed',
    example: user('<weather-report>Rain</weather-report>'),
    holds: ({ text, plainText, hasMedia }) => !hasMedia && unknownWrapper(plainText === '' ? text : plainText) !== undefined,
  },
  {
    id: 'user/otherwise',
    class: 'human_prompt',
    looksAt: 'nothing else: a human typed it',
    example: user('Fix the test'),
    holds: () => true,
  },
]
