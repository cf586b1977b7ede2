/** Groups sentences that say nearly the same: most of their words, without endings, are in both. */

/** A sentence, and the words that it is compared by. */
export interface Sentence<T> {
  readonly place: T
  readonly text: string
  readonly terms: ReadonlySet<string>
}

/** Share of all words of two sentences that both have. */
const leastShared = 0.6

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let both = 0
  for (const term of one) if (other.has(term)) both += 1
  return both / (one.size + other.size - both)
}

interface Group<T> {
  readonly at: number
  readonly terms: ReadonlySet<string>
  readonly sentences: Sentence<T>[]
}

/** Each sentence joins the group whose first sentence is most like it, the earliest of several. Groups are in the order of their first sentences. */
export class SentenceGroups<T> {
  readonly #groups: Group<T>[] = []
  readonly #byTerm = new Map<string, Group<T>[]>()

  add(sentence: Sentence<T>): void {
    const best = this.#likest(sentence.terms)
    if (best !== undefined) {
      best.sentences.push(sentence)
      return
    }
    const group = { at: this.#groups.length, terms: sentence.terms, sentences: [sentence] }
    this.#groups.push(group)
    for (const term of sentence.terms) {
      const known = this.#byTerm.get(term)
      if (known === undefined) this.#byTerm.set(term, [group])
      else known.push(group)
    }
  }

  get all(): readonly (readonly Sentence<T>[])[] {
    return this.#groups.map(({ sentences }) => sentences)
  }

  /** A group that is like enough lacks few of the terms: at least one of that many and one more is in it. The rarest ones are looked up. */
  #likest(terms: ReadonlySet<string>): Group<T> | undefined {
    const lists = [...terms].map((term) => this.#byTerm.get(term) ?? []).sort((one, other) => one.length - other.length)
    const lookedUp = lists.slice(0, Math.floor((1 - leastShared) * terms.size + rounding) + 1)
    let best: { readonly group: Group<T>; readonly share: number } | undefined
    for (const group of new Set(lookedUp.flat())) {
      const share = shared(group.terms, terms)
      if (share < leastShared || share < (best?.share ?? 0)) continue
      if (best === undefined || share > best.share || group.at < best.group.at) best = { group, share }
    }
    return best?.group
  }
}

/** 1 − 0.6 is a little less than 0.4 as a number. */
const rounding = 1e-9
