/** Which calls may be made again when their answer was lost. */
import { expect, test } from 'vitest'
import { calls, isEngineCall, mayAskAgain } from '../../../app/contract/calls.ts'

test('only these calls are not repeated: a second call would fail or have another effect', () => {
  const once = Object.entries(calls).flatMap(([name, { effectOf }]) =>
    isEngineCall(name) && (effectOf as (input: unknown) => string)({}) === 'once' ? [name] : [],
  )
  expect(once.sort()).toEqual([
    'checkout.start',
    'commit.checkpoint',
    'commit.describe',
    'compact.start',
    'context.compact',
    'filesystems.add',
    'filesystems.remove',
    'job.cancel',
    'job.wait',
    'packs.note',
    'queries.remove',
    'ref.remove',
    'remote.add',
    'remote.remove',
    'topics.publish',
  ])
})

test('an export is repeated only when its answer is its content, and as a job unless it makes a session', () => {
  const wish = { commitId: 'ctx-1', target: 'markdown' }
  expect(mayAskAgain('export.make', wish)).toBe(true)
  expect(mayAskAgain('export.make', { ...wish, to: '/x/y.md' })).toBe(false)
  expect(mayAskAgain('export.make', { ...wish, target: 'claude-code', install: true })).toBe(false)
  expect(mayAskAgain('export.start', { ...wish, to: '/x/y.md' })).toBe(true)
  expect(mayAskAgain('export.start', { ...wish, target: 'claude-code', install: true })).toBe(false)
})

test('an unknown call, and input that a call refuses, is not repeated', () => {
  expect(mayAskAgain('shell.copyText', { text: '' })).toBe(false)
  expect(mayAskAgain('toString', {})).toBe(false)
  expect(mayAskAgain('search.run', { text: 'apples', limit: 0 })).toBe(false)
  expect(mayAskAgain('search.run', { text: 'apples' })).toBe(true)
})
