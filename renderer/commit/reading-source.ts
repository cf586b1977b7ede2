/** The conversation of a commit, fetched in pages. */
import type { CommitReading, ConversationItem } from '../../app/contract/views.ts'
import { ask } from '../ui/bridge.ts'
import { rowSource, type RowSource } from '../ui/row-source.ts'

export type ReadingExtra = Pick<CommitReading, 'commit' | 'bookkeeping' | 'compaction'>

const pageSize = 100

export const readingSource = (commitId: string): RowSource<ConversationItem, ReadingExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { items, total, ...extra } = await ask('commit.read', { commitId, offset, limit })
      return { rows: items, total, extra }
    },
  })
