/** Rows of a long list, fetched in pages as they come into view. */
import type { Failure } from '../../app/model/failure.ts'
import { failureOf } from './bridge.ts'

export interface RowPage<Row, Extra> {
  readonly rows: readonly Row[]
  readonly total: number
  /** What the engine says about the whole list besides its rows. */
  readonly extra: Extra
}

export interface RowSource<Row, Extra> {
  /** Makes sure that these rows are there or on their way; both ends included. */
  readonly need: (first: number, last: number) => void
  readonly row: (index: number) => Row | undefined
  /** Rows from the first one up to the first gap. */
  readonly beginning: () => readonly Row[]
  readonly findIndex: (matches: (row: Row) => boolean) => number | undefined
  readonly total: () => number | undefined
  readonly extra: () => Extra | undefined
  readonly failure: () => Failure | undefined
  /** The rows asked for last, and whether all of them are there. */
  readonly needed: () => readonly [number, number]
  readonly isSettled: () => boolean
  readonly version: () => number
  readonly subscribe: (listener: () => void) => () => void
}

export interface RowSourceOptions<Row, Extra> {
  readonly fetch: (offset: number, limit: number) => Promise<RowPage<Row, Extra>>
  readonly pageSize: number
  /** True: pages are fetched from the first one on, none is skipped. */
  readonly inOrder: boolean
}

/** A source that has fetched nothing yet; a failed page is asked for again by the next `need`. */
export const rowSource = <Row, Extra>(options: RowSourceOptions<Row, Extra>): RowSource<Row, Extra> => {
  const { pageSize } = options
  const pages = new Map<number, readonly Row[]>()
  const listeners = new Set<() => void>()
  let wanted: readonly [number, number] = [0, 0]
  let total: number | undefined
  let extra: Extra | undefined
  let failure: Failure | undefined
  let fetching: number | undefined
  let version = 0
  let beginning: { readonly pages: number; readonly rows: Row[] } = { pages: 0, rows: [] }

  const announce = (): void => {
    version += 1
    for (const listener of [...listeners]) listener()
  }
  const lastPage = (): number => Math.floor(Math.max(0, Math.min(wanted[1], total === undefined ? wanted[1] : total - 1)) / pageSize)
  const missingPage = (): number | undefined => {
    const from = options.inOrder ? 0 : Math.floor(wanted[0] / pageSize)
    for (let page = from; page <= lastPage(); page += 1) if (!pages.has(page)) return page
    return undefined
  }
  const fetchNext = (): void => {
    const page = missingPage()
    if (fetching !== undefined || page === undefined) return
    fetching = page
    options.fetch(page * pageSize, pageSize).then(
      (answer) => {
        fetching = undefined
        failure = undefined
        pages.set(page, answer.rows)
        total = answer.total
        extra = answer.extra
        announce()
        fetchNext()
      },
      (thrown: unknown) => {
        fetching = undefined
        failure = failureOf(thrown)
        announce()
      },
    )
  }
  const extendBeginning = (): readonly Row[] => {
    let count = beginning.pages
    while (pages.has(count)) {
      beginning.rows.push(...(pages.get(count) ?? []))
      count += 1
    }
    beginning = { pages: count, rows: beginning.rows }
    return beginning.rows
  }
  return {
    need: (first, last) => {
      wanted = [first, last]
      fetchNext()
    },
    row: (index) => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    beginning: extendBeginning,
    findIndex: (matches) => findRow(pages, pageSize, matches),
    total: () => total,
    extra: () => extra,
    failure: () => failure,
    needed: () => wanted,
    isSettled: () => failure !== undefined || missingPage() === undefined,
    version: () => version,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const findRow = <Row>(pages: ReadonlyMap<number, readonly Row[]>, pageSize: number, matches: (row: Row) => boolean): number | undefined => {
  for (const [page, rows] of pages) {
    const place = rows.findIndex(matches)
    if (place >= 0) return page * pageSize + place
  }
  return undefined
}
