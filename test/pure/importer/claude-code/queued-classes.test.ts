/** Classes of what was attached while the model worked: the rules for prompts decide, with those that the queue has of its own. */
import { expect, test } from 'vitest'
import { classify, evidenceOf } from '../../../../importer/claude-code/classify.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'

const decide = (record: unknown) => {
  const verdict = classify(evidenceOf(readRecord(record as JsonObject), false))
  return `${verdict.class} by ${verdict.rule}`
}
const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }

const queued = (attachment: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'attachment',
  attachment: { type: 'queued_command', ...attachment },
  ...more,
})

test.each([
  ['a prompt', queued({ prompt: 'also this', commandMode: 'prompt' }), 'queued_prompt by attachment/queued-prompt'],
  ['a prompt of blocks', queued({ prompt: [text('also this')], commandMode: 'prompt' }), 'queued_prompt by attachment/queued-prompt'],
  ['a prompt whose mode is not told', queued({ prompt: 'also this' }), 'queued_prompt by attachment/queued-prompt'],
  ['a notification', queued({ prompt: 'x', commandMode: 'task-notification' }), 'task_notification by attachment/queued-notification'],
  [
    'a notification by its text',
    queued({ prompt: '<task-notification>x</task-notification>', commandMode: 'prompt' }),
    'task_notification by attachment/queued-notification',
  ],
  [
    'that a command in the background ended',
    queued({ prompt: '<bash-notification>x</bash-notification>', commandMode: 'prompt' }),
    'task_notification by attachment/queued-notification',
  ],
  [
    'a notification by the origin of the record',
    queued({ prompt: 'done' }, { origin: { kind: 'task-notification' } }),
    'task_notification by attachment/queued-notification',
  ],
  [
    'a notification by its own origin',
    queued({ prompt: 'done', origin: { kind: 'task-notification' } }),
    'task_notification by attachment/queued-notification',
  ],
  ["the client's own words", queued({ prompt: 'x', isMeta: true }), 'meta by attachment/queued-meta'],
  ["an agent's prompt", queued({ prompt: 'x' }, { isSidechain: true }), 'sidechain_prompt by attachment/queued-sidechain'],
  [
    "a teammate's message",
    queued({ prompt: '<teammate-message id="1">hi</teammate-message>' }),
    'teammate_message by attachment/queued-teammate-text',
  ],
  ['an interruption', queued({ prompt: '[Request interrupted by user]' }), 'interrupt by attachment/queued-interrupt-text'],
  [
    'reminders and nothing else',
    queued({ prompt: '<system-reminder>x</system-reminder>' }),
    'system_reminder by attachment/queued-envelope-only',
  ],
  ['output of a shell line', queued({ prompt: '<bash-stdout>a</bash-stdout>' }), 'bash_injection by attachment/queued-shell-output-text'],
  ['nothing', queued({ prompt: ' ' }), 'empty by attachment/queued-empty'],
  ['a picture', queued({ prompt: [image] }), 'queued_prompt by attachment/queued-prompt'],
  ['a slash command', queued({ prompt: '/review the parser' }), 'command by attachment/queued-slash-command'],
  ['a slash command with tags', queued({ prompt: '<command-name>/x</command-name>' }), 'command by attachment/queued-command-text'],
  ['a path', queued({ prompt: '/usr/bin is missing' }), 'queued_prompt by attachment/queued-prompt'],
  ["another session's message", queued({ prompt: 'Go', origin: { kind: 'peer' } }), 'peer_message by attachment/queued-origin-peer'],
  [
    "a teammate's message behind the client's line",
    queued({ prompt: 'Another Claude session sent a message:\n<teammate-message>x</teammate-message>' }),
    'teammate_message by attachment/queued-teammate-text',
  ],
  [
    'a notification behind a reminder',
    queued({ prompt: '<system-reminder>x</system-reminder>\n<task-notification>y</task-notification>' }),
    'task_notification by attachment/queued-notification',
  ],
  [
    'a typed text like a notification',
    queued({ prompt: '<task-notification>y', origin: { kind: 'human' } }),
    'queued_prompt by attachment/queued-typed',
  ],
  ['an origin of a new kind', queued({ prompt: 'x', origin: { kind: 'hologram' } }), 'unknown_origin by attachment/queued-unknown-origin'],
  ['one element of a new kind', queued({ prompt: '<a-b>x</a-b>' }), 'unknown_wrapper by attachment/queued-unknown-wrapper'],
  ['a scheduled task', queued({ prompt: '<scheduled-task>x</scheduled-task>' }), 'scheduled by attachment/queued-schedule-text'],
  ['something else', queued({ prompt: 'x', commandMode: 'orphaned-permission' }), 'bookkeeping by bookkeeping/kind'],
  ['another attachment', { type: 'attachment', attachment: { type: 'date', prompt: 'x' } }, 'bookkeeping by bookkeeping/kind'],
])('attached while the model worked: %s', (_what, record, verdict) => {
  expect(decide(record)).toBe(verdict)
})
