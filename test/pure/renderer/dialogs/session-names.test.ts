import { expect, test } from 'vitest'
import { sessionFileName } from '../../../../renderer/dialogs/export/export-targets.ts'
import { tagName } from '../../../../renderer/dialogs/naming/tag-name.ts'
import { refNameFault } from '../../../../app/model/ref-name.ts'

const session = { sessionId: '1a2b3c4d-0000-4000-8000-000000000000', title: 'Fix it: a/b & “c”  ', tipCommitId: null }

test('a file of a session has its title and the beginning of its id', () => {
  expect(sessionFileName(session, 'markdown')).toBe('fix-it-a-b-c-1a2b3c4d.md')
  expect(sessionFileName({ ...session, title: '…' }, 'html')).toBe('1a2b3c4d.html')
  expect(sessionFileName({ ...session, title: '日本 語'.repeat(40) }, 'messages').length).toBeLessThan(80)
})

test('one session gets the tag itself, several get one each', () => {
  expect(tagName('tag/review', session, 1)).toBe('review')
  expect(tagName('review', session, 2)).toBe('review/1a2b3c4d')
  expect(refNameFault('tag', tagName('review', session, 2))).toBeUndefined()
})
