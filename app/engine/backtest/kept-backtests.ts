/** The cases of the last backtest: too many for an answer, so that they are read page by page, and too large to keep those of several. */
import type { Entrant, ReplayedCase } from '../../backtest/replay-session.ts'
import type { BacktestCase, BacktestView } from '../../contract/backtest.ts'
import type { CallOutput, CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { coverageOf } from './case-figures.ts'
import type { CaseFile } from './case-file.ts'

export interface Backtested {
  readonly view: BacktestView
  readonly entrants: readonly Entrant[]
  readonly cases: CaseFile
}

const keptOf = new WeakMap<Store, { readonly jobId: string; readonly backtested: Backtested }>()

export const keepBacktest = (store: Store, jobId: string, backtested: Backtested): void => {
  keptOf.get(store)?.backtested.cases.close()
  keptOf.set(store, { jobId, backtested })
}

const caseOf = (replayed: ReplayedCase, { policy, budget }: Entrant, at: number): readonly BacktestCase[] => {
  const score = replayed.scores[at]
  if (score === undefined) return []
  const { sessionId, commitId, sourceId, line, fileLine, ofLine } = replayed.place
  const missing = new Set(score.missing)
  return [
    {
      sessionId,
      commitId,
      record: { sourceId, line, fileLine, ofLine },
      at: replayed.at,
      policy: policy.name,
      budget,
      coverage: coverageOf(replayed, score),
      tokens: score.tokens,
      usd: score.usd,
      needed: replayed.needs.map((need, place) => ({ ...need, isMissing: missing.has(place) })),
      regret: score.regret,
    },
  ]
}

/** Case by case, each with all policies that are asked for. @throws StrataError job-not-found */
export const casesOf = (
  store: Store,
  { jobId, policy, budget, offset, limit }: CallParsed<'backtest.cases'>,
): CallOutput<'backtest.cases'> => {
  const last = keptOf.get(store)
  if (last?.jobId !== jobId)
    throw new StrataError('job-not-found', `Only the cases of the last backtest are kept, not those of ${jobId}: run it again`, { jobId })
  const kept = last.backtested
  const wanted = kept.entrants
    .map((entrant, at) => ({ entrant, at }))
    .filter(
      ({ entrant }) => (policy === undefined || entrant.policy.name === policy) && (budget === undefined || entrant.budget === budget),
    )
  const total = kept.cases.count * wanted.length
  const cases: BacktestCase[] = []
  let [read, own]: [number, ReplayedCase | undefined] = [-1, undefined]
  for (let place = offset; place < Math.min(total, offset + limit); place += 1) {
    const number = Math.floor(place / wanted.length)
    if (number !== read) [read, own] = [number, kept.cases.at(number)]
    const one = wanted[place % wanted.length]
    if (own !== undefined && one !== undefined) cases.push(...caseOf(own, one.entrant, one.at))
  }
  return { total, cases }
}
