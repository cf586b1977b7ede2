/** Weights of a match by its place and form. Their measured effect is in docs/decisions/0017-search-index.md. */

/** Weights of a word by the kind of text, as columns of FTS5's bm25. */
export const kindWeights = { title: 4, prompt: 2, response: 1.5, thinking: 1, call: 1, injected: 0.4 } as const

/** Weight of a passage that contains the words anywhere, including the output of tools and parts of names. */
export const bagWeight = 1

/** Weight of the best text of a passage, by its kind. */
export const pieceWeights = { title: 1.2, prompt: 1.15, response: 1.05, thinking: 1, call: 0.9, output: 0.8, injected: 0.6 } as const

/** Bonus for a stretch with all words: the full bonus for adjacent words, divided by e for every `chars` characters between them. */
export const nearness = { chars: 160, inOrder: 0.3 } as const

/** Factor of a passage whose best text has none of the words near each other, relative to one with all words in one text. */
export const minFactor = 0.25

/** A passage of the next stage counts this many times less. Stages: all words in the passage, all words in its turn, all but one. */
export const perStage = 100
