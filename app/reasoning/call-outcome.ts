/** What became of a call. */
export const callOutcomes = ['success', 'error', 'reverted'] as const
export type CallOutcome = (typeof callOutcomes)[number]
