/** The handlers of every call of the contract, loaded with the first call of their feature; a missing one does not compile. */
import type { Handlers, HandlersOf } from '../contract/calls.ts'
import { agentContextCalls } from '../contract/agent-context.ts'
import { agentsCalls } from '../contract/agents.ts'
import { analyticsCalls } from '../contract/analytics.ts'
import { assembleCalls } from '../contract/assemble.ts'
import { backtestCalls } from '../contract/backtest.ts'
import { checkpointsCalls } from '../contract/checkpoints.ts'
import { commitFilesCalls } from '../contract/commit-files.ts'
import { commitsCalls } from '../contract/commits.ts'
import { compactCalls } from '../contract/compact.ts'
import { contextCalls, requestCalls } from '../contract/context.ts'
import { costCalls } from '../contract/cost.ts'
import { exportCalls } from '../contract/export.ts'
import { filesCalls } from '../contract/files.ts'
import { filesystemsCalls } from '../contract/filesystems.ts'
import { gcCalls } from '../contract/gc.ts'
import { importChainCalls } from '../contract/import-chain.ts'
import { importCalls } from '../contract/import.ts'
import { knownFilesCalls } from '../contract/known-files.ts'
import { lakeCalls } from '../contract/lake.ts'
import { ledgerCalls } from '../contract/ledger.ts'
import { materialiseCalls } from '../contract/materialise.ts'
import { objectsCalls } from '../contract/objects.ts'
import { packsCalls } from '../contract/packs.ts'
import { problemsCalls } from '../contract/problems.ts'
import { readerCalls } from '../contract/reader.ts'
import { reasoningCalls } from '../contract/reasoning.ts'
import { recallCalls } from '../contract/recall.ts'
import { refsCalls } from '../contract/refs.ts'
import { repairCalls } from '../contract/repair.ts'
import { repositoriesCalls } from '../contract/repositories.ts'
import { removalCalls } from '../contract/removal.ts'
import { restoreCalls } from '../contract/restore.ts'
import { searchCalls } from '../contract/search.ts'
import { sessionsCalls } from '../contract/sessions.ts'
import { sessionStateCalls } from '../contract/session-state.ts'
import { settingsCalls } from '../contract/settings.ts'
import { sourcesCalls } from '../contract/sources.ts'
import { sqlCalls } from '../contract/sql.ts'
import { statsCalls } from '../contract/stats.ts'
import { summariesCalls } from '../contract/summaries.ts'
import { timelineCalls } from '../contract/timeline.ts'
import { trackCalls } from '../contract/track.ts'
import { transferCalls } from '../contract/transfer.ts'
import { verifyCalls } from '../contract/verify.ts'
import { watchCalls } from '../contract/watch.ts'
import { kernelHandlers } from './kernel/handlers.ts'
import type { BacktestParts } from './backtest/handlers.ts'
import type { GcParts } from './gc/handlers.ts'
import type { RepairParts } from './repair/handlers.ts'
import type { SearchParts } from './search/handlers.ts'
import type { SourcesParts } from './sources/handlers.ts'
import type { SqlParts } from './sql/handlers.ts'
import type { TrackParts } from './track/handlers.ts'
import type { WatchParts } from './watch/handlers.ts'

/** Parameters of the handlers of all features. */
export type AllParts = BacktestParts & GcParts & RepairParts & SearchParts & SourcesParts & SqlParts & TrackParts & WatchParts

const features: (() => Promise<unknown>)[] = []

/** Handlers of the calls of one feature; the first call loads the feature. */
const whenAsked = <C extends object>(
  calls: C,
  load: () => Promise<(parts: AllParts) => HandlersOf<C>>,
): ((parts: AllParts) => HandlersOf<C>) => {
  features.push(load)
  return (parts) => {
    let loaded: Promise<HandlersOf<C>> | undefined
    const names = Object.keys(calls) as (keyof HandlersOf<C>)[]
    const handlers = names.map((name) => [
      name,
      async (input: never): Promise<unknown> => {
        loaded ??= load().then((make) => make(parts))
        const handler = (await loaded)[name] as (input: never) => Promise<unknown>
        return handler(input)
      },
    ])
    return Object.fromEntries(handlers) as HandlersOf<C>
  }
}

/** Loads all features, one after the other: a process that stays open must not miss files that an update removes. */
export const loadFeatures = async (): Promise<void> => {
  for (const load of features) await load()
}

