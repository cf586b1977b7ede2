/** Handlers of the search. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { searchCalls, SearchIndexView } from '../../contract/search.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { countOf } from '../../model/format/count.ts'
import { countFacets } from './count-facets.ts'
import { runSearch } from './run-search.ts'
import { findReasoning } from './find-reasoning.ts'
import type { Searching } from './searching.ts'
import { widerSearches } from './wider-searches.ts'

export interface SearchParts extends HandlerParts {
  readonly searching: Searching
}

/** Of a search that is only counted: with at most this number of sessions the count is exact. */
const counted = { order: 'relevance', limit: 50, hits: 1 } as const

export const searchHandlers = ({ context, jobs, searching }: SearchParts): HandlersOf<typeof searchCalls> => ({
  'search.run': async (input) => {
    const isOver = searching.begin(input.asker)
    await searching.look()
    return searching.withIndex(() => runSearch(context.store, searching, input, isOver))
  },
  'search.facets': async (input) => {
    await searching.look()
    const startedAt = performance.now()
    const isOver = searching.follow(input.asker)
    const isLate = (): boolean => isOver() || performance.now() - startedAt > input.timeMs
    return searching.withIndex(() => countFacets(context.store, searching.index, input, isLate))
  },
  'search.wider': async (input) => {
    await searching.look()
    const isOver = searching.follow(input.asker)
    return searching.withIndex(() =>
      widerSearches(input.text, (text) => runSearch(context.store, searching, { ...counted, ...input, text }, isOver)),
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
        const commits = await searching.withIndex(() => (fromScratch ? searching.rebuild(follow) : searching.update(null, follow)))
        const { bytes } = await searching.index.ask('size', undefined)
        const result: SearchIndexView = { commits, bytes, elapsedMs: performance.now() - startedAt }
        return { result, summary: `${countOf(commits, 'commit')} indexed for search` }
      }),
    ),
  'reasoning.find': (input) => findReasoning(context.store.database, input),
})
