/** Which commands validate work, and how they ended. */
import { expect, test } from 'vitest'
import { validationIn } from '../../../app/packs/validation-commands.ts'
import { judgeValidation, type CallOutcome } from '../../../app/packs/validation-outcome.ts'

const kindsOf = (command: string): string => validationIn(command)?.kinds.join(' ') ?? 'none'

test('tests, checks of style and types, and builds are recognised by their commands', () => {
  const commands: Readonly<Record<string, readonly string[]>> = {
    test: [
      ...['npm test', 'npm t', 'npm run test:unit', 'yarn test --watch=false', 'pnpm exec vitest run', 'npx --yes jest src', 'bun test'],
      ...[
        'cd app && pytest -x tests/',
        'python3 -m pytest',
        'poetry run pytest',
        '.venv/bin/pytest',
        'timeout 60 go test ./...',
        'cargo test -p core',
      ],
      ...[
        'CI=1 npm test',
        './gradlew :app:test',
        'mvn -q test',
        'dotnet test --no-build',
        'make test',
        'just test',
        './scripts/run-tests.sh',
        'node --test test/',
      ],
    ],
    lint: [
      'npx eslint .',
      'npm run lint',
      'ruff check src',
      'golangci-lint run',
      'cargo clippy -- -D warnings',
      'prettier --check .',
      'mise run lint',
    ],
    types: ['npx tsc --noEmit', 'npm run typecheck', 'pnpm type-check', 'mypy app', 'cargo check'],
    build: ['npm run build', 'make', 'go build ./...', 'cargo build --release', 'vite build', 'docker build -t x .', 'cmake --build build'],
    'lint test': ['npm run lint && npm test'],
    none: [
      ...[
        'ls',
        'npm install',
        'npm ci',
        'git commit -m "add tests"',
        'echo npm test',
        'grep -rn pytest .',
        'npm run format',
        'pytest --version',
        'go install x@latest',
      ],
      ...['cat package.json', 'prettier --write .', 'npm run dev', 'make --help', ''],
    ],
  }
  for (const [kinds, all] of Object.entries(commands))
    for (const command of all) expect([command, kindsOf(command)]).toEqual([command, kinds])
})

const outcomeOf = (command: string, outcome: Partial<CallOutcome>): string => {
  const validation = validationIn(command)
  if (validation === undefined) throw new Error('the command validates')
  const judged = judgeValidation(validation, { text: '', isError: false, exitCode: null, isInBackground: false, beside: {}, ...outcome })
  return `${judged.outcome} by ${String(judged.by)}`
}

test('the status of the call decides where it is that of the validation', () => {
  expect(outcomeOf('npm test', {})).toBe('passed by status')
  expect(outcomeOf('npm test', { isError: true, exitCode: 1 })).toBe('failed by status')
  expect(outcomeOf('npm test && npm run build', { text: '1 failed' })).toBe('passed by status')
})

test('behind a pipe, the output decides, and where it says nothing the outcome is not available', () => {
  expect(outcomeOf('npm test 2>&1 | tail', { text: 'Tests  3 failed | 10 passed (13)' })).toBe('failed by output')
  expect(outcomeOf('npm test 2>&1 | tail', { text: 'Tests  13 passed (13)' })).toBe('passed by output')
  expect(outcomeOf('go test ./... | tail -3', { text: 'ok  \texample.com/app\t0.4s' })).toBe('passed by output')
  expect(outcomeOf('npx tsc --noEmit | head', { text: "a.ts(1,1): error TS2322: Type 'x'" })).toBe('failed by output')
  expect(outcomeOf('npx tsc --noEmit | head', { text: '' })).toBe('passed by output')
  expect(outcomeOf('npm test | tail -1', { text: '' })).toBe('unknown by null')
  expect(outcomeOf('npm test | tail -1', { text: 'Done.' })).toBe('unknown by null')
  expect(outcomeOf('npm test', { isInBackground: true })).toBe('unknown by null')
})

test('a linter that counts its findings, and a task runner that says that a task failed, failed', () => {
  expect(outcomeOf('mise run lint 2>&1 | tail -20', { text: 'a.go:3:1: unused\n2 issues:\n* unused: 2' })).toBe('failed by output')
  expect(outcomeOf('golangci-lint run | head -50', { text: '1 issue:\n* errcheck: 1' })).toBe('failed by output')
  expect(outcomeOf('mise run lint | tail -3', { text: '[lint] ERROR task failed' })).toBe('failed by output')
  expect(outcomeOf('golangci-lint run | tail -3', { text: '0 issues.' })).not.toBe('failed by output')
})

