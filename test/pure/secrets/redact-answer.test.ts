import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactAnswer } from '../../../app/secrets/redact-answer.ts'
import { Redactor } from '../../../app/secrets/redactor.ts'
import { madeUpKey } from '../../support/made-up-key.ts'

const clean = (answer: unknown): unknown => redactAnswer(new Redactor(), answer)

test('words with digits at the beginning of a text that is not cut stay', () => {
  for (const text of [
    'Sha256Digest fails',
    'Int32Array is used',
    'base64Encode(text)',
    'Http2Server',
    'Utf8Decoder-and-Utf16Decoder',
    '1stPlace',
  ])
    expect(clean({ text, list: [text] })).toEqual({ text, list: [text] })
})

test('the rest of a token after the mark of a cut is redacted, of whichever letters it consists', () => {
  const token = fc.constantFrom(...['{128}', '{hex:128}', '{num:128}', '{up:128}'].map(madeUpKey))
  fc.assert(
    fc.property(token, fc.integer({ min: 0, max: 100 }), (key, from) => {
      expect(clean(`…${key.slice(from)} tail`)).toBe('…[redacted] tail')
    }),
  )
  expect(clean('…b3/dE5gH7jK9+mN1pQ2== tail')).toBe('…[redacted] tail')
  expect(clean('…lighthouse keepers')).toBe('…lighthouse keepers')
})
