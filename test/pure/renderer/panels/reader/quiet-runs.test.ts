import { expect, test } from 'vitest'
import type { ConversationItem } from '../../../../../app/contract/reader.ts'
import { quietRunAt } from '../../../../../renderer/panels/reader/quiet-runs.ts'

const item = (speaker: ConversationItem['speaker'], subtype: string | null = null) => ({ speaker, subtype }) as ConversationItem
const items = [
  item('agent'),
  item('system', 'stop_hook_summary'),
  item('system', 'turn_duration'),
  item('human'),
  item('system', 'compact_boundary'),
  item('system', 'turn_duration'),
]
const row = (index: number): ConversationItem | undefined => items[index]

test('neighbouring notes of the client are one run, and other system records are none', () => {
  expect(quietRunAt(1, row)).toEqual({ first: 1, kinds: ['stop_hook_summary', 'turn_duration'] })
  expect(quietRunAt(2, row)).toEqual(quietRunAt(1, row))
  expect([0, 3, 4, 9].map((index) => quietRunAt(index, row))).toEqual([undefined, undefined, undefined, undefined])
  expect(quietRunAt(5, row)).toEqual({ first: 5, kinds: ['turn_duration'] })
})
