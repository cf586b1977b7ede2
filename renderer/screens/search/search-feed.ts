/** Asks for the results of a search as it is typed: the newest question ends the one before. The rest is looked at when the typing rests. */
import type { ReadSearch, SearchFacets, SearchFound, SearchResults, SearchSession } from '../../../app/contract/search.ts'
import { asBeginning } from '../../../app/model/search/edit-search.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../../ui/calls/bridge.ts'
import { observable } from '../../ui/calls/observable.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { followWholeSearch, type SearchWork } from './whole-search.ts'

export interface SearchQuestion {
  readonly text: string
  readonly order: 'relevance' | 'newest'
}

export interface FoundSessions extends Pick<
  SearchResults,
  'total' | 'isTotalExact' | 'lacking' | 'next' | 'notIndexed' | 'isIndexed' | 'looked' | 'possible' | 'unread' | 'unreadSessions'
> {
  readonly question: SearchQuestion
  /** The text that was searched for: that of the question, or with its last word as a beginning. */
  readonly text: string
  readonly query: ReadSearch
  readonly sessions: readonly SearchSession[]
  /** The job that has found them; undefined: these are the first ones. */
  readonly jobId: string | undefined
}

export interface FeedState {
  /** The last answer, which may be that of an earlier question. */
  readonly found: FoundSessions | undefined
  readonly failure: Failure | undefined
  /** The answer is that of the newest question. */
  readonly isCurrent: boolean
  /** The work that is still finding results; undefined: none. */
  readonly work: SearchWork | undefined
  /** A person has stopped it. */
  readonly isStopped: boolean
}

const idle = { work: undefined, isStopped: false } as const

/** After the last key, before the engine is asked. */
const pauseMs = 60
/** After the results, before the rest is looked at. */
const restMs = 150
const pageSize = 20
const maxSessions = 200
const hitsShown = 3

const isSame = (one: SearchQuestion | undefined, other: SearchQuestion | undefined): boolean =>
  one?.text === other?.text && one?.order === other?.order

/** Going back shows the previous results immediately. */
const remembered = new Map<string, FoundSessions>()
const maxRemembered = 8

const remember = (found: FoundSessions): void => {
  const key = JSON.stringify(found.question)
  remembered.delete(key)
  remembered.set(key, found)
  const oldest = remembered.keys().next()
  if (remembered.size > maxRemembered && oldest.done !== true) remembered.delete(oldest.value)
}

const askFor = (
  { order }: SearchQuestion,
  text: string,
  limit: number,
  more: { readonly after?: string; readonly asker?: string },
): Promise<SearchResults> => ask('search.run', { text, order, zone: machineZone(), limit, hits: hitsShown, ...more })

/**
 * While nothing has the last word, it is taken for the beginning of one: it may not be typed to its end.
 * @param isNewest whether no other question was asked since: this one would end it
 */
const askAll = async (question: SearchQuestion, limit: number, asker: string, isNewest: () => boolean): Promise<FoundSessions> => {
  const { text } = question
  const exact = await askFor(question, text, limit, { asker })
  const longer = exact.total === 0 && exact.isTotalExact && isNewest() ? asBeginning(text) : undefined
  const begun = longer === undefined ? undefined : await askFor(question, longer, limit, { asker })
  return longer !== undefined && begun !== undefined && begun.total > 0
    ? { ...begun, question, text: longer, jobId: undefined }
    : { ...exact, question, text, jobId: undefined }
}

/** A list that fills the page does not move under the hand until all is known. */
const joined = (shown: FoundSessions, found: FoundSessions, isEnd: boolean): FoundSessions => {
  const isKept = shown.sessions.length > found.sessions.length || (!isEnd && shown.sessions.length >= pageSize)
  return isKept ? { ...found, sessions: shown.sessions, next: shown.next, jobId: shown.jobId } : found
}

export interface CountedFacets extends SearchFacets {
  /** The text that was searched for. */
  readonly text: string
  /** The results are those of another search by now. */
  readonly isOld: boolean
}

export class SearchFeed {
  readonly state = observable<FeedState>({ found: undefined, failure: undefined, isCurrent: false, ...idle })
  /** Counts of the last search, or of an earlier one until they are counted. */
  readonly facets = observable<CountedFacets | undefined>(undefined)
  /** The engine ends a search of this window when the next one arrives. */
  readonly #asker = crypto.randomUUID()
  #wanted: SearchQuestion | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #restTimer: ReturnType<typeof setTimeout> | undefined
  /** Ends the job that finds the remaining results. */
  #endRest: (() => void) | undefined
  #asking: SearchQuestion | undefined
  #asked = 0
  /** Whether the running question was asked again. */
  #isMissed = false
  #isAskingMore = false

  /** The question from now on; undefined: none. */
  want(question: SearchQuestion | undefined): void {
    this.#wanted = question
    clearTimeout(this.#timer)
    this.#leaveRest()
    this.#timer = undefined
    if (question === undefined) {
      this.state.set({ found: undefined, failure: undefined, isCurrent: false, ...idle })
      this.facets.set(undefined)
      return
    }
    const kept = remembered.get(JSON.stringify(question))
    const { found } = this.state.get()
    this.#show({ found: kept ?? found, failure: undefined, isCurrent: kept !== undefined, ...idle })
    this.#later(found === undefined ? 0 : pauseMs)
  }

  /** The numbers of facets are those of the results, or old. */
  #show(state: FeedState): void {
    const counted = this.facets.get()
    const isOld = counted?.text !== state.found?.text
    if (counted !== undefined && counted.isOld !== isOld) this.facets.set({ ...counted, isOld })
    this.state.set(state)
  }

