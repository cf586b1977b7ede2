/** Tasks as files have them, and commands that are started without a shell. */
import { expect, test } from 'vitest'
import { commandWords, withTests } from '../../../app/model/command-words.ts'
import { readTasks } from '../../../app/evaluate/task.ts'

const published = {
  repo: 'astropy/astropy',
  instance_id: 'astropy__astropy-12907',
  base_commit: 'd16bfe05a744909de4b27f5875fe0d4ed41ce607',
  patch: 'diff --git a/x b/x\n',
  test_patch: 'diff --git a/t.py b/t.py\n',
  problem_statement: 'separability_matrix is wrong for nested models',
  hints_text: '',
  created_at: '2022-03-03T15:14:54Z',
  version: '4.3',
  FAIL_TO_PASS: '["t.py::test_a[x-y]", "t.py::test_b"]',
  PASS_TO_PASS: '["t.py::test_c"]',
  environment_setup_commit: '298ccb478e6bf092953bca67a3d29dc6c35f6752',
}

test('a task of SWE-bench is read as it is published, and its solution is no part of it', () => {
  const { tasks, faults } = readTasks(`${JSON.stringify(published)}\n${JSON.stringify({ ...published, instance_id: 'two' })}\n`)
  expect(faults).toEqual([])
  expect(tasks.map(({ id }) => id)).toEqual(['astropy__astropy-12907', 'two'])
  expect(tasks[0]).toEqual({
    id: 'astropy__astropy-12907',
    repo: 'astropy/astropy',
    baseCommit: published.base_commit,
    prompt: published.problem_statement,
    setup: undefined,
    test: undefined,
    testPatch: published.test_patch,
    tests: ['t.py::test_a[x-y]', 't.py::test_b', 't.py::test_c'],
  })
})

test('a list, an object with tasks, one task and a task a line say the same', () => {
  const own = { id: 'a', repo: '../r', prompt: 'Do it', test: 'node "check it.mjs"', setup: ['npm', 'ci'] }
  const forms = [JSON.stringify([own]), JSON.stringify({ tasks: [own] }), JSON.stringify(own, undefined, 2), `\n${JSON.stringify(own)}\n\n`]
  for (const form of forms)
    expect(readTasks(form)).toEqual({
      tasks: [
        {
          id: 'a',
          repo: '../r',
          baseCommit: 'HEAD',
          prompt: 'Do it',
          setup: ['npm', 'ci'],
          test: ['node', 'check it.mjs'],
          testPatch: '',
          tests: [],
        },
      ],
      faults: [],
    })
})

test('what is no task is named with its reason, and the others are read', () => {
  const lines = [
    '{"id":"a","repo":"r","prompt":"p"}',
    'no JSON',
    '{"repo":"r","prompt":"p"}',
    '{"id":"../../etc","repo":"r","prompt":"p"}',
    '{"id":"b","prompt":"p"}',
    '{"id":"c","repo":"r"}',
    '{"id":"a","repo":"r","prompt":"p"}',
    '{"id":"d","repo":"r","prompt":"p","base_commit":"--upload-pack=x"}',
    '{"id":"e","repo":"r","prompt":"p","FAIL_TO_PASS":["--rootdir=/"]}',
    '{"id":"f","repo":"r","prompt":"p","test":"node \'x"}',
  ]
  const { tasks, faults } = readTasks(lines.join('\n'))
  expect(tasks.map(({ id }) => id)).toEqual(['a'])
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => `line ${String(line)}`))
  expect(faults[7]).toBe('line 9: e has a name that begins with a dash')
})

test('words of a command are those of a shell, but nothing is expanded', () => {
  expect(commandWords(`claude -p --model 'a b' "c \\"d\\" $HOME" e\\ f g'h'"i" ''`)).toEqual([
    'claude',
    '-p',
    '--model',
    'a b',
    'c "d" $HOME',
    'e f',
    'ghi',
    '',
  ])
  expect(commandWords('  ')).toEqual([])
  expect(commandWords('rm $(x) `y` ; z | w > v')).toEqual(['rm', '$(x)', '`y`', ';', 'z', '|', 'w', '>', 'v'])
  expect(() => commandWords(`say "it`)).toThrow('quote')
  expect(withTests(['pytest', '{tests}', '-q'], ['a b', 'c'])).toEqual(['pytest', 'a b', 'c', '-q'])
})
