/**
 * The engine: opens a store, runs jobs, answers the contract. The desktop app runs it in a separate process, the command line in the same
 * process.
 */
import { availableParallelism } from 'node:os'
import type { CallEffect, NeededRows } from '../contract/call.ts'
import { calls, isEngineCall } from '../contract/calls.ts'
import type { CallInput, CallOutput, EngineCallName, Handlers } from '../contract/calls.ts'
import { inputFailure } from '../contract/input-issues.ts'
import { reportInput } from '../model/input-reason.ts'
import type { JobView } from '../contract/jobs.ts'
import type { Envelope, Signal } from '../contract/signals.ts'
import { StrataError, toFailure } from '../model/failure.ts'
import type { WatchPace } from './watch/folder-watcher.ts'
import { WorkerPool } from './kernel/worker-pool.ts'
import { KeptBacktests } from './backtest/kept-backtests.ts'
import { DerivedTables } from './derived/derived-tables.ts'
import { derivedCacheUses } from './facts/derived-cache-uses.ts'
import { derivedFacts, derivedStorage } from './facts/derived-facts.ts'
import type { EngineContext } from './kernel/engine-context.ts'
import { derivedCompactionItems } from './context/compactions/derived-compaction-items.ts'
import { derivedPrefixChanges } from './context/prefix/derived-prefix-changes.ts'
import { derivedOutcomes } from './reasoning/derived-outcomes.ts'
import { derivedSaidEvents } from './reasoning/derived-said-events.ts'
import { derivedFileFacts } from './file-facts/derived-file-facts.ts'
import { completeRemovals } from './gc/run-collection.ts'
import { isRemovalUnfinished } from './removal/erasure.ts'
import { recoverCaptures } from './capture/begin-capture.ts'
import { openOwnerServer } from './ipc/owner-server.ts'
import { handlersWith, type AllParts } from './handlers.ts'
import { isBehind, projectPending } from './import/project-pending.ts'
import { RunningQueries } from './sql/running-queries.ts'
import type { StartSqlProcess } from './sql/sql-process-messages.ts'
import { SqlRunner } from './sql/sql-runner.ts'
import { silentProgress } from './kernel/job.ts'
import { builtFile } from './kernel/built-script.ts'
import { Jobs } from './kernel/jobs.ts'
import { withIndexRepair, StoreHandle } from './kernel/store-handle.ts'
import type { WhereNone } from './kernel/store-handle.ts'
import { readOnlyStore } from '../store/files/read-only-store.ts'
import { maxWithoutFacts } from './sessions/active-times.ts'
import { rulesVersion } from './kernel/rules-version.ts'
import { Searching } from './search/searching.ts'
import { KeptTrackers } from './track/kept-trackers.ts'
import { Trackers } from './track/trackers.ts'
import { Watching } from './watch/watching.ts'
import { version } from '../../package.json' with { type: 'json' }

export interface EngineOptions {
  readonly storeDir: string
  /** The name of this program, shown by another program that finds the store locked. */
  readonly program?: string
  /** Default: 'create'. */
  readonly whereNone?: WhereNone
  /** True: the tables are a copy in a folder of this process, as there is no room beside the store; nothing of it can be written. */
  readonly asCopy?: boolean
  readonly onSignal?: (signal: Signal) => void
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Watches again what was watched when the app last had the store open. */
  readonly resumeWatching?: boolean
  readonly watchPace?: WatchPace
  /** Keeps the search index up to date in the background; otherwise the first search does. */
  readonly keepsSearchIndex?: boolean
  /** Answers other programs that want the store, as long as this one holds it. */
  readonly answersOthers?: boolean
  /** Default: a Node process. */
  readonly startSqlProcess?: StartSqlProcess
}

export interface Engine {
  /** Answers a call from outside: input is checked, failures come back as data. Never rejects. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>
  /** The same for a caller in the same process. @throws StrataError */
  ask<N extends EngineCallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** The job that brings the index up to date after opening; undefined when it is up to date. */
  readonly catchUp: JobView | undefined
  close(): Promise<void>
}

