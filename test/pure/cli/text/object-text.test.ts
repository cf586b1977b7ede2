/** Lists of objects as text. */
import { expect, test } from 'vitest'
import { pinnedText } from '../../../../app/cli/text/object-text.ts'
import type { ListedObject } from '../../../../app/contract/session-state.ts'

const pinned = (id: string): ListedObject => ({
  id,
  type: 'file',
  name: `/p/${id}.ts`,
  tool: null,
  failed: null,
  versions: 1,
  chars: 4,
  aboutTokens: 1,
  lastUsedAt: null,
  locked: false,
  sessions: 1,
  sessionId: 's',
  level: 'active',
  pinned: true,
})

test('a list of pinned objects says how many more there are', () => {
  expect(pinnedText({ objects: [pinned('a'), pinned('b')], total: 2 }, 'fork/try')).toBe('a file /p/a.ts\nb file /p/b.ts\n')
  expect(pinnedText({ objects: [pinned('a'), pinned('b')], total: 1_205 }, 'fork/try')).toBe(
    'a file /p/a.ts\nb file /p/b.ts\n2 of 1,205 objects; to list more: strata objects --at fork/try --state pinned -n 1205\n',
  )
  expect(pinnedText({ objects: [], total: 0 }, 'fork/try')).toContain('Nothing is pinned on fork/try')
})
