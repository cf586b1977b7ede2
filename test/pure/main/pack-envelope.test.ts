import { expect, test } from 'vitest'
import { packEnvelope, unpackEnvelope } from '../../../main/pack-envelope.ts'

test('plain answers are sent as text, bytes unchanged, and both arrive equal', () => {
  const bytes = { ok: true, value: new Uint8Array([1, 2]) } as const
  expect(packEnvelope(bytes)).toBe(bytes)
  expect(unpackEnvelope(bytes)).toBe(bytes)
  const plain = { ok: true, value: { rows: [1, null] } } as const
  expect(packEnvelope(plain)).toBe('{"ok":true,"value":{"rows":[1,null]}}')
  expect(unpackEnvelope(packEnvelope(plain))).toEqual(plain)
})
