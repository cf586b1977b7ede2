/** The last searches that look at everything, by the names of their jobs: what they found can be asked for. */
import { StrataError } from '../../model/failure.ts'
import type { SearchFound } from '../../contract/search.ts'

const maxKept = 8

interface ViewedSearch {
  readonly view: (after: string | undefined, limit: number) => Promise<SearchFound>
}

export class KeptSearches {
  readonly #searches = new Map<string, ViewedSearch>()

  keep(jobId: string, search: ViewedSearch): void {
    this.#searches.set(jobId, search)
    const [oldest] = this.#searches.keys()
    if (this.#searches.size > maxKept && oldest !== undefined) this.#searches.delete(oldest)
  }

  /** @throws StrataError job-not-found */
  of(jobId: string): ViewedSearch {
    const found = this.#searches.get(jobId)
    if (found === undefined) throw new StrataError('job-not-found', `The search ${jobId} is not known any more`, { jobId })
    return found
  }
}
