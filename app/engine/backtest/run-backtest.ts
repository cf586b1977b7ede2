/** Replays the sessions of a store one by one; a session that cannot be read is a problem, and the rest continues. */
import { DatedPrices } from '../../backtest/cache-cost.ts'
import { baselines, defaultPolicies, policyCalled, readPolicies, type Policy } from '../../backtest/policy.ts'
import { replaySession, type Entrant, type SessionSteps, type ReplayedCase } from '../../backtest/replay-session.ts'
import { defaultBudgets, type BacktestView } from '../../contract/backtest.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { instant, optional, text } from '../../model/columns.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { priceTables } from '../kernel/price-tables.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import { isBaseline, rowsOf } from './backtest-rows.ts'
import { CaseFigures } from './case-figures.ts'
import { CaseFile } from './case-file.ts'
import backtestSessions from './backtest-sessions.sql?raw'
import { EarlierSessions } from './earlier-sessions.ts'
import type { Backtested } from './kept-backtests.ts'
import { sessionSteps } from './session-steps.ts'

type Input = CallParsed<'backtest.start'>

const columns = { sessionId: text('session_id'), tip: text('tip_commit_id'), firstAt: optional(instant('first_at')) } as const

/** @throws StrataError invalid-input, not-found */
export const policiesOf = (given: Input['policies']): readonly Policy[] => {
  const wanted = given.length === 0 ? defaultPolicies : given
  const own = wanted.flatMap((one) => (typeof one === 'string' ? [policyCalled(one)] : readPolicies(one.value, one.file)))
  const all = [...own.filter((policy) => baselines.every((baseline) => baseline !== policy)), ...baselines]
  const names = new Set<string>()
  for (const { name } of all) {
    if (names.has(name))
      throw new StrataError('invalid-input', `Two policies have the name “${name}”: give one of them another name`, { name })
    names.add(name)
  }
  return all
}

const ascending = (budgets: readonly number[]): readonly number[] => [...new Set(budgets)].sort((a, b) => a - b)

const isDefault = ({ policies, budgets }: Input): boolean =>
  policies.length === 0 && ascending(budgets).join(' ') === defaultBudgets.join(' ')

/** The full context has no budget. */
const entrantsOf = (policies: readonly Policy[], budgets: readonly number[]): readonly Entrant[] => {
  const inOrder = ascending(budgets)
  return policies.flatMap((policy): readonly Entrant[] =>
    policy.kind === 'full' ? [{ policy, budget: null }] : inOrder.map((budget) => ({ policy, budget })),
  )
}

const endOf = ({ steps }: SessionSteps): number | null =>
  steps.reduce<number | null>((last, { at }) => (at === null ? last : Math.max(at, last ?? at)), null)

/** @throws StrataError invalid-input, not-found, cancelled, prices-malformed */
export const runBacktest = async (context: Pick<EngineContext, 'store'>, input: Input, progress: JobProgress): Promise<Backtested> => {
  const cases = new CaseFile()
  try {
    return await replayAll(context, input, { progress, cases })
  } catch (thrown) {
    cases.close()
    throw thrown
  }
}

const replayAll = async (
  { store }: Pick<EngineContext, 'store'>,
  input: Input,
  { progress, cases }: { readonly progress: JobProgress; readonly cases: CaseFile },
): Promise<Backtested> => {
  const began = Date.now()
  const policies = policiesOf(input.policies)
  const entrants = entrantsOf(policies, input.budgets)
  const prices = new DatedPrices(await priceTables(store.dir))
  const rows = await store.database.query(backtestSessions, columns, { project: input.project ?? null })
  const learns = policies.some(({ kind }) => kind === 'learned')
  const earlier = new EarlierSessions()
  const figures = new CaseFigures(entrants.length)
  const problems: BacktestView['problems'][number][] = []
  let unfittedSessions = 0
  progress.phase('Replaying sessions', 'sessions', rows.length)
  for (const [session, { sessionId, tip, firstAt }] of rows.entries()) {
    progress.checkpoint()
    let replayedCases: readonly ReplayedCase[] = []
    try {
      const recorded = await sessionSteps(store, sessionId, tip)
      const weights = earlier.weightsAt(firstAt)
      if (!earlier.isFitted) unfittedSessions += 1
      const replayed = await runInSlices(replaySession(recorded, { entrants, moments: input.at, prices, weights, learns }), progress)
      earlier.add(endOf(recorded), replayed.learned)
      replayedCases = replayed.cases
    } catch (thrown) {
      const { code, message } = toFailure(thrown)
      if (code === 'cancelled') throw thrown
      problems.push({ sessionId, message })
    }
    // A full disk is no fault of a session: it ends the backtest.
    for (const one of replayedCases) {
      figures.add(session, one)
      cases.add(one)
    }
    progress.advance(1)
  }
  progress.phase('Computing intervals', 'sessions', undefined)
  const view: BacktestView = {
    at: input.at,
    project: input.project ?? null,
    isDefault: isDefault(input),
    rows: await runInSlices(rowsOf(entrants, figures, rows.length), progress),
    policies: policies.map(({ name, about }) => ({ name, about, isBaseline: isBaseline(name) })),
    sessions: rows.length - problems.length,
    cases: figures.cases,
    unfittedSessions: learns ? unfittedSessions : 0,
    problems,
    ms: Date.now() - began,
  }
  return { view, entrants, cases }
}
