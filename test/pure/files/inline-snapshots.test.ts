/** Test files that a run of tests may change. */
import { expect, test } from 'vitest'
import { changing, type FileStep } from '../../../app/files/file-step.ts'
import { InlineSnapshots } from '../../../app/files/inline-snapshots.ts'

const testRun: FileStep = changing(['__snapshots__'])

const isDoubted = (content: string): boolean => {
  const snapshots = new InlineSnapshots()
  snapshots.after([{ step: 'written', path: '/p/a.test.ts', content }])
  return snapshots.after([testRun]).length > 1
}

test('a call without a snapshot is found in each form, and one with a snapshot is none', () => {
  for (const content of ['()', '( )', '({})', '({ a: 1 })', '({ a: 1 } )', '({ a: 1 },)', '({ a: 1 } ,\n )', '(\n  { a: 1 },\n)'])
    expect(isDoubted(`expect(a).toMatchInlineSnapshot${content}`), content).toBe(true)
  for (const content of ['(`1`)', '({ a: 1 }, `1`)', '({ a: 1 },, )'])
    expect(isDoubted(`expect(a).toMatchInlineSnapshot${content}`), content).toBe(false)
})

test('a file with a million blanks after a call that does not end is read as fast as another', () => {
  expect(isDoubted(`toMatchInlineSnapshot({}${' '.repeat(1_000_000)}x`)).toBe(false)
  expect(isDoubted(`toMatchInlineSnapshot({},${' '.repeat(1_000_000)}x`)).toBe(false)
  expect(isDoubted(`toMatchInlineSnapshot(${' '.repeat(1_000_000)}x`)).toBe(false)
})
