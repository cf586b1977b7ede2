/** The texts in which something was found, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { SearchPage, TextHit } from '../../../app/contract/search.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

export type SearchExtra = Pick<SearchPage, 'sessions' | 'byKind'>

const pageSize = 100

export const searchSource = (query: CallInput<'text.search'>): RowSource<TextHit, SearchExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total, sessions, byKind } = await ask('text.search', { ...query, offset, limit })
      return { rows, total, extra: { sessions, byKind } }
    },
  })
