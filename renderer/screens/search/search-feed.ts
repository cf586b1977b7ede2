/** Asks for the results of a search as it is typed. One question at a time: after its answer the newest one is asked. */
import type { ReadSearch, SearchResults, SearchSession } from '../../../app/contract/search.ts'
import { asBeginning } from '../../../app/model/search/edit-search.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../../ui/calls/bridge.ts'
import { observable } from '../../ui/calls/observable.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'

export interface SearchQuestion {
  readonly text: string
  readonly order: 'relevance' | 'newest'
}

export interface FoundSessions extends Pick<SearchResults, 'total' | 'isTotalExact' | 'next' | 'notIndexed'> {
  readonly question: SearchQuestion
  /** The text that was searched for: that of the question, or with its last word as a beginning. */
  readonly text: string
  readonly query: ReadSearch
  readonly sessions: readonly SearchSession[]
}

export interface FeedState {
  /** The last answer, which may be that of an earlier question. */
  readonly found: FoundSessions | undefined
  readonly failure: Failure | undefined
  /** The answer is that of the newest question. */
  readonly isCurrent: boolean
}

/** After the last key, before the engine is asked. */
const pauseMs = 60
const pageSize = 20
const mostSessions = 200
const hitsShown = 3

const isSame = (one: SearchQuestion | undefined, other: SearchQuestion | undefined): boolean =>
  one?.text === other?.text && one?.order === other?.order

/** Going back shows the previous results immediately. */
const remembered = new Map<string, FoundSessions>()
const mostRemembered = 8

const remember = (found: FoundSessions): void => {
  const key = JSON.stringify(found.question)
  remembered.delete(key)
  remembered.set(key, found)
  const oldest = remembered.keys().next()
  if (remembered.size > mostRemembered && oldest.done !== true) remembered.delete(oldest.value)
}

const askFor = ({ order }: SearchQuestion, text: string, limit: number, after?: string): Promise<SearchResults> =>
  ask('search.run', { text, order, zone: machineZone(), limit, hits: hitsShown, ...(after === undefined ? {} : { after }) })

/** While nothing has the last word, it is taken for the beginning of one: it may not be typed to its end. */
const askAll = async (question: SearchQuestion, limit: number): Promise<FoundSessions> => {
  const { text } = question
  const exact = await askFor(question, text, limit)
  const longer = exact.total === 0 ? asBeginning(text) : undefined
  const begun = longer === undefined ? undefined : await askFor(question, longer, limit)
  return longer !== undefined && begun !== undefined && begun.total > 0
    ? { ...begun, question, text: longer }
    : { ...exact, question, text }
}

export class SearchFeed {
  readonly state = observable<FeedState>({ found: undefined, failure: undefined, isCurrent: false })
  #wanted: SearchQuestion | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  /** How often it was asked for while an answer was on its way. */
  #missed = 0
  #isAskingMore = false

  /** The question from now on; undefined: none. */
  want(question: SearchQuestion | undefined): void {
    this.#wanted = question
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (question === undefined) {
      this.state.set({ found: undefined, failure: undefined, isCurrent: false })
      return
    }
    const kept = remembered.get(JSON.stringify(question))
    const { found } = this.state.get()
    this.state.set({ found: kept ?? found, failure: undefined, isCurrent: kept !== undefined })
    this.#later(found === undefined ? 0 : pauseMs)
  }

  /** Asks the same question again. */
  readonly refresh = (): void => {
    if (this.#wanted !== undefined && this.#timer === undefined) this.#later(0)
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isAsking) this.#missed += 1
      else void this.#askNow()
    }, ms)
  }

  async #askNow(): Promise<void> {
    const question = this.#wanted
    if (question === undefined) return
    this.#isAsking = true
    const missed = this.#missed
    const { found } = this.state.get()
    const loaded = isSame(found?.question, question) ? (found?.sessions.length ?? 0) : 0
    const answer = await askAll(question, Math.min(mostSessions, Math.max(pageSize, loaded))).then(
      (results): FeedState => ({ found: results, failure: undefined, isCurrent: true }),
      (thrown: unknown): FeedState => ({ found: undefined, failure: failureOf(thrown), isCurrent: true }),
    )
    this.#isAsking = false
    const isWanted = isSame(question, this.#wanted)
    if (isWanted && answer.found !== undefined) remember(answer.found)
    if (isWanted) this.state.set(answer)
    if ((!isWanted || this.#missed > missed) && this.#timer === undefined) await this.#askNow()
  }

  /** Adds the next page. */
  readonly more = (): void => {
    const { found, isCurrent } = this.state.get()
    if (found === undefined || !isCurrent || found.next === null || this.#isAskingMore) return
    this.#isAskingMore = true
    askFor(found.question, found.text, pageSize, found.next).then(
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
}
