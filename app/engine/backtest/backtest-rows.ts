/** The rows of a backtest: one for each policy and budget. */
import type { Figure } from '../../model/backtest.ts'
import { drawSessions, figureOf } from '../../backtest/figures.ts'
import { baselines } from '../../backtest/policy.ts'
import type { Entrant } from '../../backtest/replay-session.ts'
import type { BacktestRow } from '../../contract/backtest.ts'
import type { Sliced } from '../../model/sliced.ts'
import type { CaseFigures, Measure } from './case-figures.ts'

const baselineNames: ReadonlySet<string> = new Set(baselines.map(({ name }) => name))

export const isBaseline = (name: string): boolean => baselineNames.has(name)

/** Gives control back after each draw of each figure. */
export function* rowsOf(entrants: readonly Entrant[], figures: CaseFigures, sessions: number): Sliced<readonly BacktestRow[]> {
  const drawn = drawSessions(sessions)
  const withCases = figures.sessions
  const rows: BacktestRow[] = []
  for (const [at, { policy, budget }] of entrants.entries()) {
    const rival = entrants.findIndex((other) => other.policy.name === 'recency' && other.budget === budget)
    const figure = (measure: Measure): Sliced<Figure | null> => figureOf(figures.values(at, measure), drawn)
    const coverage = yield* figure('coverage')
    const tokens = yield* figure('tokens')
    const usd = yield* figure('usd')
    const regret = yield* figure('regret')
    const gain = yield* figureOf(figures.gains(at, rival), drawn)
    rows.push({
      policy: policy.name,
      budget,
      isBaseline: isBaseline(policy.name),
      coverage: coverage?.median ?? null,
      tokens: tokens?.median ?? null,
      usd: usd?.median ?? null,
      regret: regret?.mean ?? null,
      cases: figures.cases,
      sessions: withCases,
      coverageOf: figures.byKind(at),
      intervals: { coverage, tokens, usd, regret, gain },
    })
    yield
  }
  return rows
}