/** Result of the job that fills tables when the tables are already up to date. */
const nothingToFill = { result: { sessions: 0, damaged: 0, ms: 0 }, summary: '0 sessions indexed' }

interface Answering {
  readonly handlers: Handlers
  readonly jobs: Jobs
  readonly held: StoreHandle
}

const whenRowsAreThere = async (jobs: Jobs, rows: NeededRows): Promise<void> => {
  if (rows === 'all') await jobs.whenTablesAreWhole()
  else if (rows === 'built') await jobs.whenTablesAreBuilt()
}

const answer = async <N extends EngineCallName>({ handlers, jobs, held }: Answering, name: N, input: unknown): Promise<CallOutput<N>> => {
  const asked = calls[name]
  const parsed = asked.input.safeParse(input, reportInput)
  if (!parsed.success) throw inputFailure(name, parsed.error)
  const handler = handlers[name] as (value: unknown) => Promise<CallOutput<N>>
  await whenRowsAreThere(jobs, asked.needs.rows)
  const { store } = held
  try {
    return await handler(parsed.data)
  } catch (thrown) {
    // A rebuild replaced the tables while they were read.
    await held.whenOpen()
    const mayRepeat = (asked.effectOf as (value: unknown) => CallEffect)(parsed.data) === 'reads'
    if (!mayRepeat || held.store === store || thrown instanceof StrataError) throw thrown
    await whenRowsAreThere(jobs, asked.needs.rows)
    return handler(parsed.data)
  }
}

/** Closes the store when the start fails: otherwise it would keep the store locked and the process alive. */
const orClose = async <T>(begin: () => Promise<T>, close: () => Promise<void> | undefined): Promise<T> => {
  try {
    return await begin()
  } catch (thrown) {
    await close()
    throw thrown
  }
}

/**
 * Opens the store in a folder. Creates it when there is none, unless `whereNone` says otherwise.
 * @throws StrataError store-missing, store-locked, store-newer, journal-corrupt, path-refused, disk-full
 */