  /** Asks the same question again, unless a person has stopped it. */
  readonly refresh = (): void => {
    // What looks for more would begin again: its end is soon enough.
    if (this.#endRest !== undefined || this.state.get().isStopped) this.#isMissed = true
    else if (this.#wanted !== undefined && this.#timer === undefined) this.#later(0)
  }

  /** Continues a search that a person has stopped. */
  readonly resume = (): void => {
    this.#isMissed = false
    this.state.set({ ...this.state.get(), isStopped: false })
    this.refresh()
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (isSame(this.#asking, this.#wanted)) this.#isMissed = true
      else void this.#askNow()
    }, ms)
  }

  async #askNow(): Promise<void> {
    const question = this.#wanted
    if (question === undefined) return
    this.#asking = question
    this.#asked += 1
    const number = this.#asked
    const { found } = this.state.get()
    const loaded = isSame(found?.question, question) ? (found?.sessions.length ?? 0) : 0
    const isNewest = (): boolean => this.#asked === number
    const answer = await askAll(question, Math.min(maxSessions, Math.max(pageSize, loaded)), this.#asker, isNewest).then(
      (results): FeedState => ({ found: results, failure: undefined, isCurrent: true, ...idle }),
      (thrown: unknown): FeedState => ({ found: undefined, failure: failureOf(thrown), isCurrent: true, ...idle }),
    )
    if (!isNewest()) return
    this.#asking = undefined
    if (isSame(question, this.#wanted)) this.#showFirst(question, answer)
    this.#askMissed()
  }

  #showFirst(question: SearchQuestion, answer: FeedState): void {
    const { found } = this.state.get()
    // The first results alone would replace all results that are shown.
    const isShown = isSame(found?.question, question) && found?.jobId !== undefined && answer.found?.isTotalExact === false
    if (answer.found !== undefined && !isShown) remember(answer.found)
    if (!isShown) this.#show(answer)
    this.#lookLater(answer.found)
  }

  #askMissed(): void {
    if (!this.#isMissed || this.#endRest !== undefined) return
    this.#isMissed = false
    this.refresh()
  }

  #leaveRest(): void {
    clearTimeout(this.#restTimer)
    this.#endRest?.()
    this.#endRest = undefined
  }

  /** Looks for the rest, and counts facets. */
  #lookLater(found: FoundSessions | undefined): void {
    this.#leaveRest()
    if (found === undefined || (found.sessions.length === 0 && found.isTotalExact)) {
      this.facets.set(undefined)
      return
    }
    this.#restTimer = setTimeout(() => this.#lookForRest(found), found.sessions.length === 0 ? 0 : restMs)
  }

  #lookForRest({ question, text }: FoundSessions): void {
    const wanted = (): number => Math.min(maxSessions, Math.max(pageSize, this.state.get().found?.sessions.length ?? 0))
    const input = { text, order: question.order, limit: pageSize, hits: hitsShown, asker: this.#asker, wanted }
    this.#endRest = followWholeSearch(input, {
      onProgress: (work) => this.state.set({ ...this.state.get(), work, isStopped: false }),
      onFound: (found, jobId, isEnd) => {
        if (isEnd) this.#endRest = undefined
        this.#take({ question, text, jobId }, found, isEnd)
        if (isEnd) this.#askMissed()
      },
    })
  }

  /** Shows the results of the job so far, or at its end. */
  #take(of: Pick<FoundSessions, 'question' | 'text' | 'jobId'>, answer: SearchFound | undefined, isEnd: boolean): void {
    const state = this.state.get()
    const { found } = state
    const { results, facets, isDone = false } = answer ?? {}
    if (found?.text !== of.text) return
    const work = isEnd ? undefined : state.work
    const isStopped = isEnd && !isDone
    if (results === undefined) {
      this.state.set({ ...state, work, isStopped })
      return
    }
    const all = joined(found, { ...results, ...of }, isEnd)
    this.#show({ ...state, found: all, work, isStopped })
    if (!isEnd) return
    remember(all)
    this.facets.set(facets === undefined || all.sessions.length === 0 ? undefined : { ...facets, text: of.text, isOld: false })
  }

  /** Adds the next page. */
  readonly more = (): void => {
    const { found, isCurrent } = this.state.get()
    if (found === undefined || !isCurrent || found.next === null || this.#isAskingMore) return
    this.#isAskingMore = true
    this.#pageAfter(found, found.next).then(
      (page) => {
        this.#isAskingMore = false
        if (this.state.get().found !== found) return
        const known = new Set(found.sessions.map(({ sessionId }) => sessionId))
        const sessions = [...found.sessions, ...page.sessions.filter(({ sessionId }) => !known.has(sessionId))]
        const all = { ...found, sessions, next: page.next }
        remember(all)
        this.state.set({ ...this.state.get(), found: all })
      },
      (thrown: unknown) => {
        this.#isAskingMore = false
        this.state.set({ ...this.state.get(), failure: failureOf(thrown) })
      },
    )
  }

  async #pageAfter({ question, text, jobId }: FoundSessions, after: string): Promise<Pick<SearchResults, 'sessions' | 'next'>> {
    const rest = jobId === undefined ? undefined : await ask('search.found', { jobId, after, limit: pageSize }).catch(() => undefined)
    return rest?.results ?? askFor(question, text, pageSize, { after })
  }
}
