import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDiff } from '../../../../../renderer/panels/reader/diff/edit-diff.ts'
import { inputText } from '../../../../../renderer/panels/reader/input-fields.ts'
import { readQuestions } from '../../../../../renderer/panels/reader/read-questions.ts'
import { markTodos, readTasks, readTodos } from '../../../../../renderer/panels/reader/read-todos.ts'
import { toolHeadline, type HeadlineCall } from '../../../../../renderer/panels/reader/tool-headline.ts'
import { callTime, outcomeOf } from '../../../../../renderer/panels/reader/tool-outcome.ts'
import { toolCall, toolResult } from '../../../../support/read-blocks.ts'

const line = (name: string, input: unknown, more: Partial<HeadlineCall> = {}): string => {
  const { name: shown, subject, aside } = toolHeadline({ name, input, ...more })
  return [shown, subject, aside].join(' | ')
}

test('the heading of a tool call describes the action', () => {
  expect([
    line('Bash', { command: 'npm test\necho done', description: 'Run the tests' }),
    line('Bash', { command: 'cd "/home/me/an app/src" && go test ./...', description: 'Test' }, { cwd: '/home/me/an app' }),
    line('Bash', { command: 'cd /home/me && ls' }, { cwd: '/home/me' }),
    line('Bash', { command: 'cd src; ls' }),
    line('Read', { file_path: '/a/b.ts', offset: 10, limit: 20 }),
    line('Read', { file_path: '/a/b.pdf', pages: '1-3' }),
    line('Edit', { file_path: '/a/b.ts', old_string: 'x', new_string: 'y', replace_all: true }),
    line('MultiEdit', { file_path: '/a/b.ts', edits: [{}, {}] }),
    line('Write', { file_path: '/a/b.ts', content: '' }),
    line('NotebookEdit', { notebook_path: '/a/b.ipynb', edit_mode: 'insert', cell_type: 'code', new_source: '' }),
    line('Grep', { pattern: 'foo.*bar', path: 'src', glob: '*.ts' }),
    line('Task', { subagent_type: 'reviewer', description: 'Look at the diff', prompt: 'long' }),
    line('Agent', { description: 'Look at the diff' }),
    line('TodoWrite', {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'in_progress', activeForm: 'Doing b' },
      ],
    }),
    line('TaskCreate', { subject: 'Find the fault', description: 'It is in the parser' }),
    line('TaskUpdate', { taskId: '3', status: 'in_progress' }, { result: { text: '', stateBefore: 'pending' } }),
    line('WebFetch', { url: 'https://example.org', prompt: 'what is it' }),
    line('AskUserQuestion', { questions: [{ question: 'Which one?' }, { question: 'How?' }] }),
    line('ExitPlanMode', { plan: '# Plan: fix the parser\n\nSteps' }),
    line('ExitPlanMode', { allowedPrompts: [] }),
    line('Skill', { skill: 'review', args: 'src' }),
    line('LSP', { operation: 'findReferences', filePath: '/a/b.ts', line: 3, character: 7 }),
  ]).toEqual([
    'Bash | npm test … | Run the tests',
    'Bash | go test ./... | in src; Test',
    'Bash | ls | ',
    'Bash | cd src; ls | ',
    'Read | /a/b.ts | lines 10 to 29',
    'Read | /a/b.pdf | pages 1-3',
    'Edit | /a/b.ts | every occurrence',
    'MultiEdit | /a/b.ts | 2 edits',
    'Write | /a/b.ts | ',
    'NotebookEdit | /a/b.ipynb | insert code cell',
    'Grep | foo.*bar | in src *.ts',
    'Task | reviewer: Look at the diff | ',
    'Agent | Look at the diff | ',
    'TodoWrite | 1 of 2 done; now: Doing b | ',
    'TaskCreate | Find the fault | ',
    'TaskUpdate | #3 | pending → in progress',
    'WebFetch | https://example.org | what is it',
    'AskUserQuestion | Which one? | 2 questions',
    'ExitPlanMode | Plan: fix the parser … | ',
    'ExitPlanMode | Plan for approval | ',
    'Skill | review | src',
    'LSP | /a/b.ts | findReferences at 3:7',
  ])
})

test('an unknown tool is described by the field that says most, and one without input by its result', () => {
  expect([
    line('mcp__tracker__create_issue', { team: 'Core', count: 3, title: 'A bug' }),
    line('Unheard', { flag: true, name: 'first text' }),
    line('Unheard', { flag: true, rows: [{ a: 1 }, { a: 2 }] }),
    line('Unheard', { filter: { owner: 'me', state: 'open' } }),
    line('Bash', { cmd: 'ls' }),
    line('Unheard', ['a', 'b']),
    line('TaskList', {}, { result: { text: '#1 [pending] Fix it\n#2 [pending] Test it', stateBefore: null } }),
    line('Unheard', {}, { result: { text: '{"teams": []}', stateBefore: null } }),
    line('', null),
  ]).toEqual([
    'tracker · create_issue | title: A bug | ',
    'Unheard | name: first text | ',
    'Unheard | flag: true | ',
    'Unheard | filter: owner, state | ',
    'Bash | cmd: ls | ',
    'Unheard | a, b | ',
    'TaskList | #1 [pending] Fix it … | ',
    'Unheard | Without input | ',
    'Tool without a name | Without input | ',
  ])
})

