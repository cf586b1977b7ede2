/** Sets of filters that a person named, as addresses: kept in the preferences of this window. */
import { parseAddress, formatAddress, type Address } from '../address/address.ts'
import { observable, useObservable, type Observable } from '../calls/observable.ts'
import { keepPreference, preference } from '../layout/preferences.ts'

export interface SavedFilter {
  readonly name: string
  /** As text; see formatAddress. */
  readonly address: string
}

const isFilter = (value: unknown): value is SavedFilter =>
  typeof (value as SavedFilter | null)?.name === 'string' && typeof (value as SavedFilter).address === 'string'

/** The filters in the preferences; none when they cannot be read. */
export const filtersIn = (text: string | undefined): readonly SavedFilter[] => {
  try {
    const values = JSON.parse(text ?? '[]') as unknown
    return Array.isArray(values) ? values.filter(isFilter).map(({ name, address }) => ({ name, address })) : []
  } catch {
    return []
  }
}

const byName = (a: SavedFilter, b: SavedFilter): number => a.name.localeCompare(b.name)

/** The list with a filter under its name; another of the same name is replaced. */
export const withFilter = (filters: readonly SavedFilter[], filter: SavedFilter): readonly SavedFilter[] =>
  [...filters.filter(({ name }) => name !== filter.name), filter].sort(byName)

export const withoutFilter = (filters: readonly SavedFilter[], name: string): readonly SavedFilter[] =>
  filters.filter((filter) => filter.name !== name)

/** Undefined: another filter has the name. */
export const renamedFilter = (filters: readonly SavedFilter[], from: string, to: string): readonly SavedFilter[] | undefined => {
  if (from !== to && filters.some(({ name }) => name === to)) return undefined
  return filters.map((filter) => (filter.name === from ? { ...filter, name: to } : filter)).sort(byName)
}

/** A list of saved filters: those of one screen. */
export interface SavedFilters {
  readonly changes: Observable<readonly SavedFilter[] | undefined>
  readonly all: () => readonly SavedFilter[]
  readonly save: (name: string, address: Address) => void
  readonly remove: (name: string) => void
  /** False: another filter has the name. */
  readonly rename: (from: string, to: string) => boolean
}

const savedFilters = (kept: string): SavedFilters => {
  const filters = observable<readonly SavedFilter[] | undefined>(undefined)
  const read = (): readonly SavedFilter[] => filters.get() ?? filtersIn(preference(kept))
  const write = (next: readonly SavedFilter[]): void => {
    filters.set(next)
    keepPreference(kept, JSON.stringify(next))
  }
  return {
    changes: filters,
    all: read,
    save: (name, address) => write(withFilter(read(), { name, address: formatAddress(address) })),
    remove: (name) => write(withoutFilter(read(), name)),
    rename: (from, to) => {
      const next = renamedFilter(read(), from, to)
      if (next !== undefined) write(next)
      return next !== undefined
    },
  }
}

export const useSavedFilters = ({ changes, all }: SavedFilters): readonly SavedFilter[] => useObservable(changes) ?? all()

export const savedSessionFilters = savedFilters('sessions.saved-filters')
export const savedSearches = savedFilters('search.saved-searches')

export const filterAddress = ({ address }: SavedFilter): Address | undefined => parseAddress(address)
