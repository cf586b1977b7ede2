/** Items that were excluded because they cannot be read, and what can be done about them. */
import type { ReactNode } from 'react'
import type { UnreadableItem } from '../../../app/contract/transfer.ts'
import { damagedPacksHint } from '../layout/failure-hint.ts'
import { countOf } from '../../../app/model/format/count.ts'
import '../forms/forms.css'

export const UnreadableItems = ({ items }: { readonly items: readonly UnreadableItem[] }): ReactNode =>
  items.length === 0 ? null : (
    <section aria-label="Excluded">
      <h3 className="is-warn">{countOf(items.length, 'session or commit', 'sessions and commits')} excluded: the packs are damaged</h3>
      <p className="faint">{damagedPacksHint}</p>
      <ul>
        {items.map(({ what, id, reason }) => (
          <li key={`${what} ${id}`}>
            {what} <span className="mono">{id}</span> <span className="faint">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
