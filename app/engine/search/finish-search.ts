/** Looks at everything that a search may find, until its numbers are exact. */
import type { CallParsed } from '../../contract/calls.ts'
import type { SearchFound } from '../../contract/search.ts'
import { emptyHints } from './empty-hints.ts'
import { FacetTally } from './facet-tally.ts'
import { allCandidates, findCandidates, sessionsNamed, titlesOf } from './find-candidates.ts'
import type { MatchedPassage, TurnPassage } from './index/index-messages.ts'
import { loadPassages } from './load-passages.ts'
import { bagsOf } from './match-expression.ts'
import { matchedTexts } from './passage-hits.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import { notePassage, rankPassage, type Candidate, type Lookout, type Ranked, type RankedSession } from './rank-passages.ts'
import { inOrder, offsetOf, pageOf, readQuery } from './result-page.ts'
import { nothingFound, rankFirst } from './run-search.ts'
import type { SearchPlace } from './search-place.ts'
import { candidatesOf, mayBeSpread, withSpread } from './spread-words.ts'
import { isAllRead, unreadHints, unreadIn } from './unread-contents.ts'

/** Numbers of passages that are requested from the index together, and that are read together. */
const askedTogether = 1000
const readTogether = 50
/** Number of turns whose passages are requested from the index together. */
const turnsTogether = 500
/** Maximum number of passages that are kept of a session: no list shows more. */
const maxKept = 20

export type FinishInput = CallParsed<'search.finish'>

export interface FinishProgress {
  readonly expect: (passages: number) => void
  readonly advance: (passages: number) => void
  /** @throws StrataError cancelled */
  readonly checkpoint: () => void
}

