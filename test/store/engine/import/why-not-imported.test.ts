import { expect, test } from 'vitest'
import { whyNotImported } from '../../../../app/engine/import/unreadable-files.ts'

test('the problem of a session that was not imported distinguishes file, memory and program', () => {
  expect(whyNotImported('EIO', 'x')).toEqual({ problem: 'unreadable-file', reason: 'the file cannot be read: EIO' })
  expect(whyNotImported('ESHORT', 'x')).toEqual({
    problem: 'changed-while-reading',
    reason: 'the file kept changing while it was read',
  })
  expect(whyNotImported('ERR_WORKER_OUT_OF_MEMORY', 'x')).toMatchObject({ problem: 'too-large' })
  expect(whyNotImported(undefined, 'a is undefined')).toEqual({ problem: 'not-understood', reason: 'a is undefined' })
  expect(whyNotImported('empty-content', 'An artifact cannot be empty')).toMatchObject({ problem: 'not-understood' })
})
