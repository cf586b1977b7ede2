/** The losses of a conversation that was converted to another form. */
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'

interface Lost {
  readonly what: string
  readonly count: number
  readonly why: string
}

/** The losses of a translation: what, how many, and why. */
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
