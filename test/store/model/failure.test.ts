import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { StrataError, toFailure } from '../../../app/model/failure.ts'

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (thrown) {
    return thrown
  }
}

test('a failure says what happened and what to do next', () => {
  expect(toFailure(new StrataError('disk-full', 'The disk is full', { path: '/a' }))).toEqual({
    code: 'disk-full',
    message: 'The disk is full',
    hint: 'Free some space and retry; the store is valid.',
    data: { path: '/a' },
  })
})

test('a refusal of the system is not a bug', () => {
  expect(toFailure(thrownBy(() => readFileSync('/nowhere/at/all')))).toMatchObject({
    code: 'system-refused',
    message: "The operating system reported an error: ENOENT: no such file or directory, open '/nowhere/at/all'",
  })
})

test('anything else is a bug', () => {
  expect(toFailure(new TypeError('x is undefined'))).toMatchObject({ code: 'bug', message: 'x is undefined' })
  expect(toFailure('thrown')).toMatchObject({ code: 'bug', message: 'thrown' })
})
