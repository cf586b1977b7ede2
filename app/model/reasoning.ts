/** Types of reasoning that settle something: it was chosen, dropped, or weighed against another. */
export const reasonings = ['decision', 'rejection', 'tradeoff'] as const
export type Reasoning = (typeof reasonings)[number]

/** Types of reasoning; `raw`: none of the others. */
export const thinkingTypes = [...reasonings, 'exploration', 'raw'] as const
export type ThinkingType = (typeof thinkingTypes)[number]

/** Where the words are from: a thinking block, a response, or a prompt or refusal of the person. */
export type Origin = 'thinking' | 'response' | 'user'

export const originWords: Readonly<Record<Origin, string>> = { thinking: 'thinking', response: 'response', user: 'person' }

/**
 * What became of it, by later records. `contradicted`: the person rejected it next. `reverted`: all that it changed was taken back.
 * `superseded`: a later decision about the same file has nearly the same words. `stale`: no line of its edits is left. `in_force`: at least
 * half of their lines are. `unknown`: no record shows any of these.
 */
export const eventStatuses = ['in_force', 'reverted', 'superseded', 'contradicted', 'stale', 'unknown'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** Whether a status says that a decision no longer holds. */
export const isGone = ({ status }: { readonly status: EventStatus }): boolean => status !== 'in_force' && status !== 'unknown'

/** As texts name it; unknown has no word. */
export const statusWords: Readonly<Record<EventStatus, string>> = {
  in_force: 'in force',
  reverted: 'reverted',
  superseded: 'superseded',
  contradicted: 'contradicted',
  stale: 'stale',
  unknown: '',
}

/** What became of a call. */
export const callOutcomes = ['success', 'error', 'reverted'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** How one decision is linked to another: it builds on it, is against it, or replaces it. */
export const reasonEdgeKinds = ['depends_on', 'conflicts_with', 'supersedes'] as const
export type ReasonEdgeKind = (typeof reasonEdgeKinds)[number]

/** From the later decision to the earlier one; both by their ids. */
export interface ReasonEdge {
  readonly from: string
  readonly to: string
  readonly kind: ReasonEdgeKind
}
