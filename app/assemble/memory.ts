/** What is recalled for the event: its part of layer 3. */
import type { AssembledPack } from '../contract/assemble.ts'
import { tokensOfText } from '../conversation/block-tokens.ts'
import type { TokenWeights } from '../model/estimate-tokens.ts'

export interface Memory {
  /** '': nothing. */
  readonly text: string
  /** Commits and sessions that the text cites. */
  readonly cited: readonly string[]
  /** Why it is so. */
  readonly why: string
}

export const noMemory = (why: string): Memory => ({ text: '', cited: [], why })

export const memoryPack = (weights: TokenWeights, { text, why }: Memory): AssembledPack => {
  const own = { name: 'memory', layer: 3, priority: 'low', why } as const
  return text === ''
    ? { ...own, form: 'left_out', tokens: 0 }
    : { ...own, form: 'full', tokens: Math.round(tokensOfText(weights, 'injected', text)) }
}
