/** Rows of a long list, fetched in pages as they come into view. */
import type { Failure } from '../../../app/model/failure.ts'
import { failureOf } from '../calls/bridge.ts'

export interface RowPage<Row, Extra> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Facts about the whole list besides its rows. */
  readonly extra: Extra
}

export interface RowSource<Row, Extra> {
  /** Ensures that these rows are loaded or loading; both ends are included. */
  readonly need: (first: number, last: number) => void
  readonly row: (index: number) => Row | undefined
  /** Rows from the first one up to the first gap. */
  readonly beginning: () => readonly Row[]
  readonly findIndex: (matches: (row: Row) => boolean) => number | undefined
  readonly total: () => number | undefined
  readonly extra: () => Extra | undefined
  readonly failure: () => Failure | undefined
  /** The rows requested last, and whether all of them are loaded. */
  readonly needed: () => readonly [number, number]
  readonly isSettled: () => boolean
  readonly version: () => number
  readonly subscribe: (listener: () => void) => () => void
}

export interface RowSourceOptions<Row, Extra> {
  readonly fetch: (offset: number, limit: number) => Promise<RowPage<Row, Extra>>
  readonly pageSize: number
  /** True: after the rows in view, those before them are fetched too. */
  readonly fillsBeginning: boolean
}

/** Pages fetched with one call, at most. */
const maxPages = 2

interface Run {
  readonly page: number
  readonly count: number
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
  let isFetching = false
  let version = 0
  let beginning: { readonly pages: number; readonly rows: Row[] } = { pages: 0, rows: [] }

  const announce = (): void => {
    version += 1
    for (const listener of [...listeners]) listener()
  }
  const pagesOf = (first: number, last: number): readonly [number, number] => {
    const end = total === undefined ? last : Math.min(last, total - 1)
    return [Math.floor(first / pageSize), Math.floor(Math.max(0, end) / pageSize)]
  }
  /** The first run of missing pages between two pages, both included. */
  const missingRun = ([from, to]: readonly [number, number]): Run | undefined => {
    let page = from
    while (page <= to && pages.has(page)) page += 1
    if (page > to) return undefined
    let count = 1
    while (count < maxPages && page + count <= to && !pages.has(page + count)) count += 1
    return { page, count }
  }
  const missingInView = (): Run | undefined => missingRun(pagesOf(wanted[0], wanted[1]))
  const fetchNext = (): void => {
    const run = missingInView() ?? (options.fillsBeginning ? missingRun(pagesOf(0, wanted[1])) : undefined)
    if (isFetching || run === undefined) return
    isFetching = true
    options.fetch(run.page * pageSize, run.count * pageSize).then(
      (answer) => {
        isFetching = false
        failure = undefined
        for (let each = 0; each < run.count; each += 1)
          pages.set(run.page + each, answer.rows.slice(each * pageSize, (each + 1) * pageSize))
        total = answer.total
        extra = answer.extra
        announce()
        fetchNext()
      },
      (thrown: unknown) => {
        isFetching = false
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
    isSettled: () => failure !== undefined || missingInView() === undefined,
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
