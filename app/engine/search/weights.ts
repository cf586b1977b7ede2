/** How much a match counts, by where it is and how. Their measured effect is in docs/decisions/0017-search-index.md. */

/** Of a word in a text of this kind, as FTS5's bm25 takes them. */
export const kindWeights = { title: 4, prompt: 2, response: 1.5, thinking: 1, call: 1, injected: 0.4 } as const

/** Of a passage that contains the words, wherever: in the output of tools and in parts of names too. */
export const bagWeight = 1

/** Of the best text of a passage, by its kind. */
export const pieceWeights = { title: 1.2, prompt: 1.15, response: 1.05, thinking: 1, call: 0.9, output: 0.8, injected: 0.6 } as const

/** What is added for a stretch with all words: as much for words side by side, by `1/e` less for each `chars` between them. */
export const nearness = { chars: 160, inOrder: 0.3 } as const

/** What a passage is worth whose best text has none of the words near each other, relative to one with all words in one text. */
export const leastFactor = 0.25

/** A passage of the next stage is worth this many times less: its turn has all words, then all but one. */
export const perStage = 100
