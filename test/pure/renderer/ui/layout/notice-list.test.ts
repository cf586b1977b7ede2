import { expect, test } from 'vitest'
import { shownNotices, withNotice, withoutShown, type NoticeList } from '../../../../../renderer/ui/layout/notice-list.ts'

const failure = (id: number, text: string) => ({ id, at: id, text, isFailure: true, isShown: true })
const filled = (count: number): NoticeList =>
  Array.from({ length: count }, (_, at) => failure(at, `failure ${at}`)).reduce<NoticeList>(withNotice, [])

test('failures are shown until they are dismissed, the last three of them, and all stay in the history', () => {
  const list = filled(5)
  expect(shownNotices(list).map(({ text }) => text)).toEqual(['failure 2', 'failure 3', 'failure 4'])
  const dismissed = withoutShown(list, 'failure 3')
  expect(shownNotices(dismissed).map(({ text }) => text)).toEqual(['failure 1', 'failure 2', 'failure 4'])
  expect(dismissed).toHaveLength(5)
})

test('the same failure again is shown once, and information is never shown as one', () => {
  const again = withNotice(filled(2), failure(9, 'failure 0'))
  expect(shownNotices(again).map(({ id }) => id)).toEqual([1, 9])
  const informed = withNotice(again, { id: 10, at: 10, text: 'Copied', isFailure: false, isShown: false })
  expect(shownNotices(informed)).toEqual(shownNotices(again))
  expect(filled(300)).toHaveLength(100)
})
