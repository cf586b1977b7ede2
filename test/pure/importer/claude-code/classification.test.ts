/** Every record has one class and the rule that decided it: the first, in order, that holds. */
import { expect, test } from 'vitest'
import { recordClasses } from '../../../../app/model/record-class.ts'
import { classify, evidenceOf } from '../../../../importer/claude-code/classify.ts'
import type { ClassificationRule } from '../../../../importer/claude-code/classification-rule.ts'
import { recordRules } from '../../../../importer/claude-code/record-rules.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'
import { userRules } from '../../../../importer/claude-code/user-rules.ts'

const decide = (record: unknown, afterBoundary = false) => {
  const verdict = classify(evidenceOf(readRecord(record as JsonObject), afterBoundary))
  return `${verdict.class} by ${verdict.rule}`
}
const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const text = (value: string) => ({ type: 'text', text: value })
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' } }
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }

const every = [...userRules, ...recordRules].map((rule) => [rule.id, rule] as const)
const needsBoundary = (rule: ClassificationRule): boolean => rule.id === 'summary/compaction'
const notice = '<task-notification>x</task-notification>'

test.each(every)('%s decides its example, and no rule before it does', (_id, rule) => {
  expect(decide(rule.example, needsBoundary(rule))).toBe(`${rule.class} by ${rule.id}`)
})

test('rules have unique ids and describe what they check', () => {
  expect(new Set(every.map(([id]) => id)).size).toBe(every.length)
  expect(every.filter(([, rule]) => rule.looksAt.length < 8)).toEqual([])
})

test('every class has a rule, except for lines without a record', () => {
  const given = new Set(every.map(([, rule]) => rule.class))
  expect(recordClasses.filter((name) => !given.has(name))).toEqual(['malformed'])
})

test.each([
  ['quotes a tag further in', user('Why does <command-name>/x</command-name> appear?'), 'human_prompt by user/otherwise'],
  ['quotes an interruption', user('It said [Request interrupted by user] again'), 'human_prompt by user/otherwise'],
  ['starts with a tag nobody knows', user('<script>alert(1)</script>'), 'human_prompt by user/otherwise'],
  ['starts like a tag', user('<task-notifications are odd'), 'human_prompt by user/otherwise'],
  ['stands behind an envelope', user('<system-reminder>Mind.</system-reminder>\n\nFix it'), 'human_prompt by user/otherwise'],
  [
    'stands behind several envelopes',
    user('<ide_opened_file>a</ide_opened_file><ide_selection>b</ide_selection> Fix it'),
    'human_prompt by user/otherwise',
  ],
  [
    'stands behind an envelope in a block of its own',
    user([text('<ide_opened_file>a</ide_opened_file>'), text('Fix it')]),
    'human_prompt by user/otherwise',
  ],
  ['is an envelope that is never closed', user('<system-reminder>Mind the gap'), 'human_prompt by user/otherwise'],
  ['is a document', user([document]), 'human_prompt by user/otherwise'],
  ['is a document that was typed', user([document], { promptSource: 'typed' }), 'human_prompt by user/typed'],
  ['speaks of a hook of its own', user('My hook feedback: it is slow'), 'human_prompt by user/otherwise'],
  ['is a picture', user([image]), 'human_prompt by user/otherwise'],
  ['is a picture behind an envelope', user([text('<system-reminder>x</system-reminder>'), image]), 'human_prompt by user/otherwise'],
  ['was typed while a tool ran', user([result, text('and a remark')]), 'human_prompt by user/otherwise'],
  ['only looks like a slash command', user('/usr/bin is missing'), 'human_prompt by user/otherwise'],
  [
    'is said to be typed, whatever it starts with',
    user('<task-notification> is a strange word', { promptSource: 'typed' }),
    'human_prompt by user/typed',
  ],
  ['came through the SDK', user('Continue from where you left off.', { promptSource: 'sdk' }), 'human_prompt by user/typed'],
  ['waited in the queue', user('also this', { promptSource: 'queued' }), 'human_prompt by user/typed'],
  ['came from a schedule', user('go', { promptSource: 'schedule' }), 'scheduled by user/origin-schedule'],
  ['came from another session', user('go', { promptSource: 'peer' }), 'peer_message by user/origin-peer'],
  ['came from a source that no rule knows', user('go', { promptSource: 'moon' }), 'unknown_origin by user/unknown-origin'],
  [
    'waited in the queue during a turn of a notification',
    user('also', { promptSource: 'queued', turnOrigin: 'task_notification' }),
    'human_prompt by user/typed',
  ],
  ['is one element that was typed', user('<my-button>x</my-button>', { promptSource: 'typed' }), 'human_prompt by user/typed'],
  ['stands behind one element', user('<my-button>x</my-button> is wrong'), 'human_prompt by user/otherwise'],
  ['stands between two elements', user('<my-button>x</my-button> or <my-button>y</my-button>'), 'human_prompt by user/otherwise'],
  ['is one element without a hyphen', user('<button>x</button>'), 'human_prompt by user/otherwise'],
  ['is one element with a picture', user([text('<my-button>x</my-button>'), image]), 'human_prompt by user/otherwise'],
  ['speaks of another session', user('Another Claude session sent a message: what now?'), 'human_prompt by user/otherwise'],
  ['began a turn of a human', user('Continue from where you left off.', { turnOrigin: 'human' }), 'human_prompt by user/typed'],
  ['began a turn of the SDK', user('<bash-stdout> is what?', { turnOrigin: 'sdk' }), 'human_prompt by user/typed'],
])('a human prompt: the text %s', (_what, record, verdict) => {
  expect(decide(record)).toBe(verdict)
})

