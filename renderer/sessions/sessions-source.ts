/** The rows of the list of sessions, page by page. */
import type { CallInput } from '../../app/contract/calls.ts'
import type { SessionsPage, SessionView } from '../../app/contract/views.ts'
import { ask } from '../ui/bridge.ts'
import { rowSource, type RowSource } from '../ui/row-source.ts'

export type SessionsExtra = Pick<SessionsPage, 'folded' | 'projects' | 'statuses'>
export type SessionsSource = RowSource<SessionView, SessionsExtra>

const pageSize = 200

export const sessionsSource = (query: CallInput<'sessions.list'>): SessionsSource =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const page = await ask('sessions.list', { ...query, offset, limit })
      return { rows: page.rows, total: page.total, extra: { folded: page.folded, projects: page.projects, statuses: page.statuses } }
    },
  })
