/** The results of a search while it is typed, asked of a real engine. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../app/engine/engine.ts'
import { SearchFeed, type SearchQuestion } from '../../../renderer/screens/search/search-feed.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

/** A search whose answer waits. */
interface HeldSearch {
  readonly text: string
  /** Resolves when the window has had the answer. */
  readonly release: () => Promise<void>
}

/** The calls of a window: searches go to the engine in their order, their answers come when they are released. */
class HeldSearches {
  readonly #held: HeldSearch[] = []
  #onNext: (() => void) | undefined

  constructor(engine: Engine) {
    const call = async (name: string, input: unknown): Promise<string> => {
      const answer = engine.call(name, input)
      if (name === 'search.run') await this.#hold((input as { readonly text: string }).text, answer)
      return JSON.stringify(await answer)
    }
    Object.assign(globalThis, { window: { strata: { call, onSignal: () => () => undefined } } })
  }

  #hold(text: string, answer: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const release = async (): Promise<void> => {
        await answer
        resolve()
        await new Promise((done) => setImmediate(done))
      }
      this.#held.push({ text, release })
      this.#onNext?.()
    })
  }

  /** The search for a text, when it is made. */
  async made(text: string): Promise<HeldSearch> {
    for (;;) {
      const found = this.#held.find((search) => search.text === text)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => (this.#onNext = resolve))
    }
  }

  /** Takes out what is held. */
  takeAll(): readonly HeldSearch[] {
    return this.#held.splice(0)
  }
}

/** The answer to a question is shown. */
const shown = ({ state }: SearchFeed, { text }: SearchQuestion): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const { found, failure, isCurrent } = state.get()
      if (isCurrent && (failure !== undefined || found?.question.text === text)) resolve()
    }
    state.subscribe(look)
    look()
  })

/** How far the search for a text has come when the next letter is typed. Until its end the last word is found as a beginning alone. */
const places = ['typed', 'searched', 'searched as a beginning', 'answered'] as const

const typeUpTo = async (place: (typeof places)[number], text: string, feed: SearchFeed, searches: HeldSearches): Promise<void> => {
  const question: SearchQuestion = { text, order: 'relevance' }
  feed.want(question)
  if (place === 'typed') return
  const exact = await searches.made(text)
  if (place === 'searched') return
  await exact.release()
  const begun = await searches.made(`${text}*`)
  if (place === 'searched as a beginning') return
  await begun.release()
  await shown(feed, question)
}

const schedules = places.flatMap((first) => places.flatMap((second) => [true, false].map((inOrder) => ({ first, second, inOrder }))))

test('however a search is typed, its end is answered', { timeout: 120_000 }, async () => {
  const store = tempDir()
  const words = schedules.map((_, at) => `umlaut${String.fromCodePoint(97 + Math.trunc(at / 26), 97 + (at % 26))}`)
  const talk = conversation({ seed: 'savings' })
    .human(`The savings bank has ${words.join(' ')}`)
    .agent('It has.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    for (const [at, schedule] of schedules.entries()) {
      const searches = new HeldSearches(engine)
      const feed = new SearchFeed()
      // What was answered once is shown immediately: each feed is asked for another word.
      const last: SearchQuestion = { text: `savings ${words[at] ?? ''}`, order: 'relevance' }
      await typeUpTo(schedule.first, 'savings um', feed, searches)
      await typeUpTo(schedule.second, 'savings umlau', feed, searches)
      feed.want(last)
      await searches.made(last.text)
      const all = searches.takeAll()
      for (const search of schedule.inOrder ? all : [...all].reverse()) await search.release()
      await shown(feed, last)
      const { found, failure } = feed.state.get()
      expect([schedule, failure, found?.question, found?.total]).toEqual([schedule, undefined, last, 1])
      // It would end the search for the last text.
      expect([schedule, searches.takeAll()]).toEqual([schedule, []])
      feed.want(undefined)
    }
  })
})
