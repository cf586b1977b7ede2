/** Programs that run beside the calls of an agent: what it wrote may be another content afterwards. */
import { expect, test } from 'vitest'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import { KnownFiles } from '../../../app/files/known-files.ts'
import { proofOf } from '../../../app/files/known-file.ts'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readRecord } from '../../../app/model/record.ts'

const path = '/p/a.js'

const call = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'assistant',
  cwd: '/p',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})

const result = (id: string, toolUseResult: unknown, text = ''): JsonObject => ({
  type: 'user',
  cwd: '/p',
  toolUseResult,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
})

const read = [
  call('r', 'Read', { file_path: path }),
  result('r', { type: 'text', file: { filePath: path, content: 'a\nb\n', startLine: 1, numLines: 3, totalLines: 3 } }),
]
const editCall = call('e', 'Edit', { file_path: path })
const edited = result('e', { filePath: path, oldString: 'b', newString: 'c' })
const ran = (id: string, command: string, more: JsonObject = {}, beside: JsonObject = {}): readonly JsonObject[] => [
  call(id, 'Bash', { command, ...more }),
  result(id, { stdout: '', stderr: '', ...beside }),
]

const proofAfter = (...records: readonly JsonObject[]): string => {
  const [reader, known] = [new FileStepReader(), new KnownFiles()]
  records.forEach((record, place) => {
    for (const step of reader.read(readRecord(record))) if (step.step !== 'backed up') known.take(step, place)
  })
  const file = known.now(path)
  return file == null ? 'unknown' : proofOf(file)
}

const prettier = 'jq -r .tool_input.file_path | xargs npx prettier --write'
const success = (command: string, event = 'PostToolUse'): JsonObject => ({
  type: 'attachment',
  cwd: '/p',
  attachment: { type: 'hook_success', hookName: `${event}:Edit`, hookEvent: event, toolUseID: 'e', command, exitCode: 0 },
})
const progress = (command: string, event = 'PostToolUse'): JsonObject => ({
  type: 'progress',
  cwd: '/p',
  toolUseID: 'e',
  data: { type: 'hook_progress', hookEvent: event, hookName: `${event}:Edit`, command },
})

test.each([
  ['an attachment after the result', [editCall, edited, success(prettier)]],
  ['an attachment before the result', [editCall, success(prettier), edited]],
  ['a progress record before the result', [editCall, progress(prettier), edited]],
  ['a progress record after the result', [editCall, edited, progress('"$CLAUDE_PROJECT_DIR"/.claude/format.sh')]],
  [
    'an attachment of a hook that failed',
    [
      editCall,
      edited,
      { type: 'attachment', attachment: { type: 'hook_non_blocking_error', hookEvent: 'PostToolUse', toolUseID: 'e', command: 'black .' } },
    ],
  ],
  [
    'an attachment that blocks',
    [
      editCall,
      edited,
      {
        type: 'attachment',
        attachment: {
          type: 'hook_blocking_error',
          hookEvent: 'PostToolUse',
          toolUseID: 'e',
          blockingError: { blockingError: 'no', command: 'eslint --fix .' },
        },
      },
    ],
  ],
  [
    'an attachment without a command',
    [
      editCall,
      edited,
      { type: 'attachment', attachment: { type: 'hook_additional_context', hookEvent: 'PostToolUse', toolUseID: 'e', content: ['ok'] } },
    ],
  ],
  [
    'the summary of hooks at the end of a turn',
    [editCall, edited, { type: 'system', subtype: 'stop_hook_summary', cwd: '/p', hookInfos: [{ command: 'npm run format' }] }],
  ],
  [
    'a system record with its text',
    [
      editCall,
      edited,
      { type: 'system', cwd: '/p', content: '\u001b[1mPostToolUse:Edit\u001b[22m [gofmt -w .] completed successfully: ok' },
    ],
  ],
])('the program of a hook makes what was edited likely: %s', (_, records) => {
  expect(proofAfter(...read, ...records)).toBe('likely')
})

