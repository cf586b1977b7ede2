/** The last searches of this window, the newest first. */
import { observable, useObservable } from '../../ui/calls/observable.ts'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'

const kept = 'search.recent'
const most = 10

/** The searches in the preferences; none when they cannot be read. */
export const searchesIn = (text: string | undefined): readonly string[] => {
  try {
    const values = JSON.parse(text ?? '[]') as unknown
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Adds a search as the newest. It replaces the previous newest when it begins with it. */
export const withSearch = (searches: readonly string[], text: string): readonly string[] => {
  const own = text.trim()
  if (own === '') return searches
  const others = searches.filter((other, at) => other !== own && !(at === 0 && own.startsWith(other)))
  return [own, ...others].slice(0, most)
}

const searches = observable<readonly string[] | undefined>(undefined)

const read = (): readonly string[] => searches.get() ?? searchesIn(preference(kept))

export const useRecentSearches = (): readonly string[] => useObservable(searches) ?? read()

const write = (next: readonly string[]): void => {
  searches.set(next)
  keepPreference(kept, JSON.stringify(next))
}

export const rememberSearch = (text: string): void => write(withSearch(read(), text))

export const forgetSearches = (): void => write([])
