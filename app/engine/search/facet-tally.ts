/** Counts what the results of a search could be restricted to: the sessions that have all its words in texts of one kind, of one tool … */
import type { Facet, SearchFacets } from '../../contract/search.ts'
import { textKinds } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import { sessionsNamed } from './find-candidates.ts'
import type { SearchIndex } from './index/search-index.ts'
import { fullValues, type MatchedText, type Matchers } from './passage-hits.ts'

/** Sessions by value. */
type Sessions = Map<string, Set<string>>

const note = (sessions: Sessions, value: string, sessionId: string): void => {
  const own = sessions.get(value)
  if (own === undefined) sessions.set(value, new Set([sessionId]))
  else own.add(sessionId)
}

/** First days of months in a time zone. */
const monthsIn = (zone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit' })
  const part = (at: number, type: 'year' | 'month'): string => format.formatToParts(at).find((one) => one.type === type)?.value ?? ''
  const months = new Map<number, string>()
  return (at) => {
    // No zone changes its month within a quarter of an hour.
    const quarter = Math.floor(at / 900_000)
    const month = months.get(quarter) ?? `${part(at, 'year').padStart(4, '0')}-${part(at, 'month')}-01`
    months.set(quarter, month)
    return month
  }
}

const facetsOf = (sessions: Sessions): readonly Facet[] =>
  [...sessions]
    .map(([value, own]) => ({ value, sessions: own.size }))
    .sort((a, b) => b.sessions - a.sessions || (a.value < b.value ? -1 : 1))

export class FacetTally {
  /** Ids of the matching sessions. */
  readonly sessions = new Set<string>()
  readonly #kinds: Sessions = new Map()
  readonly #tools: Sessions = new Map()
  readonly #months: Sessions = new Map()
  readonly #matchers: Matchers
  /** Names by their numbers in the index. */
  readonly #names: ReadonlyMap<number, string>
  readonly #monthOf: (at: number) => string

  private constructor(matchers: Matchers, names: ReadonlyMap<number, string>, zone: string) {
    this.#matchers = matchers
    this.#names = names
    this.#monthOf = monthsIn(zone)
  }

  static async begin(index: SearchIndex, matchers: Matchers, zone: string): Promise<FacetTally> {
    const tools = await index.ask('names', { kind: 'tool', values: null })
    return new FacetTally(matchers, new Map(tools.map(({ number, name }) => [number, name])), zone)
  }

  /** @param passages one, or those of a turn @returns whether they match */
  add(sessionId: string, passages: readonly (readonly MatchedText[])[]): boolean {
    const full = (valueOf: (text: MatchedText) => string | null): readonly string[] => fullValues(passages, this.#matchers, valueOf)
    if (full(() => '').length === 0) return false
    this.sessions.add(sessionId)
    const monthAt = ({ text: { piece } }: MatchedText): string | null => {
      const occurredAt = piece?.occurredAt ?? null
      return occurredAt === null ? null : this.#monthOf(occurredAt)
    }
    for (const kind of full(({ text }) => text.kind)) note(this.#kinds, kind, sessionId)
    for (const tool of full(({ text: { piece } }) => this.#names.get(piece?.tool ?? 0) ?? null)) note(this.#tools, tool, sessionId)
    for (const month of full(monthAt)) note(this.#months, month, sessionId)
    return true
  }

  async view(store: Store, isComplete: boolean): Promise<SearchFacets> {
    const projects: Sessions = new Map()
    for (const { sessionId, project } of (await sessionsNamed(store, this.sessions)).values()) note(projects, project, sessionId)
    const kinds = facetsOf(this.#kinds)
    return {
      kinds: textKinds.flatMap((kind) => kinds.find(({ value }) => value === kind) ?? []),
      tools: facetsOf(this.#tools),
      projects: facetsOf(projects),
      months: [...facetsOf(this.#months)].sort((a, b) => (a.value < b.value ? 1 : -1)),
      total: this.sessions.size,
      isComplete,
    }
  }
}
