/**
 * Ranks documents by the terms of a question: Okapi BM25. A question has few terms, so that only documents that can have one are read, and
 * nothing is kept of the others.
 */

/** How soon repetitions of a term count for no more, and how much long documents count for less. */
const saturation = 1.2
const lengthShare = 0.6

export interface Matched {
  /** BM25. */
  readonly score: number
  /** Weight of the terms of the question that the document has, and which they are. */
  readonly mass: number
  readonly terms: readonly string[]
  /** Weight of the neighbouring terms of the question that are neighbours in the document, too. */
  readonly pairMass: number
}

/** Terms with those that follow them in a question. */
export type Pairs = ReadonlyMap<string, ReadonlySet<string>>

export const pairsOf = (terms: readonly string[]): Pairs => {
  const pairs = new Map<string, Set<string>>()
  for (const [at, term] of terms.entries()) {
    const next = terms[at + 1]
    if (next === undefined || next === term) continue
    const own = pairs.get(term)
    if (own === undefined) pairs.set(term, new Set([next]))
    else own.add(next)
  }
  return pairs
}

const noPairs: Pairs = new Map()

/** No term has a blank. */
const pairName = (term: string, next: string): string => `${term} ${next}`

/** How often a document has each term, and each pair, of a question. */
type Counts = ReadonlyMap<string, number>

const countIn = (document: readonly string[], terms: ReadonlySet<string>, pairs: Pairs): Counts | undefined => {
  let counts: Map<string, number> | undefined
  let followers: ReadonlySet<string> | undefined
  let before = ''
  for (const term of document) {
    if (!terms.has(term)) {
      followers = undefined
      continue
    }
    counts ??= new Map()
    counts.set(term, (counts.get(term) ?? 0) + 1)
    if (followers?.has(term) === true) counts.set(pairName(before, term), 1)
    followers = pairs.get(term)
    before = term
  }
  return counts
}

/** How rare a term is: one that no document has weighs most. */
const rarity = (all: number, having: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5))

/** The weights of terms in some documents. */
export type TermWeights = ReadonlyMap<string, number>

/** Number → counts; documents without any term are not in it. */
type Hits = ReadonlyMap<number, Counts>

const weightsIn = (hits: Hits, all: number, terms: ReadonlySet<string>): TermWeights => {
  const having = new Map<string, number>()
  for (const counts of hits.values()) for (const term of counts.keys()) having.set(term, (having.get(term) ?? 0) + 1)
  const names = new Set([...terms, ...having.keys()])
  return new Map([...names].map((term) => [term, rarity(all, having.get(term) ?? 0)]))
}

const isPair = (name: string): boolean => name.includes(' ')

const scored = (hits: Hits, lengths: readonly number[], weights: TermWeights): ReadonlyMap<number, Matched> => {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return new Map(
    [...hits].map(([document, counts]) => {
      const length = (lengths[document] ?? 0) / Math.max(1, mean)
      let [score, mass, pairMass] = [0, 0, 0]
      for (const [term, times] of counts) {
        const weight = weights.get(term) ?? 0
        if (isPair(term)) {
          pairMass += weight
          continue
        }
        score += (weight * times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * length))
        mass += weight
      }
      return [document, { score, mass, pairMass, terms: [...counts.keys()].filter((term) => !isPair(term)) }]
    }),
  )
}

/** What documents have of a question. */
export interface Match {
  readonly weights: TermWeights
  readonly matched: ReadonlyMap<number, Matched>
}

/** A text, and its terms in their order. */
export interface TermDocument {
  readonly text: string
  readonly terms: () => readonly string[]
}

const notAscii = /[^\0-\x7f]/

/** Finds texts that can have a term: its beginning is in the word that it comes from, where letters have no accents. */
const beginnings = (terms: ReadonlySet<string>): RegExp | undefined => {
  const all = [...terms]
  if (all.length === 0 || all.some((term) => notAscii.test(term))) return undefined
  // Endings change the last letter of a stem: happy, happi.
  const begins = all.map((term) => (/^[a-z]{4,}$/.test(term) ? term.slice(0, -1) : term))
  return new RegExp(begins.map((begin) => begin.replaceAll(/[^a-z0-9]/gi, String.raw`\$&`)).join('|'), 'i')
}

export class WordIndex {
  readonly #documents: readonly TermDocument[]
  readonly #lengths: readonly number[]
  readonly #all: number
  #last: { readonly terms: ReadonlySet<string>; readonly hits: Hits } | undefined

  /** @param others number of further documents, which have no term that is asked for */
  constructor(documents: readonly TermDocument[], others = 0) {
    this.#documents = documents
    this.#all = documents.length + others
    this.#lengths = documents.map(({ text }) => text.length)
  }

  #hits(terms: ReadonlySet<string>, pairs = noPairs): Hits {
    if (this.#last?.terms === terms) return this.#last.hits
    const hits = new Map<number, Counts>()
    const begins = beginnings(terms)
    for (const [document, { text, terms: termsOf }] of this.#documents.entries()) {
      if (begins?.test(text) === false && !notAscii.test(text)) continue
      const counts = countIn(termsOf(), terms, pairs)
      if (counts !== undefined) hits.set(document, counts)
    }
    this.#last = { terms, hits }
    return hits
  }

  weigh(terms: ReadonlySet<string>): TermWeights {
    return weightsIn(this.#hits(terms), this.#all, terms)
  }

  match(terms: ReadonlySet<string>, pairs = noPairs): Match {
    const hits = this.#hits(terms, pairs)
    const weights = weightsIn(hits, this.#all, terms)
    return { weights, matched: scored(hits, this.#lengths, weights) }
  }

  /** The same for groups of documents, each taken for one. */
  matchGroups(groups: readonly (readonly number[])[], terms: ReadonlySet<string>): Match {
    const hits = this.#hits(terms)
    const ofGroups = new Map<number, Counts>()
    for (const [group, documents] of groups.entries()) {
      const sums = new Map<string, number>()
      for (const document of documents) for (const [term, times] of hits.get(document) ?? []) sums.set(term, (sums.get(term) ?? 0) + times)
      if (sums.size > 0) ofGroups.set(group, sums)
    }
    const lengths = groups.map((documents) => documents.reduce((sum, document) => sum + (this.#lengths[document] ?? 0), 0))
    const weights = weightsIn(ofGroups, groups.length, terms)
    return { weights, matched: scored(ofGroups, lengths, weights) }
  }
}
