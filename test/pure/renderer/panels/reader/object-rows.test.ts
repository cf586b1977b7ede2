/** Which objects of a state are listed, and in which order. */
import { expect, test } from 'vitest'
import type { StatedObject } from '../../../../../app/contract/session-state.ts'
import { shownObjects } from '../../../../../renderer/panels/reader/objects/object-rows.ts'

const object = (id: string, more: Partial<StatedObject>): StatedObject => ({
  id,
  type: 'toolcall',
  name: id,
  tool: 'Bash',
  failed: false,
  versions: 1,
  chars: 1,
  aboutTokens: 1,
  lastUsedAt: 1,
  locked: false,
  level: 'active',
  pinned: false,
  place: null,
  ...more,
})

const all = [
  object('old', { lastUsedAt: 1 }),
  object('line', { level: 'metadata', lastUsedAt: 5 }),
  object('met', { level: 'indexed', lastUsedAt: 4, type: 'file' }),
  object('kept', { pinned: true, lastUsedAt: 3, type: 'file' }),
  object('prompt', { lastUsedAt: null, type: 'system_prompt' }),
]
const ids = (...[set, type]: [Parameters<typeof shownObjects>[1], StatedObject['type']?]) =>
  shownObjects(all, set, type).map(({ id }) => id)

test('each set is a part of the one before it, used last first', () => {
  expect(ids('index')).toEqual(['prompt', 'line', 'met', 'kept', 'old'])
  expect(ids('metadata')).toEqual(['prompt', 'line', 'kept', 'old'])
  expect(ids('active')).toEqual(['prompt', 'kept', 'old'])
  expect(ids('pinned')).toEqual(['kept'])
})

test('a type restricts a set', () => {
  expect(ids('index', 'file')).toEqual(['met', 'kept'])
  expect(ids('active', 'chat')).toEqual([])
})
