/**
 * How many tokens a text takes, from its length: no client records the tokens of a part. The weights were fitted to recorded replies, model
 * by model and kind by kind; `strata ask estimate-error` shows how far off they are, beside the rule of 4 characters a token.
 */
import type { ContentSize } from './text-size.ts'
import table from './token-weights.json' with { type: 'json' }

export type ContentKind = 'response' | 'thinking' | 'tool_call' | 'tool_result' | 'prompt' | 'injected'

/** Tokens for each character (UTF-16 code unit) of a kind; `per_call`: what a call and its result take beside their texts. */
export interface TokenWeights extends Readonly<Record<ContentKind, number>> {
  /** Part of the name of a model; '': any other. */
  readonly model: string
  readonly per_call: number
  /** What a request takes beside its items. */
  readonly per_step: number
  /** Steps between two replies that the weights were fitted to. */
  readonly steps: number
}

export const tokenWeights: readonly TokenWeights[] = table.weights

/** Where the weights come from. */
export const weightsMade: string = table.made

const unfitted: TokenWeights = {
  model: '',
  response: 0.25,
  thinking: 0.25,
  tool_call: 0.25,
  tool_result: 0.25,
  prompt: 0.25,
  injected: 0.25,
  per_call: 0,
  per_step: 0,
  steps: 0,
}

/** The weights of a model: those with the longest name that is part of its name. */
export const weightsOf = (model: string | null): TokenWeights =>
  tokenWeights
    .filter((each) => (model ?? '').includes(each.model))
    .reduce((best, each) => (each.model.length >= best.model.length ? each : best), unfitted)

/** Tokens of a text of a kind, a fraction. */
export const textTokens = (weights: TokenWeights, kind: ContentKind, chars: number): number => weights[kind] * chars

/** Tokens of a content of a kind, a fraction. */
export const sizeTokens = (weights: TokenWeights, kind: ContentKind, { weighed, counted }: ContentSize): number =>
  weights[kind] * weighed + counted
