/** What was left out of everything because it cannot be read, and what can be done about it. */
import type { ReactNode } from 'react'
import type { UnreadableItem } from '../../../app/contract/transfer.ts'
import { damagedPacksHint } from '../layout/failure-hint.ts'
import { countOf, formatCount } from '../format/format-count.ts'
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

interface Lost {
  readonly what: string
  readonly count: number
  readonly why: string
}

/** What did not survive a translation: what, how many, and why. */
export const LostList = ({ lost }: { readonly lost: readonly Lost[] }): ReactNode => {
  if (lost.length === 0) return <p className="lost-none">Nothing is lost.</p>
  return (
    <section className="lost" aria-label="Lost content">
      <h3>{countOf(lost.length, 'kind')} of content changed or lost</h3>
      <ul>
        {lost.map(({ what, count, why }) => (
          <li key={`${what} ${why}`}>
            <span className="lost-count">{formatCount(count)}</span>
            <span>
              {what} <span className="faint">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