/** The best of many passages. */
const trim = (session: RankedSession | undefined): void => {
  if (session === undefined || session.passages.length <= 2 * maxKept) return
  session.passages.sort((a, b) => b.score - a.score).splice(maxKept)
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[], undefined> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** Others are answered meanwhile. */
const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Values that are known when the filters have been read. */
interface Begun {
  readonly place: SearchPlace
  readonly plan: SearchPlan
  readonly lookout: Lookout
  readonly tally: FacetTally
}

export class WholeSearch {
  readonly #input: FinishInput
  readonly #sessions = new Map<string, RankedSession>()
  #begun: Begun | undefined
  #nothing: SearchFound | undefined
  #looked = 0
  #possible = 0
  #lacking = 0
  #hints: readonly string[] = []
  #isDone = false
  #isWhole = false

  constructor(input: FinishInput) {
    this.#input = input
  }

  /** @throws StrataError cancelled; Error when the index cannot be read */
  async run(place: SearchPlace, progress: FinishProgress): Promise<void> {
    try {
      await this.#run(place, progress)
    } finally {
      this.#begun?.lookout.readers.clear()
    }
  }

  async #run(place: SearchPlace, { expect, advance, checkpoint }: FinishProgress): Promise<void> {
    const { index, store } = place
    this.#looked = 0
    const plan = await planSearch(place, this.#input.text, this.#input.zone)
    const tally = await FacetTally.begin(index, plan.matchers, plan.clock.zone)
    if (plan.finds !== 'something') {
      this.#nothing = { results: await nothingFound(place, plan), facets: await tally.view(store, await place.isWhole()), isDone: true }
      return
    }
    const pages = { size: this.#input.limit, last: 1 }
    const { first, lookout } = await rankFirst(place, plan, this.#input, pages, checkpoint)
    for (const [sessionId, session] of first.sessions) this.#sessions.set(sessionId, session)
    // Until the end, the index is as it is now: results so far do not say that it lacks something.
    this.#isWhole = await place.isWhole()
    this.#begun = { place, plan, lookout, tally }
    const { ids } = await allCandidates(index, plan.query, plan.allowed, plan.filter)
    this.#possible = ids.length
    expect(ids.length)
    for (const chunk of inChunks(ids, askedTogether)) {
      const [newest = 0] = chunk
      const between = [chunk.at(-1) ?? newest, newest] as const
      const options = { isNewestFirst: true, limit: askedTogether, between }
      const found = await findCandidates(index, plan.query, plan.allowed, plan.filter, options)
      const titles = await titlesOf(store, found.passages)
      const inIdOrder = [...found.passages].sort((a, b) => b.id - a.id)
      for (const passages of inChunks(inIdOrder, readTogether)) {
        checkpoint()
        await this.#lookAt({ place, plan, tally, lookout: { ...lookout, titles } }, passages)
        this.#looked += passages.length
        advance(passages.length)
        await giveWay()
      }
    }
    if (mayBeSpread(plan.query)) await this.#lookAtTurns(this.#begun, checkpoint)
    await this.#addLacking(this.#begun)
    this.#isWhole = await place.isWhole()
    if (tally.sessions.size === 0 && plan.frequencies === undefined) {
      const isKnown = this.#isWhole && isAllRead(await unreadIn(place, plan, lookout.unreadable))
      this.#hints = [...this.#hints, ...(await emptyHints(store.database, isKnown ? index : undefined, plan.text, plan.clock))]
    }
    this.#isDone = true
  }

  async #lookAt({ plan, lookout, tally }: Begun, passages: readonly MatchedPassage[]): Promise<void> {
    const loaded = await loadPassages(lookout, passages)
    for (const [at, passage] of passages.entries()) {
      const texts = loaded[at] ?? []
      if (!tally.add(passage.sessionId, [matchedTexts(texts, plan.matchers)])) continue
      const ranked = rankPassage(lookout, { passage, look: {}, stage: 0 }, texts)
      if (ranked !== undefined) this.#note(ranked)
    }
  }

  /** Turns that have the words in several passages: those of one passage were looked at. */
  async #lookAtTurns({ place: { index }, plan, lookout, tally }: Begun, checkpoint: () => void): Promise<void> {
    const { query, matchers, filter, allowed } = plan
    const input = { bags: bagsOf(query, filter.marks), commits: allowed?.commits ?? null, least: query.required.length }
    const all = await index.ask('fullTurns', input)
    const several = all.filter(({ passages }) => passages > 1)
    for (const chunk of inChunks(several, turnsTogether)) {
      checkpoint()
      const limit = chunk.reduce((sum, { passages }) => sum + passages, 0)
      const passages = await index.ask('turns', { ...input, turns: chunk.map(({ turn }) => turn), limit })
      for (const own of byTurn(passages)) {
        checkpoint()
        const texts = await loadPassages(lookout, own)
        const sessionId = own[0]?.sessionId ?? ''
        const isFull = tally.add(
          sessionId,
          texts.map((some) => matchedTexts(some, matchers)),
        )
        if (!isFull || this.#sessions.has(sessionId)) continue
        for (const [at, candidate] of candidatesOf(own, query).entries()) {
          const ranked = rankPassage(lookout, inWholeTurn(candidate, query.required.length), texts[at] ?? [])
          if (ranked !== undefined) this.#note(ranked)
        }
        await giveWay()
      }
    }
  }

  /** Where few match: sessions that lack words. */
  async #addLacking({ place: { index }, plan, lookout }: Begun): Promise<void> {
    const whole: Ranked = { sessions: this.#sessions, isComplete: true, looked: this.#looked, lacking: 0, isSpreadKnown: true, hints: [] }
    const ranked = await withSpread(lookout, index, plan, whole, { size: this.#input.limit, last: 1 })
    const { tally } = this.#begun ?? { tally: undefined }
    for (const [sessionId, session] of ranked.sessions) {
      if (this.#sessions.has(sessionId)) continue
      this.#sessions.set(sessionId, { ...session, page: 2 })
      if (tally?.sessions.has(sessionId) !== true) this.#lacking += 1
    }
    this.#hints = ranked.hints
  }

  /** Sessions of the first page keep their place. */
  #note(passage: Parameters<typeof notePassage>[1]): void {
    notePassage(this.#sessions, passage, 2)
    trim(this.#sessions.get(passage.sessionId))
  }

  /** The results so far. */
  async view(after: string | undefined, limit: number): Promise<SearchFound> {
    if (this.#nothing !== undefined) return this.#nothing
    if (this.#begun === undefined) return { results: undefined, facets: undefined, isDone: false }
    const { place, plan, lookout, tally } = this.#begun
    const { store, index, pending } = place
    const isDone = this.#isDone
    const named = await sessionsNamed(store, this.#sessions.keys())
    const all = inOrder(this.#sessions, named, this.#input.order)
    const from = offsetOf(after)
    const to = from + limit
    const unread = await unreadIn(place, plan, lookout.unreadable)
    const sessions = await pageOf(lookout, index, all.slice(from, to), this.#input)
    const isExact = isDone && isAllRead(unread) && this.#isWhole
    return {
      results: {
        query: readQuery(plan.query, [...this.#hints, ...unreadHints(unread)]),
        ...{ total: Math.max(tally.sessions.size, all.length - this.#lacking), isTotalExact: isExact, lacking: this.#lacking },
        ...{ sessions, next: to < all.length ? String(to) : null, notIndexed: pending, isIndexed: this.#isWhole, ...unread },
        ...{ looked: this.#looked, possible: this.#possible },
      },
      facets: await tally.view(store, isExact),
      isDone,
    }
  }
}

const byTurn = (passages: readonly TurnPassage[]): readonly (readonly TurnPassage[])[] => {
  const turns = new Map<string, TurnPassage[]>()
  for (const passage of passages) turns.set(passage.turn, [...(turns.get(passage.turn) ?? []), passage])
  return [...turns.values()]
}

/** The turn was looked at: it has all words, wherever. */
const inWholeTurn = (candidate: Candidate, words: number): Candidate => {
  const all = new Set(Array.from({ length: words }, (_, at) => at))
  return { ...candidate, stage: 1, look: { absent: all, inTurn: all } }
}
