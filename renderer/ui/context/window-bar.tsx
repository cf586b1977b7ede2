/** One stacked bar of the context window: what it contains by kind, and what is free. */
import type { ReactNode } from 'react'
import type { RequestView } from '../../../app/contract/context.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { freeTokens, percentOf, windowShares, type ShareName } from './window-shares.ts'
import './window-bar.css'

type Sizes = Pick<RequestView, 'tokens' | 'window' | 'kinds'>

/** `106,205 of 200,000 tokens (53.1 %), 93,795 free`. */
export const windowText = ({ tokens, window }: Pick<RequestView, 'tokens' | 'window'>): string => {
  const free = freeTokens({ tokens, window })
  if (tokens === null) return 'n/a'
  if (window === null || free === undefined) return countOf(tokens, 'token')
  return `${formatCount(tokens)} of ${countOf(window, 'token')} (${percentOf(tokens, window)}), ${formatCount(free)} free`
}

/** Without the window's size the bar is full. */
export const WindowBar = ({ view }: { readonly view: Sizes }): ReactNode => {
  const shares = windowShares(view.kinds)
  const free = freeTokens(view)
  if (view.tokens === null) return null
  return (
    <div
      className="window-bar"
      role="img"
      aria-label={`${windowText(view)}. ${shares.map(({ title, tokens }) => `${title} ${formatCount(tokens)}`).join(', ')}`}
    >
      {shares.map(({ name, title, tokens }) => (
        <span
          key={name}
          className={`window-part is-${name}`}
          title={`${title}: ${countOf(tokens, 'token')}`}
          style={{ flexGrow: tokens }}
        />
      ))}
      {free === undefined || free === 0 ? null : (
        <span className="window-part is-free" title={`Free: ${countOf(free, 'token')}`} style={{ flexGrow: free }} />
      )}
    </div>
  )
}

export const ShareSwatch = ({ name }: { readonly name: ShareName | 'free' }): ReactNode => (
  <span className={`window-swatch is-${name}`} aria-hidden="true" />
)
