/** Cost in US dollars, and the prices behind it. */
import { z } from 'zod'
import type { ExactCount } from '../model/exact-count.ts'
import { call, id, nothing } from './call.ts'

export const costGroupings = ['all', 'session', 'project', 'model', 'day', 'commit'] as const

export type CostGrouping = (typeof costGroupings)[number]

/**
 * How a cost is known. client: the client's own account of a whole session, with requests that no transcript shows;
 * recorded: the record of a reply says it; computed: from the table of prices; unknown: there is no price.
 */
export type CostKnown = 'client' | 'recorded' | 'computed' | 'unknown'

/** null: not available. */
export interface CostTokens {
  readonly inputTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWrite5mTokens: ExactCount | null
  readonly cacheWrite1hTokens: ExactCount | null
  readonly webSearches: ExactCount | null
}

export interface CostGroup extends CostTokens {
  /** A session's id, a project, a model, a day (2026-01-31), a commit's id, or the empty text for all. */
  readonly group: string
  /** Further requests within a reply, such as an attempt of another model, are none. */
  readonly replies: number
  /** Everything whose cost is known; null when nothing is. */
  readonly usd: number | null
  readonly clientUsd: number
  readonly recordedUsd: number
  readonly computedUsd: number
  /** Replies and further requests without a price: their cost is in no sum. */
  readonly unknownReplies: number
  /** Replies whose output tokens, and so their cost, are fewer than the model wrote. */
  readonly understatedReplies: number
  /** Why a part or all of it is n/a; null when nothing is. */
  readonly reason: string | null
}

/** Replies of a model that has no price. */
export interface UnpricedModel extends CostTokens {
  readonly model: string
  /** With further requests. */
  readonly replies: number
  readonly reason: string
}

export interface CostView {
  readonly by: CostGrouping
  /** Time zone of the days. */
  readonly timeZone: string
  readonly groups: readonly CostGroup[]
  readonly unpriced: readonly UnpricedModel[]
}

/** A price, US dollars for a million tokens. */
export interface PriceView {
  readonly models: readonly string[]
  /** First day, UTC; the first price of a model holds before it as well. */
  readonly from: string
  /** The day after the last; null: it holds. */
  readonly until: string | null
  /** The price applies to prompts of more than this many tokens. */
  readonly overTokens: number
  readonly service: string
  readonly input: number
  readonly output: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly source: string
  readonly url: string | null
  /** Day on which the source was read. */
  readonly readOn: string | null
  /** True for a price from the store's own prices.json. */
  readonly isOwn: boolean
}

export interface PricesView {
  /** Own prices first: they win. */
  readonly prices: readonly PriceView[]
  readonly webSearchUsdPerThousand: number
  /** Where own prices go. */
  readonly ownFile: string
  /** Models in the store that have no price. */
  readonly missing: readonly string[]
}

export const costCalls = {
  'cost.show': call<CostView>('reads')(() =>
    z.object({
      by: z.enum(costGroupings).default('all'),
      sessionId: id.optional(),
      /** IANA name of the time zone of days; default: that of the machine. */
      timeZone: z.string().min(1).max(100).optional(),
    }),
  ),
  'prices.list': call<PricesView>('reads')(() => nothing),
} as const
