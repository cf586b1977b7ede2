/** Ranks documents by the terms of a question: Okapi BM25. */

/** How soon repetitions of a term count for no more, and how much long documents count for less. */
const saturation = 1.2
const lengthShare = 0.6

interface Posting {
  readonly document: number
  readonly times: number
}

export interface Matched {
  /** BM25. */
  readonly score: number
  /** Weight of the terms of the question that the document has, and which they are. */
  readonly mass: number
  readonly terms: readonly string[]
}

export class WordIndex {
  readonly #postings = new Map<string, Posting[]>()
  readonly #lengths: readonly number[]
  readonly #meanLength: number
  readonly #others: number

  /** @param documents the terms of each @param others number of documents that have no term that is asked for */
  constructor(documents: readonly (readonly string[])[], others = 0) {
    this.#others = others
    this.#lengths = documents.map(({ length }) => length)
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length)
    for (const [document, terms] of documents.entries()) this.#add(document, terms)
  }

  #add(document: number, terms: readonly string[]): void {
    const times = new Map<string, number>()
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
    for (const [term, count] of times) {
      const posting = { document, times: count }
      const own = this.#postings.get(term)
      if (own === undefined) this.#postings.set(term, [posting])
      else own.push(posting)
    }
  }

  /** How rare a term is: one that no document has weighs most. */
  weightOf(term: string): number {
    const all = this.#lengths.length + this.#others
    const having = this.#postings.get(term)?.length ?? 0
    return Math.log(1 + (all - having + 0.5) / (having + 0.5))
  }

  has(term: string): boolean {
    return this.#postings.has(term)
  }

  /** The documents that have a term of the question. */
  match(terms: ReadonlySet<string>): ReadonlyMap<number, Matched> {
    const found = new Map<number, { score: number; mass: number; terms: string[] }>()
    for (const term of terms) {
      const postings = this.#postings.get(term) ?? []
      const weight = this.weightOf(term)
      for (const { document, times } of postings) {
        const own = found.get(document) ?? { score: 0, mass: 0, terms: [] }
        const length = (this.#lengths[document] ?? 0) / Math.max(1, this.#meanLength)
        own.score += (weight * times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * length))
        own.mass += weight
        own.terms.push(term)
        found.set(document, own)
      }
    }
    return found
  }
}
