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
  const both = [...one].filter((term) => other.has(term)).length
  return both / (one.size + other.size - both)
}

interface Group<T> {
  readonly terms: ReadonlySet<string>
  readonly sentences: Sentence<T>[]
}

/** Each sentence joins the group whose first sentence is most like it. Groups are in the order of their first sentences. */
export const groupSentences = <T>(sentences: Iterable<Sentence<T>>): readonly (readonly Sentence<T>[])[] => {
  const groups: Group<T>[] = []
  const byTerm = new Map<string, Group<T>[]>()
  for (const sentence of sentences) {
    const near = new Set([...sentence.terms].flatMap((term) => byTerm.get(term) ?? []))
    let best: { readonly group: Group<T>; readonly share: number } | undefined
    for (const group of near) {
      const share = shared(group.terms, sentence.terms)
      if (share >= leastShared && share > (best?.share ?? 0)) best = { group, share }
    }
    if (best !== undefined) {
      best.group.sentences.push(sentence)
      continue
    }
    const group = { terms: sentence.terms, sentences: [sentence] }
    groups.push(group)
    for (const term of sentence.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), group])
  }
  return groups.map(({ sentences: own }) => own)
}
