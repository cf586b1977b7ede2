/** What prompts cost, split by kind of token, and what a whole session does. */
import type { ReactNode } from 'react'
import { formatCompact } from '../../../app/model/format/count.ts'
import { formatCents, formatUsd } from '../../../app/model/format/usd.ts'
import type { CommitCosts, OutlineEntry, PromptCost } from './outline-entries.ts'

/** `cache read 1.2M, cache written 30k, input 1.2k, output 3.1k tokens; sub-agents $0.40 of $1.25` */
export const promptCostWords = ({ usd, agentsUsd, isLow, input, cacheWrite, cacheRead, output }: PromptCost): string => {
  const kinds = [
    ['cache read', cacheRead],
    ['cache written', cacheWrite],
    ['input', input],
    ['output', output],
  ] as const
  const tokens = `${kinds.map(([kind, count]) => `${kind} ${formatCompact(count)}`).join(', ')} tokens`
  return [
    tokens,
    ...(agentsUsd === 0 ? [] : [`sub-agents ${formatUsd(agentsUsd)} of ${formatUsd(usd)}`]),
    ...(isLow ? ['the real cost is higher'] : []),
  ].join('; ')
}

/** In cents, with a sign where the real cost is higher. */
export const promptUsd = ({ usd, isLow }: Pick<PromptCost, 'usd' | 'isLow'>): string => `${isLow ? '≥ ' : ''}${formatCents(usd)}`

const sum = (amounts: readonly number[]): number => amounts.reduce((total, usd) => total + usd, 0)

/** Amounts below it are not worth a line, US dollars. */
const leastUsd = 0.005

interface OutlineTotalProps {
  readonly entries: readonly OutlineEntry[]
  readonly costs: CommitCosts
}

/** The known cost of the session, as its head shows it, and how much of it belongs to no prompt. */
export const OutlineTotal = ({ entries, costs }: OutlineTotalProps): ReactNode => {
  const total = sum([...costs.values()].map(({ usd }) => usd))
  const prompts = sum(entries.flatMap((entry) => (entry.kind === 'prompt' ? (entry.cost?.usd ?? []) : [])))
  const outside = total - prompts
  return (
    <p className="outline-total">
      <span>Total{outside < leastUsd ? '' : `, ${formatCents(outside)} of it for no prompt`}</span>
      <span className="outline-usd">{promptUsd({ usd: total, isLow: [...costs.values()].some(({ isLow }) => isLow) })}</span>
    </p>
  )
}
