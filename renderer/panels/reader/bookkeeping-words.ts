/** What of a commit is not in its conversation, in words. */
import { countOf } from '../../ui/format/format-count.ts'
import type { ReadingExtra } from './reading-source.ts'

export const bookkeepingWords = ({ bookkeeping }: Pick<ReadingExtra, 'bookkeeping'>): string => {
  if (bookkeeping.length === 0) return 'Every record is shown.'
  const count = bookkeeping.reduce((sum, each) => sum + each.count, 0)
  return `And ${countOf(count, 'record')} without conversation: ${bookkeeping.map((each) => `${each.kind} ${each.count}`).join(', ')}.`
}
