import { expect, test } from 'vitest'
import { readClaudeArguments } from '../../../../app/engine/capture/claude-arguments.ts'

const read = (command: string) => readClaudeArguments(command.split(' '))

test.each([
  ['claude -p hello --output-format stream-json --verbose', 'hello'],
  ['claude --output-format stream-json -p --verbose hello', 'hello'],
  ['claude --output-format=stream-json --verbose --print hello', 'hello'],
  ['claude -p --allowedTools Bash Read --verbose hello', 'hello'],
  ['claude -p hello --allowedTools Bash Read', 'hello'],
  ['claude --resume 6addc596 -p hello', '6addc596 is the value, so hello'],
  ['node /opt/claude-code/cli.js -p hello', 'hello'],
  ['/usr/local/bin/claude -p -- --hello', '--hello'],
  ['claude -p --model sonnet --verbose', undefined],
])('%s requires %s', (command, prompt) => {
  expect(read(command)).toEqual({ input: 'text', ...(prompt === undefined ? {} : { prompt: prompt.replace(/.* so /, '') }) })
})

test('input messages are prompts, repeats by the client count once, and other programs are not guessed', () => {
  expect(read('claude -p --input-format stream-json --output-format stream-json')).toEqual({ input: 'messages' })
  expect(read('claude -p --input-format stream-json --replay-user-messages')).toEqual({ input: 'none' })
  expect(read('my-agent -p hello')).toEqual({ input: 'none' })
})
