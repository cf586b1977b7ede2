/** A temporary folder exists exactly as long as the test that requested it. */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tempDir } from './temp-dir.ts'

let forAll = ''
let ofFirstTest = ''

beforeAll(() => {
  forAll = tempDir()
})

test('a test gets a folder of its own', () => {
  ofFirstTest = tempDir()
  writeFileSync(path.join(ofFirstTest, 'note'), 'x')
  expect(existsSync(ofFirstTest)).toBe(true)
  expect(ofFirstTest).not.toBe(forAll)
})

test('the folder of a test is gone after it, the one of the file is still there', () => {
  expect(existsSync(ofFirstTest)).toBe(false)
  expect(existsSync(forAll)).toBe(true)
})