test('the status of a filter and of a command before it is not that of the validation', () => {
  const failed = (text: string): Partial<CallOutcome> => ({ isError: true, exitCode: 1, text: `Exit code 1\n${text}` })
  expect(outcomeOf('npx tsc --noEmit 2>&1 | grep "error TS"', failed(''))).toBe('unknown by null')
  expect(outcomeOf('npm test 2>&1 | grep -E "FAIL|not ok"', failed(''))).toBe('unknown by null')
  expect(outcomeOf('npm test 2>&1 | grep -E "FAIL|not ok"', { text: 'FAIL a.test.ts' })).toBe('failed by output')
  expect(outcomeOf('npm test | grep passing', { text: '10 passing' })).toBe('unknown by null')
  expect(outcomeOf('npx tsc > log; true', { text: '' })).toBe('unknown by null')
  expect(outcomeOf('git fetch && cargo build', failed('fatal: unable to access origin'))).toBe('unknown by null')
  expect(outcomeOf('git pull && cargo build', failed('error: Your local changes would be overwritten'))).toBe('unknown by null')
  expect(outcomeOf('npm ci && npm test', failed('npm ERR! code E404'))).toBe('unknown by null')
  expect(outcomeOf('[[ -f x ]] && npm test', failed(''))).toBe('unknown by null')
  expect(outcomeOf('git fetch && cargo build', failed('error[E0308]: mismatched types'))).toBe('failed by output')
  expect(outcomeOf('npm ci && npm test', failed('Tests  3 failed | 10 passed (13)'))).toBe('failed by output')
  expect(outcomeOf('cd app && npm test', failed(''))).toBe('failed by status')
  expect(outcomeOf('cd /nowhere && go vet ./...', failed('cd: /nowhere: No such file or directory'))).toBe('unknown by null')
  expect(outcomeOf('cd x && go vet ./...', failed('/bin/bash: line 1: cd: x: No such file or directory'))).toBe('unknown by null')
  expect(outcomeOf('set -o pipefail; npm test | tee log', failed(''))).toBe('failed by status')
  expect(outcomeOf('npm run lint && npm test', failed(''))).toBe('failed by status')
  expect(outcomeOf('git fetch && npm test', {})).toBe('passed by status')
})

test('what was interrupted, stopped or refused by the client has no outcome, and no status is invented', () => {
  expect(outcomeOf('npm run lint', { text: 'partial', beside: { interrupted: true } })).toBe('unknown by null')
  expect(outcomeOf('npm test', { isError: true, exitCode: 143, text: 'Exit code 143\nCommand timed out after 2m' })).toBe('unknown by null')
  expect(outcomeOf('npm test', { isError: true, text: '<tool_use_error>InputValidationError</tool_use_error>' })).toBe('unknown by null')
  const validation = validationIn('npm test')
  const judged = validation && judgeValidation(validation, { text: '', isError: false, exitCode: null, isInBackground: false, beside: {} })
  expect(judged).toMatchObject({ outcome: 'passed', exitCode: null })
})

test('the lines that name what failed are shown, without colours, each once and at most five', () => {
  const validation = validationIn('npm test')
  const text = ['\u001B[31mFAIL\u001B[39m a.test.ts', 'FAIL a.test.ts', ...Array.from({ length: 9 }, (_, at) => `✕ case ${at}`), 'ok'].join(
    '\n',
  )
  const judged = validation && judgeValidation(validation, { text, isError: true, exitCode: 1, isInBackground: false, beside: {} })
  expect(judged?.lines).toEqual(['FAIL a.test.ts', '✕ case 0', '✕ case 1', '✕ case 2', '✕ case 3'])
})

test('a beginning that has room for more lines is the whole output', () => {
  const lint = '[lint] $ golangci-lint run ./...\n0 issues.'
  expect(outcomeOf('mise run lint 2>&1 | head -20', { text: lint })).toBe('passed by output')
  expect(outcomeOf('mise run lint | head -n 5', { text: lint })).toBe('passed by output')
  expect(outcomeOf('mise run lint | head', { text: lint })).toBe('passed by output')
  // The client removes blank lines at both ends: the output may have been longer than the beginning.
  expect(outcomeOf('mise run lint | head -n 4', { text: lint })).toBe('unknown by null')
  expect(outcomeOf('mise run lint | head -2', { text: lint })).toBe('unknown by null')
  expect(outcomeOf('mise run lint | head -c 900', { text: lint })).toBe('unknown by null')
  expect(outcomeOf('mise run lint | head -20 | head -1', { text: '0 issues.' })).toBe('unknown by null')
})