test('a path inside the working folder is shown from there, any other whole', () => {
  const at = (path: string, cwd: string | null): string => toolHeadline({ name: 'Read', input: { file_path: path }, cwd }).subject
  expect([
    at('/home/me/app/src/a.ts', '/home/me/app'),
    at('/home/me/app-two/src/a.ts', '/home/me/app'),
    at('/home/me/app', '/home/me/app'),
    at('C:\\work\\app\\a.ts', 'C:\\work\\app'),
    at('/etc/hosts', '/'),
    at('/home/me/app/a.ts', null),
  ]).toEqual(['src/a.ts', '/home/me/app-two/src/a.ts', '.', 'a.ts', 'etc/hosts', '/home/me/app/a.ts'])
})

test('a tool call of any shape has a heading, and its input is text', () => {
  const names = fc.constantFrom(
    'Bash',
    'Read',
    'Edit',
    'MultiEdit',
    'Grep',
    'Task',
    'TodoWrite',
    'NotebookEdit',
    'mcp__a__b',
    'constructor',
    '',
  )
  fc.assert(
    fc.property(names, fc.jsonValue(), (name, input) => {
      expect(toolHeadline({ name, input }).subject).not.toBe('')
      expect(typeof inputText(input)).toBe('string')
      editDiff(name, input, null)
      readTodos(input)
      readQuestions(input, null)
      readTasks([input])
    }),
  )
})

const word = (fields: Parameters<typeof toolCall>[0]): string => outcomeOf(toolCall(fields)).word

test('the end of a call is success, a failure with its exit code, a refusal, a stop or work in the background', () => {
  expect([
    word({ result: null }),
    word({ result: toolResult() }),
    word({ result: toolResult({ isError: true }) }),
    word({ result: toolResult({ isError: true, exitCode: 2 }) }),
    word({ result: toolResult({ refusal: 'refused' }) }),
    word({ result: toolResult({ refusal: 'interrupted' }) }),
    word({ result: toolResult({ backgroundId: 'b1' }) }),
    word({ name: 'TaskOutput', result: toolResult({ text: '<retrieval_status>not_ready</retrieval_status>\n<status>running</status>' }) }),
    word({ name: 'BashOutput', result: toolResult({ text: '<status>completed</status>\n<exit_code>0</exit_code>', exitCode: 0 }) }),
    word({ name: 'ExitPlanMode' }),
    // The output of a command may contain anything.
    word({ name: 'Bash', result: toolResult({ text: '<status>running</status>' }) }),
  ]).toEqual([
    'no result',
    'success',
    'failed',
    'exit code 2',
    'refused',
    'interrupted',
    'in background',
    'running',
    'exit code 0',
    'approved',
    'success',
  ])
})

const time = (fields: Parameters<typeof toolCall>[0]): string | undefined => callTime(toolCall(fields))?.text

test('the duration is what the client recorded, else at most the time to the result or the limit of the tool', () => {
  expect([
    time({ result: toolResult({ runMs: 2_400 }), calledAt: 0 }),
    time({ calledAt: 1_000, result: toolResult({ answeredAt: 4_200 }) }),
    time({ calledAt: 0, limitMs: 120_000, result: toolResult({ answeredAt: 4_200_000 }) }),
    time({ result: toolResult() }),
    time({ calledAt: 5_000, result: toolResult({ answeredAt: 1_000 }) }),
    time({ name: 'AskUserQuestion', calledAt: 0, result: toolResult({ answeredAt: 60_000 }) }),
    time({ calledAt: 0, result: toolResult({ refusal: 'refused', answeredAt: 60_000 }) }),
    time({ result: null }),
  ]).toEqual(['2.4 s', '≤ 3.2 s', '≤ 2 min', 'n/a', 'n/a', 'n/a', undefined, undefined])
})

test('a task list marks what changed since the list before; without one nothing is marked', () => {
  const after = readTodos({
    todos: [
      { content: 'read', status: 'completed' },
      { content: 'fix', status: 'in_progress' },
      { content: 'test', status: 'pending' },
      { content: 'ship', status: 'pending' },
    ],
  })
  const before = [
    { content: 'read', status: 'in_progress' },
    { content: 'fix', status: 'pending' },
    { content: 'test', status: 'pending' },
    { content: 'old idea', status: 'pending' },
  ]
  expect(markTodos(before, after).map(({ text, change }) => `${text}: ${change ?? '-'}`)).toEqual([
    'read: done',
    'fix: started',
    'test: -',
    'ship: new',
    'old idea: removed',
  ])
  expect(markTodos(null, after).every(({ change }) => change === undefined)).toBe(true)
  expect(markTodos([], after).every(({ change }) => change === undefined)).toBe(true)
})

test('a question shows which choice was made, or the answer in the words of the person', () => {
  const question = { question: 'Which?', options: [{ label: 'One' }, { label: 'Two' }] }
  const [chosen] = readQuestions({ questions: [question] }, { 'Which?': 'Two' })
  expect([chosen?.choices.map(({ isChosen }) => isChosen), chosen?.ownAnswer]).toEqual([[false, true], undefined])
  const [own] = readQuestions({ questions: [question] }, { 'Which?': 'Neither' })
  expect([own?.choices.map(({ isChosen }) => isChosen), own?.ownAnswer]).toEqual([[false, false], 'Neither'])
  const [several] = readQuestions({ questions: [{ ...question, multiSelect: true }] }, { 'Which?': 'One, Two' })
  expect(several?.choices.map(({ isChosen }) => isChosen)).toEqual([true, true])
})