const agentsHandlers = whenAsked(agentsCalls, async () => (await import('./agents/handlers.ts')).agentsHandlers)
const analyticsHandlers = whenAsked(analyticsCalls, async () => (await import('./analytics/handlers.ts')).analyticsHandlers)
const checkpointsHandlers = whenAsked(checkpointsCalls, async () => (await import('./checkpoints/handlers.ts')).checkpointsHandlers)
const commitsHandlers = whenAsked(commitsCalls, async () => (await import('./commits/handlers.ts')).commitsHandlers)
const contextHandlers = whenAsked(
  { ...sessionStateCalls, ...requestCalls },
  async () => (await import('./context/handlers.ts')).contextHandlers,
)
const costHandlers = whenAsked(costCalls, async () => (await import('./cost/handlers.ts')).costHandlers)
const exportHandlers = whenAsked(exportCalls, async () => (await import('./export/handlers.ts')).exportHandlers)
const filesHandlers = whenAsked(
  { ...filesCalls, ...objectsCalls, ...commitFilesCalls, ...knownFilesCalls },
  async () => (await import('./files/handlers.ts')).filesHandlers,
)
const filesystemsHandlers = whenAsked(filesystemsCalls, async () => (await import('./file-systems/handlers.ts')).filesystemsHandlers)
const gcHandlers = whenAsked(gcCalls, async () => (await import('./gc/handlers.ts')).gcHandlers)
const importChainHandlers = whenAsked(importChainCalls, async () => (await import('./import-chain/handlers.ts')).importChainHandlers)
const importHandlers = whenAsked(importCalls, async () => (await import('./import/handlers.ts')).importHandlers)
const lakeHandlers = whenAsked(lakeCalls, async () => (await import('./lake/handlers.ts')).lakeHandlers)
const ledgerHandlers = whenAsked(ledgerCalls, async () => (await import('./ledger/handlers.ts')).ledgerHandlers)
const materialiseHandlers = whenAsked(materialiseCalls, async () => (await import('./materialise/handlers.ts')).materialiseHandlers)
const assembleHandlers = whenAsked(assembleCalls, async () => (await import('./assemble/handlers.ts')).assembleHandlers)
const backtestHandlers = whenAsked(backtestCalls, async () => (await import('./backtest/handlers.ts')).backtestHandlers)
const packsHandlers = whenAsked(packsCalls, async () => (await import('./packs/handlers.ts')).packsHandlers)
const problemsHandlers = whenAsked(problemsCalls, async () => (await import('./problems/handlers.ts')).problemsHandlers)
const readerHandlers = whenAsked(readerCalls, async () => (await import('./reader/handlers.ts')).readerHandlers)
const refsHandlers = whenAsked(refsCalls, async () => (await import('./refs/handlers.ts')).refsHandlers)
const removalHandlers = whenAsked(removalCalls, async () => (await import('./removal/handlers.ts')).removalHandlers)
const repairHandlers = whenAsked(repairCalls, async () => (await import('./repair/handlers.ts')).repairHandlers)
const repositoriesHandlers = whenAsked(repositoriesCalls, async () => (await import('./repositories/handlers.ts')).repositoriesHandlers)
const restoreHandlers = whenAsked(restoreCalls, async () => (await import('./restore/handlers.ts')).restoreHandlers)
const reasoningHandlers = whenAsked(reasoningCalls, async () => (await import('./reasoning/handlers.ts')).reasoningHandlers)
const agentContextHandlers = whenAsked(agentContextCalls, async () => (await import('./agent-context/handlers.ts')).agentContextHandlers)
const recallHandlers = whenAsked(recallCalls, async () => (await import('./recall/handlers.ts')).recallHandlers)
const searchHandlers = whenAsked(searchCalls, async () => (await import('./search/handlers.ts')).searchHandlers)
const sessionsHandlers = whenAsked(
  { ...sessionsCalls, ...timelineCalls, ...contextCalls },
  async () => (await import('./sessions/handlers.ts')).sessionsHandlers,
)
const settingsHandlers = whenAsked(settingsCalls, async () => (await import('./settings/handlers.ts')).settingsHandlers)
const sourcesHandlers = whenAsked(sourcesCalls, async () => (await import('./sources/handlers.ts')).sourcesHandlers)
const sqlHandlers = whenAsked(sqlCalls, async () => (await import('./sql/handlers.ts')).sqlHandlers)
const statsHandlers = whenAsked(statsCalls, async () => (await import('./stats/handlers.ts')).statsHandlers)
const compactHandlers = whenAsked(compactCalls, async () => (await import('./summaries/handlers.ts')).compactHandlers)
const summariesHandlers = whenAsked(summariesCalls, async () => (await import('./summaries/handlers.ts')).summariesHandlers)
const trackHandlers = whenAsked(trackCalls, async () => (await import('./track/handlers.ts')).trackHandlers)
const transferHandlers = whenAsked(transferCalls, async () => (await import('./transfer/handlers.ts')).transferHandlers)
const verifyHandlers = whenAsked(verifyCalls, async () => (await import('./verify/handlers.ts')).verifyHandlers)
const watchHandlers = whenAsked(watchCalls, async () => (await import('./watch/handlers.ts')).watchHandlers)

export const handlersWith = (parts: AllParts): Handlers => ({
  ...agentsHandlers(parts),
  ...analyticsHandlers(parts),
  ...checkpointsHandlers(parts),
  ...commitsHandlers(parts),
  ...contextHandlers(parts),
  ...costHandlers(parts),
  ...exportHandlers(parts),
  ...filesHandlers(parts),
  ...filesystemsHandlers(parts),
  ...gcHandlers(parts),
  ...importChainHandlers(parts),
  ...importHandlers(parts),
  ...kernelHandlers(parts),
  ...lakeHandlers(parts),
  ...ledgerHandlers(parts),
  ...materialiseHandlers(parts),
  ...assembleHandlers(parts),
  ...backtestHandlers(parts),
  ...packsHandlers(parts),
  ...problemsHandlers(parts),
  ...readerHandlers(parts),
  ...reasoningHandlers(parts),
  ...agentContextHandlers(parts),
  ...recallHandlers(parts),
  ...refsHandlers(parts),
  ...removalHandlers(parts),
  ...repairHandlers(parts),
  ...repositoriesHandlers(parts),
  ...restoreHandlers(parts),
  ...searchHandlers(parts),
  ...sessionsHandlers(parts),
  ...settingsHandlers(parts),
  ...sourcesHandlers(parts),
  ...sqlHandlers(parts),
  ...statsHandlers(parts),
  ...compactHandlers(parts),
  ...summariesHandlers(parts),
  ...trackHandlers(parts),
  ...transferHandlers(parts),
  ...verifyHandlers(parts),
  ...watchHandlers(parts),
})
