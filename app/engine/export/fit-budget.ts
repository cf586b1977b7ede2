/** Keeps an export to its budget: excludes whole turns, the oldest first, or refuses and names what would fit. */
import type { CallParsed } from '../../contract/calls.ts'
import type { BudgetKept, BudgetWays } from '../../contract/export.ts'
import { StrataError } from '../../model/failure.ts'
import { formatCount } from '../../model/format/count.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { planExport } from './plan-export.ts'

type Wish = Pick<CallParsed<'export.make'>, 'commitId' | 'target' | 'stop' | 'budget'>

interface Fitted {
  readonly stop: string
  readonly kept: BudgetKept | null
}

const wayWords = ({ larger, instead }: BudgetWays): string => {
  const ways = [
    ...(larger === null ? [] : [`a budget of ${formatCount(larger.tokens)} tokens (--budget ${larger.tokens})`]),
    ...(instead === null ? [] : [`the earlier commit ${instead.commitId}, which takes ${formatCount(instead.tokens)} tokens`]),
  ]
  return ways.length === 0 ? '' : ` What fits: ${ways.join(', or ')}.`
}

/** @throws StrataError over-budget, not-found, ambiguous-id, malformed-id */
export const fitBudget = async (context: EngineContext, { commitId, target, stop, budget }: Wish): Promise<Fitted> => {
  if (budget === undefined) return { stop, kept: null }
  const plan = await planExport(context, { commitId, target, stop, budget })
  const { goesIn, fitting, ways } = plan
  if (goesIn.tokens === null || goesIn.tokens <= budget) return { stop, kept: { budget, tokens: goesIn.tokens, from: null, excluded: 0 } }
  if (fitting === null) {
    const over = `its last turn alone exceeds the budget of ${formatCount(budget)} tokens.`
    throw new StrataError('over-budget', `Cannot export ${plan.commitId}: ${over}${ways === null ? '' : wayWords(ways)}`, { budget })
  }
  const fitted = await planExport(context, { commitId, target, stop: fitting.commitId })
  const excluded = goesIn.commits - fitted.goesIn.commits
  return { stop: fitting.commitId, kept: { budget, tokens: fitted.goesIn.tokens, from: fitting.commitId, excluded } }
}
