/** The content below an empty field: the last searches, saved ones, and the grammar. */
import { History, Bookmark } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { go } from '../../ui/address/location.ts'
import { filterAddress, savedSearches, useSavedFilters } from '../../ui/forms/saved-filters.ts'
import { Button } from '../../ui/layout/button.tsx'
import { forgetSearches, useRecentSearches } from './recent-searches.ts'

const grammar = [
  ['parser cache', 'both words, in any form'],
  ['"connection refused"', 'the phrase'],
  ['-staging', 'without the word'],
  ['rebase OR merge', 'one of the words'],
  ['migrat*', 'words that begin so'],
  ['/time(d )?out/', 'a regular expression'],
  ['tool:Bash is:error', 'failed calls of a tool'],
  ['file:parser.ts', 'calls that were given a file'],
  ['kind:thinking after:7d', 'thinking of the last 7 days'],
] as const

export const EmptySearch = ({ onText }: { readonly onText: (text: string) => void }): ReactNode => {
  const recent = useRecentSearches()
  const saved = useSavedFilters(savedSearches)
  return (
    <div className="search-start" data-search-start="" onKeyDown={moveFocus} role="presentation">
      {recent.length === 0 ? null : (
        <section aria-label="Recent searches">
          <h2>Recent searches</h2>
          <ul>
            {recent.map((text) => (
              <li key={text}>
                <button type="button" className="search-offer" onClick={() => onText(text)}>
                  <History size={14} aria-hidden="true" />
                  <span>{text}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button label="Clear recent searches" isSmall look="quiet" onPress={forgetSearches} />
        </section>
      )}
      {saved.length === 0 ? null : (
        <section aria-label="Saved searches">
          <h2>Saved searches</h2>
          <ul>
            {saved.map((filter) => (
              <li key={filter.name}>
                <button type="button" className="search-offer" onClick={() => open(filter)}>
                  <Bookmark size={14} aria-hidden="true" />
                  <span>{filter.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="How to search">
        <h2>How to search</h2>
        <dl className="search-grammar">
          {grammar.map(([example, meaning]) => (
            <div key={example}>
              <dt className="mono">{example}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

const open = (filter: Parameters<typeof filterAddress>[0]): void => {
  const address = filterAddress(filter)
  if (address !== undefined) go(address)
}

const offersIn = (root: Element): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.search-offer')]

/** Puts the focus on the first offer; without one nothing happens. */
export const focusFirstOffer = (): void => {
  const start = document.querySelector('[data-search-start]')
  if (start !== null) offersIn(start)[0]?.focus()
}

const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || !(event.target instanceof HTMLElement)) return
  const offers = offersIn(event.currentTarget)
  const at = offers.indexOf(event.target)
  if (at === -1) return
  event.preventDefault()
  offers[at + by]?.focus()
}
