/** The conversation of a commit or of an artifact, fetched in pages. */
import type { CommitReading, ConversationItem } from '../../../app/contract/reader.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { recordPlace } from '../../ui/address/record-key.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

/** A compaction in figures, and its commit. */
export type ReadCompaction = NonNullable<CommitReading['compaction']> & { readonly commitId: string }

export interface ReadingExtra extends Pick<CommitReading, 'bookkeeping'> {
  /** The conversation that these rows are of, by the name that it is shown under. */
  readonly name: string
  readonly compaction: ReadCompaction | null
  /** Messages that a compaction kept word for word. */
  readonly preserved: number
  /** Place of the record that was sought; null: none was, or none of the items shows it. */
  readonly soughtAt: number | null
  /** Place of the block of that item in which the record is shown. */
  readonly soughtBlock: number | null
}

const pageSize = 100

/** @param sought record whose place is wanted, `sourceId:line` */
export const readingSource = (commitId: string, sought?: string): RowSource<ConversationItem, ReadingExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const record = recordPlace(sought)
      const { items, total, bookkeeping, compaction, commit, soughtAt, soughtBlock } = await ask('commit.read', {
        commitId,
        offset,
        limit,
        ...(record === undefined ? {} : { sought: record }),
      })
      return {
        rows: items,
        total,
        extra: {
          name: commitId,
          bookkeeping,
          compaction: compaction && { ...compaction, commitId },
          preserved: commit.preserved.length,
          soughtAt,
          soughtBlock,
        },
      }
    },
  })

/** The name that the conversation in an artifact is shown under. */
export const artifactKey = (ref: string, format: string): string => `${format} ${ref}`

/** Artifacts may be whole conversations: their pages are larger. */
const artifactPageSize = 500

export const artifactSource = (ref: string, format: string): RowSource<ConversationItem, ReadingExtra> =>
  rowSource({
    pageSize: artifactPageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { items, total, bookkeeping } = await ask('artifact.read', { ref, format, offset, limit })
      return {
        rows: items,
        total,
        extra: { name: artifactKey(ref, format), bookkeeping, compaction: null, preserved: 0, soughtAt: null, soughtBlock: null },
      }
    },
  })