test.each([
  ['a slash command of the client', user('<command-name>/clear</command-name>'), 'command by user/command-text'],
  [
    'a slash command of the project',
    user('\n <command-message>review</command-message>\n<command-name>/review</command-name>'),
    'command by user/command-text',
  ],
  [
    'a slash command that is said to be typed',
    user('<command-name>/x</command-name>', { origin: { kind: 'human' } }),
    'command by user/typed-command',
  ],
  [
    'a slash command that began a turn of a human',
    user('<command-message>review</command-message>', { turnOrigin: 'human' }),
    'command by user/typed-command',
  ],
  ['a shell line', user('<bash-input>ls</bash-input>'), 'bash_input by user/shell-line-text'],
  [
    'a slash command behind a reminder',
    user('<system-reminder>x</system-reminder>\n<command-name>/clear</command-name>'),
    'command by user/command-text',
  ],
  [
    'a shell line that is said to be typed',
    user('<bash-input>ls</bash-input>', { promptSource: 'typed' }),
    'bash_input by user/typed-shell-line',
  ],
])('typed by a human, but not a prompt: %s', (_what, record, verdict) => {
  expect(decide(record)).toBe(verdict)
})

test.each([
  ['a list of nothing but results', user([result, result]), 'tool_result by user/tool-results-only'],
  ['results, flagged as meta', user([result], { isMeta: true }), 'tool_result by user/tool-results-only'],
  [
    'a summary, flagged as meta too',
    user('So far …', { isCompactSummary: true, isMeta: true }),
    'compaction_summary by user/compact-summary-flag',
  ],
  [
    'a summary without its flag',
    user('This session is being continued from a previous conversation that ran out.'),
    'compaction_summary by user/continuation-text',
  ],
  [
    'a notification that says it is human',
    user('done', { origin: { kind: 'task-notification' }, promptSource: 'typed' }),
    'task_notification by user/origin-notification',
  ],
  ['a notification by its turn', user('done', { turnOrigin: 'task_notification' }), 'task_notification by user/origin-notification'],
  [
    'that a command in the background ended',
    user('<bash-notification>\n<shell-id>b1</shell-id>'),
    'task_notification by user/task-notification-text',
  ],
  ['a result and a notification', user([result, text(notice)]), 'task_notification by user/task-notification-text'],
  ["a teammate's message", user('<teammate-message id="1">hi</teammate-message>'), 'teammate_message by user/teammate-text'],
  [
    "teammates' messages behind the client's line",
    user(
      'Another Claude session sent a message:\n<teammate-message id="1">a</teammate-message>\n<teammate-message id="2">b</teammate-message>',
    ),
    'teammate_message by user/teammate-text',
  ],
  ["another session's message", user('<cross-session-message from="x">hi</cross-session-message>'), 'peer_message by user/peer-text'],
  ["another session's message in words", user('Another Claude session sent a message:\nTests are green'), 'peer_message by user/peer-text'],
  [
    "another session's message, flagged as meta",
    user('Go', { isMeta: true, origin: { kind: 'peer' } }),
    'peer_message by user/origin-peer',
  ],
  [
    "a coordinator's message that the system gave",
    user('Go', { promptSource: 'system', origin: { kind: 'coordinator' } }),
    'peer_message by user/origin-peer',
  ],
  ["another session's message by its turn", user('Go', { turnOrigin: 'peer' }), 'peer_message by user/origin-peer'],
  ['a scheduled task', user('<scheduled-task id="1">Go</scheduled-task>'), 'scheduled by user/schedule-text'],
  ['a continuation by itself', user('Go', { origin: { kind: 'auto-continuation' } }), 'scheduled by user/origin-schedule'],
  ['a schedule in another spelling', user('Go', { turnOrigin: 'scheduled_task' }), 'scheduled by user/origin-schedule'],
  ['an origin of a new kind', user('Go', { origin: { kind: 'hologram' } }), 'unknown_origin by user/unknown-origin'],
  ['an origin that is a text of a new kind', user('Go', { origin: 'hologram' }), 'unknown_origin by user/unknown-origin'],
  [
    'a command of an origin of a new kind',
    user('<command-name>/x</command-name>', { origin: { kind: 'hologram' } }),
    'unknown_origin by user/unknown-origin',
  ],
  ['a source of a new kind', user('Go', { promptSource: 'hologram' }), 'unknown_origin by user/unknown-origin'],
  ['a turn of a new kind', user('Go', { turnOrigin: 'hologram' }), 'unknown_origin by user/unknown-origin'],
  [
    'a notification of an origin of a new kind',
    user('<task-notification>x</task-notification>', { origin: { kind: 'hologram' } }),
    'task_notification by user/task-notification-text',
  ],
  ['one element of a new kind', user(' <weather-report at="x">Rain</weather-report>\n'), 'unknown_wrapper by user/unknown-wrapper'],
  [
    'one element of a new kind behind a reminder',
    user('<system-reminder>x</system-reminder><weather-report/>'),
    'unknown_wrapper by user/unknown-wrapper',
  ],
  [
    'one element of a new kind that holds another of its name',
    user('<a-b>1<a-b>2</a-b>3</a-b>'),
    'unknown_wrapper by user/unknown-wrapper',
  ],
  ['output of a local command', user('<local-command-stdout></local-command-stdout>'), 'local_command by user/local-command-text'],
  ['the old caveat', user('Caveat: The messages below were generated'), 'local_command by user/local-command-text'],
  ['output of a shell line', user('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'), 'bash_injection by user/shell-output-text'],
  ['going on by itself', user('Continue from where you left off.'), 'auto_continuation by user/continue-text'],
  ['an interruption', user([text('[Request interrupted by user for tool use]')]), 'interrupt by user/interrupt-text'],
  ["an agent's interruption", user('[Request interrupted by user]', { isSidechain: true }), 'interrupt by user/interrupt-text'],
  ["a hook's feedback", user('Stop hook feedback: tests fail'), 'hook_feedback by user/hook-text'],
  ["another hook's feedback", user('TaskCompleted hook feedback:\nno'), 'hook_feedback by user/hook-text'],
  ["a tool hook's feedback", user('PreToolUse:Bash hook feedback: no'), 'hook_feedback by user/hook-text'],
  ['what a hook stopped', user('UserPromptSubmit operation blocked by hook:\nno'), 'hook_feedback by user/hook-text'],
  ['what a hook stopped, with its reason', user('Operation stopped by hook: not today'), 'hook_feedback by user/hook-text'],
  ['what a person says of such a stop', user('Operation stopped by hooks again, why?'), 'human_prompt by user/otherwise'],
  ['what a hook adds to a prompt', user('<user-prompt-submit-hook>x</user-prompt-submit-hook>'), 'hook_feedback by user/hook-text'],
  ['the body of a skill', user('Base directory for this skill: /x'), 'meta by user/skill-text'],
  ['what the system says', user('Resuming', { promptSource: 'system' }), 'meta by user/system-source'],
  [
    "what the system says in a human's turn",
    user('Resuming', { promptSource: 'system', turnOrigin: 'human' }),
    'meta by user/system-source',
  ],
  [
    'reminders and nothing else',
    user(' <system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder> '),
    'system_reminder by user/envelope-only',
  ],
  ["an agent's prompt", user('Count', { isSidechain: true }), 'sidechain_prompt by user/sidechain'],
  [
    "an agent's prompt that is said to come through the SDK",
    user('Count', { isSidechain: true, promptSource: 'sdk' }),
    'sidechain_prompt by user/sidechain',
  ],
  ["an agent's prompt without a word", user('', { isSidechain: true }), 'sidechain_prompt by user/sidechain'],
  ['a notification to an agent', user(notice, { isSidechain: true }), 'task_notification by user/task-notification-text'],
  ["a hook's feedback to an agent", user('Stop hook feedback: no', { isSidechain: true }), 'hook_feedback by user/hook-text'],
  ['reminders to an agent', user('<system-reminder>x</system-reminder>', { isSidechain: true }), 'system_reminder by user/envelope-only'],
  [
    "a slash command in an agent's chain",
    user('<command-name>/x</command-name>', { isSidechain: true }),
    'local_command by user/command-by-client',
  ],
  [
    "a shell line in an agent's chain",
    user('<bash-input>ls</bash-input>', { isSidechain: true }),
    'bash_injection by user/shell-line-by-client',
  ],
  [
    'a slash command that the system gave',
    user('<command-name>/x</command-name>', { promptSource: 'system' }),
    'local_command by user/command-by-client',
  ],
  [
    'a shell line that the system gave',
    user('<bash-input>ls</bash-input>', { promptSource: 'system' }),
    'bash_injection by user/shell-line-by-client',
  ],
  [
    'an interruption behind a reminder',
    user('<system-reminder>x</system-reminder>[Request interrupted by user]'),
    'interrupt by user/interrupt-text',
  ],
  [
    'a notification behind an envelope in a block of its own',
    user([text('<ide_opened_file>a</ide_opened_file>'), text('<task-notification>x</task-notification>')]),
    'task_notification by user/task-notification-text',
  ],
  ['nothing', user(undefined), 'empty by user/empty'],
  ['an empty text', user(''), 'empty by user/empty'],
  ['blanks', user([text('  \n')]), 'empty by user/empty'],
  ['an empty list', user([]), 'empty by user/empty'],
  ['numbers and other things', user([null, 42, { type: 7 }, []]), 'empty by user/empty'],
  ['typed, but empty', user(' ', { promptSource: 'typed' }), 'empty by user/empty'],
  ['no message', { type: 'user' }, 'empty by user/empty'],
])('no human typed it: %s', (_what, record, verdict) => {
  expect(decide(record)).toBe(verdict)
})

test('a summary is a compaction only right after its boundary', () => {
  const summary = { type: 'summary', summary: 'Tides', leafUuid: 'x' }
  expect([decide(summary, true), decide(summary)]).toEqual(['compaction_summary by summary/compaction', 'title by summary/title'])
})

test.each([
  [
    'a synthetic reply',
    { type: 'assistant', message: { model: '<synthetic>', content: [text('No response requested.')] } },
    'error by assistant/error',
  ],
  ['a microcompaction', { type: 'system', subtype: 'microcompact_boundary' }, 'compaction by system/compaction'],
  ['a system record of a new kind', { type: 'system', subtype: 'quantum_boundary' }, 'system by system/other'],
  ['progress of a tool', { type: 'progress', data: { type: 'bash_progress' } }, 'bookkeeping by bookkeeping/kind'],
  ['a type that is no text', { type: 42 }, 'unknown by unknown/type'],
  ['no type', {}, 'unknown by unknown/type'],
  ['a type named like a property of objects', { type: 'constructor' }, 'unknown by unknown/type'],
])('not a user record: %s', (_what, record, verdict) => {
  expect(decide(record)).toBe(verdict)
})
