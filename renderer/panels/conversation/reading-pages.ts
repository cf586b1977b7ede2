/** The contents of the rows of a session's chains, fetched in pages as they come into view. The pages that were used last are kept. */
import type { ReadingRow } from '../../../app/contract/reader.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../../ui/calls/bridge.ts'

const pageSize = 50
/** Pages that are kept, at about 130 kB each. */
const maxPages = 240

export interface WantedRows {
  readonly chain: string
  readonly first: number
  readonly last: number
}

interface Page {
  readonly tip: string
  readonly rows: readonly ReadingRow[]
}

export interface ReadingPages {
  readonly row: (chain: string, row: number) => ReadingRow | undefined
  readonly need: (wanted: readonly WantedRows[]) => void
  /** Reads a chain up to this commit from now on; rows that were read before are shown until the new ones arrive. */
  readonly follow: (tips: ReadonlyMap<string, string>) => void
  readonly failure: () => Failure | undefined
  readonly version: () => number
  readonly subscribe: (listener: () => void) => () => void
}

const keyOf = (chain: string, page: number): string => `${page} ${chain}`

export const readingPages = (sessionId: string): ReadingPages => {
  const pages = new Map<string, Page>()
  const listeners = new Set<() => void>()
  let tips: ReadonlyMap<string, string> = new Map()
  let wanted: readonly WantedRows[] = []
  let failure: Failure | undefined
  let version = 0
  let isFetching = false

  const announce = (): void => {
    version += 1
    for (const listener of [...listeners]) listener()
  }
  const keep = (key: string, page: Page): void => {
    pages.delete(key)
    pages.set(key, page)
    const [oldest] = pages.keys()
    if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest)
  }
  const missing = (): { readonly chain: string; readonly page: number; readonly tip: string } | undefined => {
    for (const { chain, first, last } of wanted) {
      const tip = tips.get(chain)
      if (tip === undefined) continue
      for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
        if (pages.get(keyOf(chain, page))?.tip !== tip) return { chain, page, tip }
    }
    return undefined
  }
  const fetchNext = (): void => {
    const next = missing()
    if (isFetching || next === undefined) return
    const { chain, page, tip } = next
    isFetching = true
    ask('session.read', { sessionId, tip, offset: page * pageSize, limit: pageSize }).then(
      ({ rows }) => {
        isFetching = false
        failure = undefined
        keep(keyOf(chain, page), { tip, rows })
        announce()
        fetchNext()
      },
      (thrown: unknown) => {
        isFetching = false
        // The session grew meanwhile and its last commit was replaced: the new outline names the new one.
        if (tips.get(chain) === tip) failure = failureOf(thrown)
        announce()
      },
    )
  }
  return {
    row: (chain, row) => pages.get(keyOf(chain, Math.floor(row / pageSize)))?.rows[row % pageSize],
    need: (rows) => {
      wanted = rows
      fetchNext()
    },
    follow: (next) => {
      tips = next
      failure = undefined
      fetchNext()
    },
    failure: () => failure,
    version: () => version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