export const openEngine = async (options: EngineOptions): Promise<Engine> => {
  const env = options.env ?? process.env
  const program = options.program ?? 'Strata'
  const ownerServer = options.answersOthers === true ? await openOwnerServer({ program, version, env }) : undefined
  const onSignal = (signal: Signal): void => {
    options.onSignal?.(signal)
    ownerServer?.notify(signal)
  }
  const threads = Math.max(2, availableParallelism())
  const emptyIndex = builtFile('empty-index.duckdb')
  const wanted = {
    program,
    rulesVersion,
    threads,
    ...(emptyIndex === undefined ? {} : { emptyIndex }),
    ...(ownerServer === undefined ? {} : { address: ownerServer.address }),
  }
  const held = await orClose(
    () => StoreHandle.open(options.storeDir, wanted, options.whereNone ?? 'create', options.asCopy),
    () => ownerServer?.close(),
  )
  const jobs = new Jobs(onSignal)
  const pool = new WorkerPool()
  const contextWith = (env: EngineContext['env']): EngineContext => ({
    get store() {
      return held.store
    },
    pool,
    env,
    changed: (sessionIds) => {
      onSignal({ kind: 'changed', sessionIds })
      derived.later(sessionIds)
    },
    ensure: (name, sessions) => derived.ensure(name, sessions),
    ensureObjects: (sessions) => derived.ensure('files', sessions).then(() => undefined),
    forget: () => derived.forget(),
  })
  const context = contextWith(env)
  const factsMadeWhileIdle = (made: number): void => {
    // Fewer are in a list without facts.
    if (made > maxWithoutFacts) onSignal({ kind: 'changed', sessionIds: [] })
  }
  const searching = new Searching(context, { isKept: options.keepsSearchIndex === true, folder: held.workFolder })
  const derived = new DerivedTables(context, jobs, (table) => ({
    facts: table(derivedFacts(context, factsMadeWhileIdle)),
    storage: table(derivedStorage(context)),
    files: table(derivedFileFacts(context)),
    compactions: table(derivedCompactionItems(context)),
    prefixes: table(derivedPrefixChanges(context)),
    caches: table(derivedCacheUses(context)),
    said: table(derivedSaidEvents(context)),
    reasoning: table(derivedOutcomes(context)),
    search: table(searching),
  }))
  // A command may have imported without making them.
  if (options.keepsSearchIndex === true) derived.later([])
  const { salvaged } = held.store
  const rebuildTables: AllParts['rebuildTables'] = async (progress) => {
    if (held.isCopy) throw readOnlyStore(options.storeDir)
    return held
      .rebuild(() => projectPending(context, progress))
      .then(({ result, summary }) => ({ result: { ...result, salvaged }, summary }))
      .finally(() => context.changed([]))
  }
  const fillTables: AllParts['fillTables'] = (progress) =>
    withIndexRepair(
      () => projectPending(context, progress),
      () => rebuildTables(progress),
    )
  /** A damaged index is not copied: it is built again, without what was removed. */
  const rewriteTables: AllParts['rewriteTables'] = async () => {
    if (held.isCopy) throw readOnlyStore(options.storeDir)
    await withIndexRepair(
      () => held.rewriteIndex(),
      () => rebuildTables(silentProgress).then(() => undefined),
    )
    await runner.forget()
  }
  const catchingUp: AllParts['fillTables'] = async (progress) => {
    const filled = (await isBehind(held.store)) ? await fillTables(progress) : nothingToFill
    if (!held.isCopy && isRemovalUnfinished(held.store)) await completeRemovals(context, progress, { rewriteTables })
    return filled
  }
  const trackers = new Trackers(context)
  const keptTrackers = new KeptTrackers(trackers, jobs, context)
  const watching = new Watching(context, jobs, onSignal, options.watchPace)
  const queries = new RunningQueries()
  const backtests = new KeptBacktests()
  const runner = new SqlRunner(options.startSqlProcess)
  const parts = {
    hasStore: !held.isPlaceholder,
    jobs,
    rebuildTables,
    fillTables,
    rewriteTables,
    watching,
    trackers,
    keptTrackers,
    queries,
    backtests,
    runner,
    derived,
    searching,
  }
  const handlers = handlersWith({ ...parts, context })
  const ask: Engine['ask'] = (name, input) => answer({ handlers, jobs, held }, name, input)
  // A spool that cannot be imported now stays for the next time.
  const bringIn = (): Promise<unknown> => recoverCaptures(options.storeDir, ask, () => undefined).catch(() => undefined)
  const begin = async (): Promise<JobView | undefined> => {
    const isWaiting = await withIndexRepair(
      async () => (await isBehind(held.store)) || (!held.isCopy && isRemovalUnfinished(held.store)),
      () => held.rebuildIndex().then(() => true),
    )
    const started = isWaiting ? jobs.start('reindex', catchingUp, bringIn) : undefined
    if (started === undefined) await bringIn()
    if (options.resumeWatching === true) await watching.resume()
    return started
  }
  const close = async (): Promise<void> => {
    ownerServer?.leave()
    // A query may wait for a table that is made in turn with the jobs.
    await Promise.all([queries.close(), jobs.close(), watching.close(), keptTrackers.close(), derived.stop()])
    backtests.close()
    await ownerServer?.close()
    await runner.close()
    await derived.close()
    await pool.close()
    await held.close()
  }
  const catchUp = await orClose(begin, close)
  const answered = async (known: Handlers, name: string, input: unknown): Promise<Envelope<unknown>> => {
    try {
      if (!isEngineCall(name)) throw new StrataError('unknown-call', `Unknown call ${name}`, { call: name })
      if (calls[name].needs.readsTables) await held.store.database.makeRoom()
      return { ok: true, value: await answer({ handlers: known, jobs, held }, name, input) }
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) }
    }
  }
  ownerServer?.answer({
    call: (name, input, env) => answered(handlersWith({ ...parts, context: contextWith(env) }), name, input),
    unwatch: (paths) => watching.unwatch(paths),
    catchUp,
  })
  return {
    call: (name, input) => answered(handlers, name, input),
    ask,
    catchUp,
    close,
  }
}
