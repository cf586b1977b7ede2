/** Every call between an engine and its callers: the schema of its input and the type of its answer. */
import type { z } from 'zod'
import { agentContextCalls } from './agent-context.ts'
import { agentsCalls } from './agents.ts'
import { analyticsCalls } from './analytics.ts'
import { assembleCalls } from './assemble.ts'
import { backtestCalls } from './backtest.ts'
import { checkpointsCalls } from './checkpoints.ts'
import { commitFilesCalls } from './commit-files.ts'
import { commitsCalls } from './commits.ts'
import { compactCalls } from './compact.ts'
import { contextCalls, requestCalls } from './context.ts'
import { costCalls } from './cost.ts'
import { exportCalls } from './export.ts'
import { filesCalls } from './files.ts'
import { filesystemsCalls } from './filesystems.ts'
import { gcCalls } from './gc.ts'
import { importCalls } from './import.ts'
import { importChainCalls } from './import-chain.ts'
import { jobsCalls } from './jobs.ts'
import { knownFilesCalls } from './known-files.ts'
import { lakeCalls } from './lake.ts'
import { ledgerCalls } from './ledger.ts'
import { materialiseCalls } from './materialise.ts'
import { objectsCalls } from './objects.ts'
import { packsCalls } from './packs.ts'
import { problemsCalls } from './problems.ts'
import { readerCalls } from './reader.ts'
import { reasoningCalls } from './reasoning.ts'
import { recallCalls } from './recall.ts'
import { refsCalls } from './refs.ts'
import { repositoriesCalls } from './repositories.ts'
import { removalCalls } from './removal.ts'
import { repairCalls } from './repair.ts'
import { restoreCalls } from './restore.ts'
import { searchCalls } from './search.ts'
import { sessionsCalls } from './sessions.ts'
import { sessionStateCalls } from './session-state.ts'
import { settingsCalls } from './settings.ts'
import { shellCalls } from './shell.ts'
import { sourcesCalls } from './sources.ts'
import { sqlCalls } from './sql.ts'
import { statsCalls } from './stats.ts'
import { storeCalls } from './store.ts'
import { summariesCalls } from './summaries.ts'
import { timelineCalls } from './timeline.ts'
import { transferCalls } from './transfer.ts'
import { verifyCalls } from './verify.ts'
import { trackCalls } from './track.ts'
import { watchCalls } from './watch.ts'
import type { CallEffect } from './call.ts'

const engineCalls = {
  ...storeCalls,
  ...sourcesCalls,
  ...sessionsCalls,
  ...timelineCalls,
  ...assembleCalls,
  ...backtestCalls,
  ...contextCalls,
  ...requestCalls,
  ...statsCalls,
  ...searchCalls,
  ...reasoningCalls,
  ...agentContextCalls,
  ...recallCalls,
  ...filesCalls,
  ...filesystemsCalls,
  ...objectsCalls,
  ...repositoriesCalls,
  ...sessionStateCalls,
  ...commitFilesCalls,
  ...commitsCalls,
  ...readerCalls,
  ...refsCalls,
  ...checkpointsCalls,
  ...materialiseCalls,
  ...importChainCalls,
  ...summariesCalls,
  ...compactCalls,
  ...exportCalls,
  ...agentsCalls,
  ...packsCalls,
  ...problemsCalls,
  ...ledgerCalls,
  ...costCalls,
  ...analyticsCalls,
  ...importCalls,
  ...trackCalls,
  ...watchCalls,
  ...verifyCalls,
  ...repairCalls,
  ...removalCalls,
  ...restoreCalls,
  ...transferCalls,
  ...knownFilesCalls,
  ...lakeCalls,
  ...sqlCalls,
  ...settingsCalls,
  ...gcCalls,
  ...jobsCalls,
} as const

export const calls = { ...engineCalls, ...shellCalls } as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a caller passes: fields with defaults are optional. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler receives: parsed, defaults filled in. */
export type CallParsed<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = Exclude<Calls[N]['output'], undefined>

export type ShellCallName = keyof typeof shellCalls
export type EngineCallName = keyof typeof engineCalls
export const isEngineCall = (name: string): name is EngineCallName => Object.hasOwn(engineCalls, name)
export const isShellCall = (name: string): name is ShellCallName => Object.hasOwn(shellCalls, name)

export type Handlers = { readonly [N in EngineCallName]: (input: CallParsed<N>) => Promise<CallOutput<N>> }

/** The handlers of one feature's calls. */
export type HandlersOf<C> = Pick<Handlers, keyof C & EngineCallName>

/** False for a call that does not exist, and for an input that the call refuses. */
export const mayAskAgain = (name: string, input: unknown): boolean => {
  if (!isEngineCall(name)) return false
  const { input: schema, effectOf } = calls[name]
  const parsed = schema.safeParse(input)
  return parsed.success && (effectOf as (input: unknown) => CallEffect)(parsed.data) !== 'once'
}
