/** Backtests: what policies would have shown at recorded moments, scored by what the agents then did. */
import { z } from 'zod'
import type { Figure, NeedKind } from '../model/backtest.ts'
import { call, noRows, nothing, page } from './call.ts'
import type { JobView } from './jobs.ts'
import type { RecordName } from './objects.ts'

export interface BacktestRow {
  readonly policy: string
  /** Tokens; null: the policy has no budget. */
  readonly budget: number | null
  readonly isBaseline: boolean
  /** Median share of the needs of a case that the context had; null: no case. */
  readonly coverage: number | null
  /** Median, estimated. */
  readonly tokens: number | null
  /** Median of the first request of a case; null: no price is known. */
  readonly usd: number | null
  /** Mean number of things of a case that were looked at again, though the history had them, because they were not shown. */
  readonly regret: number | null
  readonly cases: number
  readonly sessions: number
  /** Share of all needs of a kind that were shown; null: there were none. */
  readonly coverageOf: Readonly<Record<NeedKind, number | null>>
  /** Median, mean, spread and interval of each figure; null: no case has a value. */
  readonly intervals: {
    readonly coverage: Figure | null
    readonly tokens: Figure | null
    readonly usd: Figure | null
    readonly regret: Figure | null
    /** Coverage less that of `recency` with the same budget, case by case. */
    readonly gain: Figure | null
  }
}

export interface BacktestView {
  readonly at: 'prompt' | 'reply'
  /** Null: all projects. */
  readonly project: string | null
  /** Whether policies and budgets are those that are replayed when none are given. */
  readonly isDefault: boolean
  readonly rows: readonly BacktestRow[]
  readonly policies: readonly BacktestPolicy[]
  /** Sessions that were replayed, and moments at which something of the history was needed. */
  readonly sessions: number
  readonly cases: number
  /** Sessions of which the `learned` policy knew none before: it ranked by its first weights. */
  readonly unfittedSessions: number
  readonly problems: readonly { readonly sessionId: string; readonly message: string }[]
  readonly ms: number
}

export interface BacktestPolicy {
  readonly name: string
  readonly about: string
  readonly isBaseline: boolean
}

/** A moment, with what was needed there and how one policy did. */
export interface BacktestCase {
  readonly sessionId: string
  readonly commitId: string
  readonly record: RecordName
  /** Milliseconds since 1970; null: not recorded. */
  readonly at: number | null
  readonly policy: string
  readonly budget: number | null
  /** 0 to 1. */
  readonly coverage: number
  readonly tokens: number
  readonly usd: number | null
  readonly needed: readonly { readonly kind: NeedKind; readonly name: string; readonly isMissing: boolean }[]
  /** Looked at again because it was not shown. */
  readonly regret: readonly string[]
}

export const defaultBudgets: readonly number[] = [20_000, 50_000, 100_000]

const budget = z.number().int().min(100).max(100_000_000)

/** A policy by its name, or the content of a file. */
export const policy = z.union([z.string().min(1).max(200), z.object({ file: z.string().min(1).max(4096), value: z.unknown() })])

export const backtestCalls = {
  /** Baselines are always replayed beside the policies. */
  'backtest.start': call<JobView<BacktestView>>('repeatable')(() =>
    z.object({
      policies: z.array(policy).max(50).default([]),
      budgets: z
        .array(budget)
        .min(1)
        .max(10)
        .default([...defaultBudgets]),
      at: z.enum(['prompt', 'reply']).default('prompt'),
      project: z.string().min(1).max(4096).optional(),
    }),
  ),
  /** The cases of a backtest that this engine ran; those of the last one are kept. */
  'backtest.cases': call<{ readonly total: number; readonly cases: readonly BacktestCase[] }>(
    'reads',
    noRows,
  )(() =>
    z.object({
      jobId: z.string().min(1).max(100),
      /** Default: all. */
      policy: z.string().min(1).max(200).optional(),
      budget: budget.nullable().optional(),
      ...page,
    }),
  ),
  'backtest.policies': call<readonly BacktestPolicy[]>('reads', noRows)(() => nothing),
} as const
