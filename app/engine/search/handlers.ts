/** Handlers of the search. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { searchCalls, SearchIndexView } from '../../contract/search.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { countOf } from '../../model/format/count.ts'
import { StrataError } from '../../model/failure.ts'
import { WholeSearch } from './finish-search.ts'
import { runSearch } from './run-search.ts'
import type { Searching } from './searching.ts'
import { widerSearches } from './wider-searches.ts'

export interface SearchParts extends HandlerParts {
  readonly searching: Searching
}

/** Limits of a search that only counts: with at most this number of sessions the count is exact. */
const counted = { order: 'relevance', limit: 50, hits: 1, redact: false } as const

/** @throws StrataError cancelled: the caller has begun another search */
const unlessOver =
  (isOver: () => boolean): (() => void) =>
  () => {
    if (isOver()) throw new StrataError('cancelled', 'A newer search took its place')
  }

export const searchHandlers = ({ jobs, searching }: SearchParts): HandlersOf<typeof searchCalls> => ({
  'search.run': async (input) => {
    const checkpoint = unlessOver(searching.askers.begin(input.asker))
    return searching.asking(input.waits, (place) => runSearch(place, input, checkpoint))
  },
  'search.finish': (input) => {
    const checkpoint = unlessOver(searching.askers.follow(input.asker))
    const whole = new WholeSearch(input)
    const job = jobs.startParallel('find', async (progress) => {
      const steps = {
        checkpoint: () => {
          progress.checkpoint()
          checkpoint()
        },
        expect: (passages: number) => progress.phase('Searching', 'passages', passages),
        advance: (passages: number) => progress.advance(passages),
      }
      const result = await searching.asking(input.waits, async (place) => {
        await whole.run(place, steps)
        return whole.view(input.after, input.limit)
      })
      return { result, summary: `${countOf(result.results?.total ?? 0, 'session')} found` }
    })
    searching.found.keep(job.jobId, whole)
    return Promise.resolve(job)
  },
  'search.found': ({ jobId, after, limit }) => searching.found.of(jobId).view(after, limit),
  'search.wider': async (input) => {
    const checkpoint = unlessOver(searching.askers.follow(input.asker))
    return searching.asking(input.waits, (place) =>
      widerSearches(input.text, (text) => runSearch(place, { ...counted, ...input, text, after: undefined }, checkpoint)),
    )
  },
  'search.index': ({ fromScratch }) =>
    Promise.resolve(
      jobs.startParallel('search', async (progress) => {
        const startedAt = performance.now()
        const follow = {
          checkpoint: () => progress.checkpoint(),
          expect: (total: number) => progress.phase('Indexing for search', 'commits', total),
          advance: (done: number) => progress.advance(done),
        }
        const commits = await searching.orRebuilt(() => (fromScratch ? searching.rebuild(follow) : searching.update(null, follow)))
        const { bytes } = await searching.index.ask('size', undefined)
        const result: SearchIndexView = { commits, bytes, elapsedMs: performance.now() - startedAt }
        return { result, summary: `${countOf(commits, 'commit')} indexed for search` }
      }),
    ),
})
