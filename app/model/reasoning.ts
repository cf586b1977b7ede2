/** What a thought may be: something was chosen, something was dropped, or one was weighed against the other. */
export const reasonings = ['decision', 'rejection', 'tradeoff'] as const
export type Reasoning = (typeof reasonings)[number]
