/** What is wrong with the input of a call, in words. */
import { expect, test } from 'vitest'
import { calls } from '../../../app/contract/calls.ts'
import { inputFailure, renamedInputMessage } from '../../../app/contract/input-issues.ts'
import { reportInput } from '../../../app/model/input-reason.ts'

const failureOf = (name: keyof typeof calls, input: unknown) => {
  const { error } = calls[name].input.safeParse(input, reportInput)
  if (error === undefined) throw new Error('the input fits')
  return inputFailure(name, error)
}

test.each([
  ['sessions.list', { limit: 0 }, 'limit must be at least 1'],
  ['sessions.list', { limit: 200_000 }, 'limit must be at most 100,000'],
  ['sessions.list', { limit: 1.5 }, 'limit must be a whole number'],
  ['sessions.list', { limit: 'many' }, 'limit must be a number'],
  ['commit.show', {}, 'commitId is missing'],
  ['commit.show', { commitId: '' }, 'commitId is empty'],
  ['commit.show', { commitId: 'x'.repeat(401) }, 'commitId is longer than 400 characters'],
  ['reasoning.find', { reasoning: 'decision', text: 'a' }, 'text needs at least 2 characters'],
  ['reasoning.find', { reasoning: 'poem' }, /^reasoning must be one of decision, /],
  ['search.run', { text: 'ab', limit: 900 }, 'limit must be at most 200'],
  ['analytics.ask', { name: 'turns', filters: { since: 1 } }, 'filters.since is not on a quarter of an hour'],
  ['analytics.ask', { name: 'turns', parameters: { colour: 'red' } }, 'parameters does not accept colour'],
  [
    'analytics.ask',
    { name: 'x', parameters: { trigger: 'autos' } },
    /^parameters\.trigger must be one of auto, manual, other \(Did you mean auto\?\)$/,
  ],
  ['analytics.save', { name: 'x', parameters: { class: 'zzz' }, format: 'csv', path: 'x' }, /^parameters\.class must be one of [^(]*$/],
  ['analytics.count', { name: 'x', parameters: { reference: 'non' } }, /\(Did you mean none\?\)$/],
  ['analytics.ask', { name: 'x', parameters: { weekday: '0' } }, 'parameters.weekday must be a number from 1 (Monday) to 7 (Sunday)'],
  ['problems.list', { code: 'bad-timestmp' }, /\(Did you mean bad-timestamp\?\)$/],
  ['export.make', { commitId: 'x', target: 'html', leave: ['x'] }, 'leave.0 is not valid'],
] as const)('%s with %j says in a plain sentence what is wrong', (name, input, message) => {
  const failure = failureOf(name, input)
  expect(failure.message).toMatch(message)
  expect(failure.message).not.toContain(name)
  expect(failure).toMatchObject({ code: 'invalid-input', data: { call: name } })
})

test('a caller can name the fields otherwise', () => {
  const { data } = failureOf('sessions.list', { limit: 0, offset: -1 })
  expect(renamedInputMessage(data, (field) => `--${field}`)).toBe('--offset must be at least 0; --limit must be at least 1')
  expect(renamedInputMessage({ limit: 1 }, String)).toBe(undefined)
})
