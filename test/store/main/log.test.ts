import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { StrataError } from '../../../app/model/failure.ts'
import { describeFault, openLog } from '../../../main/log.ts'
import { tempDir } from '../../support/temp-dir.ts'

const thrownBy = (action: () => unknown): unknown => {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('the log names an error and its place in the code, but not its message, which may quote a transcript', () => {
  const error = thrownBy(() => JSON.parse('my secret prompt'))
  const description = describeFault(error)
  expect(description).toMatch(/^SyntaxError\n\s+at /)
  expect(description).not.toContain('secret')
})

test('a message of several lines leaves none of them in the log', () => {
  const description = describeFault(new Error('first secret\nsecond secret\n  third secret'))
  expect(description).not.toContain('secret')
})

test('the log gives the code of an expected failure and the message of a system error', () => {
  expect(describeFault(new StrataError('disk-full', 'no room'))).toContain('[disk-full]')
  expect(describeFault(thrownBy(() => readFileSync('/does/not/exist')))).toContain('ENOENT')
})

test('a full log is kept next to a new one', () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'strata.log'), 'x'.repeat(1_000_001))
  const log = openLog(folder)
  log.note('hello')
  expect(readFileSync(log.file, 'utf8')).toMatch(/^\S+ hello\n$/)
  expect(existsSync(`${log.file}.1`)).toBe(true)
})
