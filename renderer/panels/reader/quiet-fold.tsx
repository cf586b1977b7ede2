/** Notes of the client after a turn as one line, until a person opens it. */
import { useState, type ReactNode } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { quietRunAt } from './quiet-runs.ts'

const keyOf = (item: ConversationItem | undefined): string => (item === undefined ? '' : `${item.sourceFile}:${item.line}`)

/**
 * Draws a row of a conversation, or in place of neighbouring notes one line that opens them.
 * @param itemAt the item of a row; undefined: it is none, or not loaded
 */
export const useQuietFolds = (itemAt: (index: number) => ConversationItem | undefined) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return (index: number, isSought: boolean, draw: () => ReactNode): ReactNode => {
    const run = quietRunAt(index, itemAt)
    if (run === undefined || isSought) return draw()
    const key = keyOf(itemAt(run.first))
    if (opened.has(key)) return draw()
    if (run.first !== index) return null
    return (
      <button type="button" className="quiet-run link" aria-expanded="false" onClick={() => setOpened(new Set([...opened, key]))}>
        {countOf(run.kinds.length, 'client note')}: {run.kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')}
      </button>
    )
  }
}
