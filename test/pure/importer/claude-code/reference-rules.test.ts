/** The reference rules as they are listed are the ones that decide. */
import { expect, test } from 'vitest'
import { referenceClasses } from '../../../../app/model/record-class.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'
import { referenceClass, referenceRules } from '../../../../importer/claude-code/reference-class.ts'

test.each(referenceRules.map((rule) => [rule.class, rule] as const))('%s decides its example', (name, { example }) => {
  expect(referenceClass(readRecord(example as JsonObject)).class).toBe(name)
})

test('every class of the reference has a rule', () => {
  expect(referenceRules.map((rule) => rule.class).sort()).toEqual([...referenceClasses].sort())
})
