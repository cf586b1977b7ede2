/** The rows of the list of sessions, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { SessionsPage, SessionView } from '../../../app/contract/sessions.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'
import { formatCount } from '../../../app/model/format/count.ts'

export type SessionsExtra = Omit<SessionsPage, 'rows' | 'total'>
export type SessionsSource = RowSource<SessionView, SessionsExtra>

const pageSize = 200

export const sessionsSource = (query: CallInput<'sessions.list'>): SessionsSource =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total, ...extra } = await ask('sessions.list', { ...query, offset, limit })
      return { rows, total, extra }
    },
  })

/** `12 one-shot, 3 warm-up`; undefined when nothing is folded. */
export const foldedWords = (folded: SessionsPage['folded'] | undefined): string | undefined => {
  if (folded === undefined) return undefined
  const parts = [
    [folded.oneShot, 'one-shot'],
    [folded.warmUp, 'warm-up'],
    [folded.empty, 'empty'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return words.length === 0 ? undefined : words.join(', ')
}
