/** Kinds of reasoning. */
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
 * What became of it, a guess by the words of later records. `contradicted`: the person rejected it next. `superseded`: a later decision of
 * the chain is about the same file in nearly the same words. `unknown`: no record shows either.
 */
export type EventStatus = 'contradicted' | 'superseded' | 'unknown'

/** How one decision hangs together with another: it builds on it, is against it, or replaces it. */
export const reasonEdgeKinds = ['depends_on', 'conflicts_with', 'supersedes'] as const
export type ReasonEdgeKind = (typeof reasonEdgeKinds)[number]

/** From the later decision to the earlier one; both by their ids. */
export interface ReasonEdge {
  readonly from: string
  readonly to: string
  readonly kind: ReasonEdgeKind
}