test.each([
  ['the client itself', [editCall, progress('callback'), edited]],
  ['a program that writes no file', [editCall, edited, success('echo done')]],
  ['a program that writes another file', [editCall, edited, success('echo edit >> /tmp/edits.log')]],
  [
    'a notice at the end of a turn',
    [editCall, edited, { type: 'system', subtype: 'stop_hook_summary', hookInfos: [{ command: 'echo done' }] }],
  ],
  ['a system record about something else', [editCall, edited, { type: 'system', content: 'PostToolUse hooks [are] new' }]],
])('%s changes nothing that is known', (_, records) => {
  expect(proofAfter(...read, ...records)).toBe('computed')
})

test('what is seen again after a hook is observed', () => {
  expect(proofAfter(editCall, edited, success(prettier), ...read)).toBe('observed')
})

test('a command that runs in the background may change what is edited later, until it is stopped', () => {
  const watch = ran('w', 'npx prettier --write --watch src /p', { run_in_background: true }, { backgroundTaskId: 'bash_1' })
  expect(proofAfter(...watch, ...read)).toBe('observed')
  expect(proofAfter(...watch, ...read, editCall, edited)).toBe('likely')
  expect(proofAfter(...watch, ...read, editCall, edited, ...read)).toBe('observed')
  const killed = [call('k', 'KillShell', { shell_id: 'bash_1' }), result('k', { message: 'killed' })]
  expect(proofAfter(...watch, ...killed, ...read, editCall, edited)).toBe('computed')
  const ended = {
    type: 'user',
    message: { role: 'user', content: '<task-notification>\n<task-id>bash_1</task-id>\n<status>completed</status>\n</task-notification>' },
  }
  expect(proofAfter(...watch, ended, ...read, editCall, edited)).toBe('computed')
  const asked = [call('o', 'BashOutput', { bash_id: 'bash_1' }), result('o', { shellId: 'bash_1', status: 'completed' })]
  expect(proofAfter(...watch, ...asked, ...read, editCall, edited)).toBe('computed')
})

test('a command that is left running by its text, or by the client, runs in the background too', () => {
  expect(proofAfter(...ran('d', 'npm run dev > dev.log 2>&1 &'), ...read, editCall, edited)).toBe('likely')
  expect(proofAfter(...ran('d', 'npm run dev', {}, { backgroundTaskId: 'b2' }), ...read, editCall, edited)).toBe('likely')
  expect(proofAfter(...ran('s', 'python3 -m http.server', { run_in_background: true }), ...read, editCall, edited)).toBe('computed')
})

test('a commit may run hooks that format files, unless they are skipped', () => {
  expect(proofAfter(...read, editCall, edited, ...ran('c', 'git add . && git commit -m "Edit"'))).toBe('likely')
  expect(proofAfter(...read, editCall, edited, ...ran('c', 'git commit --no-verify -m "Edit"'))).toBe('computed')
})

test('what a hook gave to a call in place of its input may be what was written', () => {
  const given = success('"$CLAUDE_PROJECT_DIR"/guard.sh', 'PreToolUse')
  const stdout = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"content":"other"}}}'
  const hook = (more: JsonObject): JsonObject => ({ ...given, attachment: { ...(given['attachment'] as JsonObject), ...more } })
  const write = call('e', 'Write', { file_path: path, content: 'a\n' })
  const said = { ...result('e', undefined, `The file ${path} has been updated successfully.`), version: '2.1.330' }
  expect(proofAfter(...read, write, hook({}), said)).toBe('observed')
  expect(proofAfter(...read, write, hook({ stdout }), said)).toBe('likely')
})

test('a sub-agent in the background whose records are missing may change every file until it ends', () => {
  const launched = [call('t', 'Agent', { prompt: 'x' }), result('t', { isAsync: true, status: 'async_launched', agentId: 'a1' })]
  expect(proofAfter(...launched, ...read)).toBe('likely')
  const notice = (status: string): JsonObject => ({
    type: 'user',
    message: { content: `<task-notification>\n<task-id>a1</task-id>\n<status>${status}</status>\n</task-notification>` },
  })
  expect(proofAfter(...launched, notice('running'), ...read)).toBe('likely')
  expect(proofAfter(...launched, notice('completed'), ...read)).toBe('observed')
  const asked = [call('o', 'TaskOutput', { task_id: 'a1' }), result('o', { task: { task_id: 'a1', status: 'completed' } })]
  expect(proofAfter(...launched, ...asked, ...read)).toBe('observed')
})
