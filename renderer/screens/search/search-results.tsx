/** The results of a search: how many, what was understood, and the list. */
import { useEffect, useMemo, useRef, type ReactNode, type Ref } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { go, refine } from '../../ui/address/location.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import { useChanged } from '../../ui/calls/use-changed.ts'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { JobProgress } from '../../ui/jobs/job-progress.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { sessionAddress } from '../session/address.ts'
import type { SearchAddress } from './address.ts'
import { FacetList } from './facet-list.tsx'
import { NoResults } from './no-results.tsx'
import { useProjectNames } from './project-names.ts'
import { rememberSearch } from './recent-searches.ts'
import { ResultList, type ResultListHandle } from './result-list.tsx'
import { resultRows, soughtText, type ResultRow } from './result-rows.ts'
import { sentenceTerms } from '../../../app/model/search/search-query.ts'
import type { FeedState, FoundSessions, SearchFeed } from './search-feed.ts'

export interface SearchResultsProps {
  readonly feed: SearchFeed
  readonly address: SearchAddress
  readonly text: string
  readonly onText: (text: string) => void
  readonly onLeave: () => void
  readonly list: Ref<ResultListHandle>
}

/** After a change, until the index has followed it, milliseconds. */
const indexMs = 1500
const pollMs = 2000
/** Results that stay for so long were what was looked for. */
const restMs = 2000

export const SearchResults = (props: SearchResultsProps): ReactNode => {
  const { address, feed, text } = props
  const order = address.isNewestFirst ? 'newest' : 'relevance'
  useEffect(() => feed.want({ text, order }), [feed, text, order])
  useEffect(() => () => feed.want(undefined), [feed])
  useChanged(feed.refresh, undefined, indexMs)
  const state = useObservable(feed.state)
  const isIncomplete = state.found?.isIndexed === false
  useEffect(() => {
    if (!isIncomplete) return undefined
    const timer = setInterval(feed.refresh, pollMs)
    return () => clearInterval(timer)
  }, [feed, isIncomplete])
  const isFound = state.isCurrent && (state.found?.sessions.length ?? 0) > 0
  useEffect(() => {
    if (!isFound) return undefined
    const timer = setTimeout(() => rememberSearch(text), restMs)
    return () => clearTimeout(timer)
  }, [isFound, text])
  return (
    <>
      <Notes state={state} feed={feed} />
      <div className="search-body">
        {(state.found?.sessions.length ?? 0) > 0 ? <FacetList feed={feed} text={text} onText={props.onText} /> : null}
        <Rows {...props} state={state} />
      </div>
    </>
  )
}

const totalWords = ({ found, isCurrent }: FeedState): string => {
  if (found === undefined || !isCurrent) return ''
  const { total, isTotalExact } = found
  const lacking =
    found.lacking === 0
      ? ''
      : `, ${formatCount(found.lacking)} without ${found.query.words.length < sentenceTerms ? 'one' : 'some'} of the words`
  if (total === 0 && !isTotalExact) return '0 sessions so far'
  return `${isTotalExact ? '' : 'at least '}${countOf(total, 'session')}${lacking}`
}

/** Hints for the search that the results belong to: those of the previous search stay until new results arrive. */
const hintsOf = ({ found }: FeedState): readonly string[] => {
  if (found === undefined) return []
  const { question, text, query, notIndexed, isIndexed } = found
  return [
    ...query.hints,
    ...(text === question.text ? [] : ['The last word is taken as the beginning of a word.']),
    ...(isIndexed || notIndexed > 0 ? [] : ['The search index is not up to date yet.']),
    ...(notIndexed > 0 ? [`${countOf(notIndexed, 'commit')} ${notIndexed === 1 ? 'is' : 'are'} not indexed yet.`] : []),
  ]
}

/** A search that takes no longer has no bar. */
const barMs = 300

const Notes = ({ state, feed }: { readonly state: FeedState; readonly feed: SearchFeed }): ReactNode => {
  const { work, found } = state
  const isLong = work !== undefined && work.job.elapsedMs > barMs && found?.isTotalExact === false && found.sessions.length > 0
  return (
    <div className="list-notes">
      <span className="search-total" role="status" aria-label="Total">
        {totalWords(state)}
      </span>
      {isLong ? <JobProgress job={work.job} onCancel={work.cancel} /> : null}
      {state.isStopped ? <Button label="Continue" isSmall onPress={feed.resume} /> : null}
      <ul className="search-hints" aria-label="Hints">
        {hintsOf(state).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  )
}

interface RowsProps extends SearchResultsProps {
  readonly state: FeedState
}

/** Only what the index has is left to be looked at. */
const isUnderWay = ({ isTotalExact, unread, unreadSessions, isIndexed }: FoundSessions): boolean =>
  !isTotalExact && unread + unreadSessions === 0 && isIndexed

const Rows = ({ address, text, onText, onLeave, list, feed, state }: RowsProps): ReactNode => {
  const { found, failure, isCurrent } = state
  const rows = useMemo(() => resultRows(found?.sessions ?? []), [found])
  const { nameOf } = useProjectNames()
  const searched = useRef(text)
  useEffect(() => {
    searched.current = text
  })
  const open = useMemo(() => (row: (typeof rows)[number]) => openResult(row, searched.current), [])
  if (failure !== undefined) return <FailureNotice failure={failure} retry={feed.refresh} />
  if (found === undefined) return <Pending what="Searching" />
  // The button that was pressed is gone.
  const choose = (next: string): void => {
    onText(next)
    onLeave()
  }
  if (rows.length === 0 && isCurrent && state.isStopped) return <Empty title="Stopped">{stoppedText(found)}</Empty>
  if (rows.length === 0 && isCurrent && isUnderWay(found))
    return <Pending what="Searching" {...(state.work === undefined ? {} : { working: state.work })} />
  if (rows.length === 0 && isCurrent)
    return <NoResults text={text} isAsked={!found.query.isEmpty} isExact={found.isTotalExact} onText={choose} />
  const selected = rows.findIndex(({ key }) => key === address.at)
  return (
    <ResultList
      rows={rows}
      nameOf={nameOf}
      selected={selected === -1 ? undefined : selected}
      isOld={!isCurrent}
      hasMore={isCurrent && found.next !== null}
      onMove={(index) => refine({ ...address, at: rows[index]?.key })}
      onOpen={open}
      onMore={feed.more}
      onLeave={onLeave}
      memory={`search ${JSON.stringify(found.question)}`}
      handle={list}
    />
  )
}

const stoppedText = ({ looked, possible }: Pick<FoundSessions, 'looked' | 'possible'>): string =>
  `${formatCount(looked)} of ${countOf(possible, 'possible match', 'possible matches')} ${looked === 1 ? 'was' : 'were'} checked.`

/** Opens a session at what was found in it. @param search text of the search that found it */
const openResult = ({ session, hit }: ResultRow, search: string): void => {
  rememberSearch(search)
  const { sessionId } = session
  if (hit === undefined || hit.sourceId === null || hit.line === null) {
    const [first] = session.hits
    // What a title has need not be in the conversation.
    const find = first === undefined || first.kind === 'title' ? undefined : soughtText(search, first).find
    go({ ...sessionAddress(sessionId), ...(hit === undefined ? { find } : {}) })
    return
  }
  const record = recordPlaceKey({ sourceId: hit.sourceId, line: hit.line })
  go({ ...sessionAddress(sessionId, 'conversation', hit.commitId ?? undefined, record), ...soughtText(search, hit) })
}
