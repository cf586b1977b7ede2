/** The results of a search while it is typed, asked of a real engine. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../app/engine/engine.ts'
import { SearchFeed, type FeedState } from '../../../renderer/screens/search/search-feed.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

/** The calls of a window, without its process between them. */
const connect = (engine: Engine): void => {
  const call = async (name: string, input: unknown): Promise<string> => JSON.stringify(await engine.call(name, input))
  Object.assign(globalThis, { window: { strata: { call, onSignal: () => () => undefined } } })
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The answer to what was typed last. */
const answered = async (feed: SearchFeed): Promise<FeedState> => {
  for (let tries = 0; tries < 200 && !feed.state.get().isCurrent; tries += 1) await wait(10)
  return feed.state.get()
}

test('however a search is typed, its end is answered', { timeout: 120_000 }, async () => {
  const store = tempDir()
  const talk = conversation({ seed: 'savings' }).human('The savings bank has umlauts').agent('It has.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, async (engine) => {
    connect(engine)
    await runJob(engine, 'search.index', {})
    for (let pause = 40; pause < 130; pause += 3) {
      const feed = new SearchFeed()
      // Until its end the last word is found as a beginning alone: each text is two searches.
      for (const text of ['savings u', 'savings umlau', 'savings umlauts']) {
        feed.want({ text, order: 'relevance' })
        await wait(pause)
      }
      const { found, failure } = await answered(feed)
      expect([pause, failure?.message, found?.question.text, found?.total]).toEqual([pause, undefined, 'savings umlauts', 1])
    }
  })
})
