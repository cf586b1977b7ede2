/** The cases of the last backtest: too many for an answer, so that they are read page by page, and too large to keep those of several. */
import type { Entrant, ReplayedCase } from '../../backtest/replay-session.ts'
import type { BacktestCase, BacktestView } from '../../contract/backtest.ts'
import type { CallOutput, CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import { coverageOf } from './case-figures.ts'
import type { CaseFile } from './case-file.ts'

export interface Backtested {
  readonly view: BacktestView
  readonly entrants: readonly Entrant[]
  readonly cases: CaseFile
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

/** Case by case, each with all policies that are asked for. */
const page = (
  { entrants, cases }: Backtested,
  { policy, budget, offset, limit }: CallParsed<'backtest.cases'>,
): CallOutput<'backtest.cases'> => {
  const wanted = entrants
    .map((entrant, at) => ({ entrant, at }))
    .filter(
      ({ entrant }) => (policy === undefined || entrant.policy.name === policy) && (budget === undefined || entrant.budget === budget),
    )
  const total = cases.count * wanted.length
  const shown: BacktestCase[] = []
  let [read, own]: [number, ReplayedCase | undefined] = [-1, undefined]
  for (let place = offset; place < Math.min(total, offset + limit); place += 1) {
    const number = Math.floor(place / wanted.length)
    if (number !== read) [read, own] = [number, cases.at(number)]
    const one = wanted[place % wanted.length]
    if (own !== undefined && one !== undefined) shown.push(...caseOf(own, one.entrant, one.at))
  }
  return { total, cases: shown }
}

/** The backtest whose cases an engine keeps. */
export class KeptBacktests {
  #last: { readonly jobId: string; readonly backtested: Backtested } | undefined
  #isClosed = false

  keep(jobId: string, backtested: Backtested): void {
    this.#last?.backtested.cases.close()
    this.#last = undefined
    if (this.#isClosed) backtested.cases.close()
    else this.#last = { jobId, backtested }
  }

  /** @throws StrataError job-not-found */
  casesOf(asked: CallParsed<'backtest.cases'>): CallOutput<'backtest.cases'> {
    const { jobId } = asked
    if (this.#last?.jobId !== jobId)
      throw new StrataError('job-not-found', `Only the cases of the last backtest are kept, not those of ${jobId}: run it again`, { jobId })
    return page(this.#last.backtested, asked)
  }

  close(): void {
    this.#isClosed = true
    this.#last?.backtested.cases.close()
    this.#last = undefined
  }
}
