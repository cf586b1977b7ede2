/** How a cost is known, in words, and why a part of it is not. */
import type { CostGroup } from '../../../app/contract/cost.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'

const ways: readonly (readonly [(cost: CostGroup) => number, string])[] = [
  [(cost) => cost.clientUsd, 'as the client reported, including requests missing from the transcript'],
  [(cost) => cost.recordedUsd, 'as recorded'],
  [(cost) => cost.computedUsd, 'from the prices of that day'],
]

/** `$1.25 from the prices of the day`; one sentence a way, the largest first. */
export const costWords = (cost: CostGroup): string =>
  ways
    .map(([pick, words]) => [pick(cost), words] as const)
    .filter(([usd]) => usd > 0)
    .sort(([a], [b]) => b - a)
    .map(([usd, words]) => `${formatUsd(usd)} ${words}`)
    .join('; ')

/** Why a part is missing from a cost; the empty text when nothing is. */
export const missingCost = (cost: CostGroup): string =>
  cost.unknownReplies === 0 ? '' : `Excludes ${countOf(cost.unknownReplies, 'reply', 'replies')}: ${cost.reason ?? 'no price is available'}`

/** Whether the real cost is higher than the known one. */
export const isLowCost = (cost: CostGroup): boolean => cost.unknownReplies > 0 || cost.understatedReplies > 0

export const noCost = 'No usage is recorded'
