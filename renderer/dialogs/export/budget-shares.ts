/** The bar of an export: how wide its parts are, and where the budget ends. */
import type { ExportPart, ExportPlan } from '../../../app/contract/export.ts'

export const partNames = ['goesIn', 'compacted', 'leftOut'] as const
export type PartName = (typeof partNames)[number]

export interface BudgetShares {
  /** Tokens, or bytes when the tokens of some parts are not known. */
  readonly unit: 'tokens' | 'bytes'
  /** Shares of the whole bar, 0 to 1. */
  readonly shares: Readonly<Record<PartName, number>>
  /** Place of the budget in the bar, 0 to 1; undefined: the request has no budget, or the bar is not in tokens. */
  readonly budgetAt: number | undefined
  /** Number of included tokens above the budget; undefined: none, or not available. */
  readonly over: number | undefined
}

const isKnown = ({ commits, summaries, tokens }: ExportPart): boolean => commits === summaries || tokens !== null

const overBudget = (tokens: number | null, budget: number | undefined): number | undefined =>
  tokens !== null && budget !== undefined && tokens > budget ? tokens - budget : undefined

export const budgetShares = (plan: ExportPlan, budget: number | undefined): BudgetShares => {
  const unit = partNames.every((name) => isKnown(plan[name])) ? 'tokens' : 'bytes'
  const sizes = partNames.map((name) => plan[name][unit] ?? 0)
  const sum = sizes.reduce((total, size) => total + size, 0)
  const shown = unit === 'tokens' ? budget : undefined
  const whole = Math.max(1, sum, shown ?? 0)
  const [goesIn = 0, compacted = 0, leftOut = 0] = sizes.map((size) => size / whole)
  return {
    unit,
    shares: { goesIn, compacted, leftOut },
    budgetAt: shown === undefined ? undefined : shown / whole,
    over: overBudget(plan.goesIn.tokens, budget),
  }
}
