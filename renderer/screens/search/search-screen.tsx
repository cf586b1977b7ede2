/** Search: where something was said, called or put out, in every session. */
import { useRef, useState, type ReactNode } from 'react'
import type { SearchAddress } from './address.ts'
import { searchAddress } from './address.ts'
import { refine } from '../../ui/address/location.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { savedSearches } from '../../ui/forms/saved-filters.ts'
import { SavedFiltersMenu } from '../../ui/forms/saved-filters-menu.tsx'
import { SearchField, type TextControl } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { EmptySearch, focusFirstOffer } from './empty-search.tsx'
import { ReasoningTable } from './reasoning-table.tsx'
import { rememberSearch } from './recent-searches.ts'
import type { ResultListHandle } from './result-list.tsx'
import { SearchFeed } from './search-feed.ts'
import { ReasoningButtons, SearchFilters } from './search-filters.tsx'
import { SearchResults, type SearchResultsProps } from './search-results.tsx'
import './search.css'

const savedWords = {
  several: 'Saved searches',
  save: 'Save search',
  saveThis: 'Save this search',
  choose: 'Choose saved searches',
  edit: 'Rename or delete saved searches…',
} as const

const orders = [
  ['relevance', 'Relevance'],
  ['newest', 'Newest'],
] as const

/** After the last key, until the text is in the address, milliseconds. */
const typingMs = 40

export const SearchScreen = ({ address }: { readonly address: SearchAddress }): ReactNode => {
  const field = useRef<TextControl>(null)
  const list = useRef<ResultListHandle>(null)
  const [feed] = useState(() => new SearchFeed())
  const facets = useObservable(feed.facets)
  const { reasoning } = address
  const text = address.text ?? ''
  const isAsked = text.trim() !== ''
  const setText = (next: string | undefined): void => refine({ ...address, text: next === '' ? undefined : next, at: undefined })
  const toField = (): void => {
    field.current?.focus()
    field.current?.select()
  }
  const leaveField = (): void => {
    rememberSearch(text)
    if (isAsked) list.current?.enter()
    else focusFirstOffer()
  }
  // The key that opens the screen leads to its field when it is open.
  useCommands([{ id: 'screen.search', title: 'Search', group: 'Go', keys: ['g /', 'Mod+Shift+F'], run: toField }])
  return (
    <div className="screen" role="region" aria-label="Search">
      <div className="bar search-bar">
        <SearchField
          label="Search all conversations"
          text={address.text}
          takesFocus={!isAsked && reasoning === undefined}
          pauseMs={typingMs}
          input={field}
          isGrowing
          onText={setText}
          onLeave={leaveField}
        />
        {reasoning === undefined ? (
          <Segments
            label="Sort by"
            chosen={address.isNewestFirst ? 'newest' : 'relevance'}
            choices={orders}
            onChoose={(order) => refine({ ...address, isNewestFirst: order === 'newest', at: undefined })}
          />
        ) : null}
        <ReasoningButtons address={address} />
        <SavedFiltersMenu
          saved={savedSearches}
          words={savedWords}
          address={{ ...address, at: undefined }}
          description={[text, reasoning, address.isNewestFirst ? 'newest first' : undefined].filter(Boolean).join('; ')}
          isSet={JSON.stringify({ ...address, at: undefined }) !== JSON.stringify(searchAddress)}
        />
      </div>
      <SearchFilters address={address} facets={facets?.isOld === true ? undefined : facets} onText={setText} />
      <Body feed={feed} address={address} text={text} onText={setText} onLeave={toField} list={list} />
    </div>
  )
}

const Body = (props: SearchResultsProps): ReactNode => {
  const { address, text, onText, onLeave } = props
  // The button that was pressed is gone.
  const choose = (next: string): void => {
    onText(next)
    onLeave()
  }
  if (address.reasoning !== undefined) return <ReasoningTable address={address} />
  return text.trim() === '' ? <EmptySearch onText={choose} /> : <SearchResults {...props} />
}
