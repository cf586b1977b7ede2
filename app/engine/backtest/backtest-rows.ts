/** The rows of a backtest: one for each policy and budget. */
import { needKinds, type Figure, type NeedKind } from '../../model/backtest.ts'
import { drawSessions, figureOf, type Value } from '../../backtest/figures.ts'
import { baselines } from '../../backtest/policy.ts'
import type { Entrant, ReplayedCase, Score } from '../../backtest/replay-session.ts'
import type { BacktestRow } from '../../contract/backtest.ts'
import type { Sliced } from '../../model/sliced.ts'

/** A case with the number of its session. */
export interface NumberedCase {
  readonly session: number
  readonly replayed: ReplayedCase
}

const baselineNames: ReadonlySet<string> = new Set(baselines.map(({ name }) => name))

export const isBaseline = (name: string): boolean => baselineNames.has(name)

export const coverageOf = ({ needs }: ReplayedCase, { missing }: Score): number => 1 - missing.length / needs.length

/** Shares of the needs of all cases, kind by kind. */
const byKind = (cases: readonly NumberedCase[], entrant: number): Readonly<Record<NeedKind, number | null>> => {
  const counts = new Map(needKinds.map((kind) => [kind, { all: 0, missing: 0 }]))
  for (const { replayed } of cases) {
    const missing = new Set(replayed.scores[entrant]?.missing)
    for (const [at, { kind }] of replayed.needs.entries()) {
      const count = counts.get(kind)
      if (count === undefined) continue
      count.all += 1
      if (missing.has(at)) count.missing += 1
    }
  }
  const shareOf = (kind: NeedKind): number | null => {
    const { all, missing } = counts.get(kind) ?? { all: 0, missing: 0 }
    return all === 0 ? null : 1 - missing / all
  }
  return { file: shareOf('file'), path: shareOf('path'), symbol: shareOf('symbol'), command: shareOf('command'), error: shareOf('error') }
}

/** Gives control back after each draw of each figure. */
export function* rowsOf(entrants: readonly Entrant[], cases: readonly NumberedCase[], sessions: number): Sliced<readonly BacktestRow[]> {
  const drawn = drawSessions(sessions)
  const valuesOf = (pick: (replayed: ReplayedCase) => number | null | undefined): readonly Value[] =>
    cases.flatMap(({ session, replayed }) => {
      const value = pick(replayed)
      return value === null || value === undefined ? [] : [{ session, value }]
    })
  const rows: BacktestRow[] = []
  for (const [at, { policy, budget }] of entrants.entries()) {
    const rival = entrants.findIndex((other) => other.policy.name === 'recency' && other.budget === budget)
    const figure = (pick: (score: Score, replayed: ReplayedCase) => number | null | undefined): Sliced<Figure | null> =>
      figureOf(
        valuesOf((replayed) => {
          const score = replayed.scores[at]
          return score === undefined ? undefined : pick(score, replayed)
        }),
        drawn,
      )
    const coverage = yield* figure((score, replayed) => coverageOf(replayed, score))
    const tokens = yield* figure((score) => score.tokens)
    const usd = yield* figure((score) => score.usd)
    const regret = yield* figure((score) => score.regret.length)
    const gain = yield* figure((score, replayed) => {
      const other = replayed.scores[rival]
      return other === undefined ? undefined : coverageOf(replayed, score) - coverageOf(replayed, other)
    })
    rows.push({
      policy: policy.name,
      budget,
      isBaseline: isBaseline(policy.name),
      coverage: coverage?.median ?? null,
      tokens: tokens?.median ?? null,
      usd: usd?.median ?? null,
      regret: regret?.mean ?? null,
      cases: cases.length,
      sessions: new Set(cases.map(({ session }) => session)).size,
      coverageOf: byKind(cases, at),
      intervals: { coverage, tokens, usd, regret, gain },
    })
    yield
  }
  return rows
}
