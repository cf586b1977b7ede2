/** The foot of a conversation: where the record under the pointer comes from, and the rule that gave it its class. */
import type { ReactNode } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { baseName } from '../../ui/format/format-path.ts'
import type { ReadingExtra } from './reading-source.ts'
import { countOf } from '../../../app/model/format/count.ts'

export const OriginStrip = ({ item, extra }: { readonly item: ConversationItem | undefined; readonly extra: ReadingExtra }): ReactNode => (
  <footer className="origin-strip">
    {item === undefined ? (
      <span title={bookkeepingWords(extra)}>{bookkeepingWords(extra)}</span>
    ) : (
      <>
        <span>
          class <strong>{item.class}</strong>
        </span>
        <span>
          rule <strong>{item.rule}</strong>
        </span>
        <span>type {item.recordType}</span>
        <span className="mono" title={item.sourceFile}>
          {baseName(item.sourceFile)}:{item.fileLine}
        </span>
        {item.uuid === null ? null : <span className="mono">{item.uuid}</span>}
      </>
    )}
  </footer>
)

/** Text about the records of a commit that are not in its conversation. */
export const bookkeepingWords = ({ bookkeeping }: Pick<ReadingExtra, 'bookkeeping'>): string => {
  if (bookkeeping.length === 0) return 'Every record is shown.'
  const count = bookkeeping.reduce((sum, each) => sum + each.count, 0)
  return `${countOf(count, 'record')} without conversation: ${bookkeeping.map((each) => `${each.kind} ${each.count}`).join(', ')}.`
}
