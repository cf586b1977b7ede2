/** Imports transcripts: finds them, plans what is new or changed, and carries that out. */
import type { Discovery, TranscriptFile } from '../../model/transcript-file.ts'
import { countOf } from '../../model/format/count.ts'
import type { ImportResult } from '../../contract/import.ts'
import { StrataError } from '../../model/failure.ts'
import { fileOfSource, finder, isHistorySource, probeRoots } from '../../../importer/agents.ts'
import { defaultGranularity } from '../../model/granularity.ts'
import type { Store } from '../../store/store.ts'
import { mayNeedMemory } from '../../store/tables/database-limits.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { executeImport, type ImportInput, type ImportRun, type ImportScope } from './execute-import.ts'
import { findChanged } from './find-changed.ts'
import { findHistory, type FoundHistory } from './import-history.ts'
import { sourcesOfChange, sourceVersions } from './known-sources.ts'
import { planImport, sessionOf, type ImportPlan } from './plan-import.ts'
import { newestFirst } from './newest-first.ts'
import { withoutMoved } from './moved-files.ts'
import { declareFilesystem } from './declare-filesystem.ts'
import { withoutRemoved } from './removed-sessions.ts'
import { projectPending } from './project-pending.ts'
import { setFlagsFromString } from 'node:v8'

const findTranscripts = (input: ImportInput, env: EngineContext['env']): Discovery => {
  const paths = input.paths.length > 0 ? input.paths : probeRoots(env).flatMap((root) => (root.exists ? [root.path] : []))
  try {
    return finder.discover(paths)
  } catch (cause) {
    const path = (cause as { readonly path?: unknown }).path
    throw new StrataError('path-unreadable', `Cannot read ${typeof path === 'string' ? path : input.paths.join(', ')}`, {}, cause)
  }
}

/** Files that are considered: those of removed sessions only on request. */
const filesOf = (store: Store, { files }: Discovery, { includeRemoved }: ImportInput): readonly TranscriptFile[] =>
  includeRemoved === true ? files : withoutRemoved(store, files)

/** Files of sessions that are cut otherwise than it is asked for. */
const withOtherGranularity = (store: Store, files: readonly TranscriptFile[], { granularity }: ImportInput): readonly TranscriptFile[] =>
  granularity === undefined
    ? []
    : files.filter((file) => {
        const entry = store.session(sessionOf(file))
        return entry !== undefined && (entry.inputs.granularity ?? defaultGranularity) !== granularity
      })

/** Reads stored sessions completely only when they have changes: most have none. */
const planOf = async ({ store }: EngineContext, discovery: Discovery, input: ImportInput, progress: JobProgress): Promise<ImportPlan> => {
  const files = filesOf(store, discovery, input)
  const found = await findChanged(store, files, await sourceVersions(store), progress, !input.dryRun)
  const changed = [...new Set([...found, ...withOtherGranularity(store, files, input)])]
  const paths = changed.map(({ path }) => path)
  const held = changed.length === 0 ? [] : await sourcesOfChange(store, changed.map(sessionOf), paths)
  const plan = await withoutMoved(planImport(files, held, changed))
  return input.dryRun ? plan : { ...plan, sessions: await newestFirst(plan.sessions) }
}

const wholeImport = (context: EngineContext): ImportScope => ({
  wasSearched: () => true,
  written: () => Promise.resolve(),
  ended: async () => {
    await context.store.database.foldLongLog()
    context.changed([])
  },
})

/** Sparing memory, and what is left of it with all that there is when others ask for too much of it meanwhile. */
const importSparingly = async (
  context: EngineContext,
  input: ImportInput,
  plan: ImportPlan,
  discovery: Discovery,
  progress: JobProgress,
): Promise<ImportRun> => {
  let last: ImportRun | undefined
  const begun = (run: ImportRun): void => {
    if (last !== undefined) run.continueFrom(last)
    last = run
  }
  const carryOut = (left: ImportPlan): Promise<ImportRun> =>
    executeImport(context, input, left, discovery, progress, { ...wholeImport(context), begun })
  try {
    return await context.store.database.sparingly(() => carryOut(plan))
  } catch (thrown) {
    if (!mayNeedMemory(thrown)) throw thrown
    return context.store.database.amply(async () => {
      if (context.store.pendingCount > 0) await projectPending(context, progress)
      return carryOut(await planOf(context, discovery, input, progress))
    })
  }
}

/**
 * Imports the transcripts below the given paths, or those of this machine when none is given.
 * @throws StrataError path-unreadable, disk-full, cancelled; what was written before stays and is complete.
 */
export const runImport = (
  context: EngineContext,
  input: ImportInput,
  progress: JobProgress,
): Promise<{ readonly result: ImportResult; readonly summary: string }> =>
  withScratch(context.store.scratch, (scratch) => importWith(context, input, scratch, progress))

const importWith = async (
  context: EngineContext,
  input: ImportInput,
  scratch: string,
  progress: JobProgress,
): Promise<{ readonly result: ImportResult; readonly summary: string }> => {
  const startedAt = Date.now()
  progress.phase('Finding transcripts', 'files', undefined)
  const transcripts = findTranscripts(input, context.env)
  const history = await findHistory(context, input.paths, transcripts, scratch, progress)
  const discovery = { ...transcripts, files: [...transcripts.files, ...history.files], unreadable: history.problems }
  const filesRemoved = discovery.files.length - filesOf(context.store, discovery, input).length
  const plan = await planOf(context, discovery, input, progress)
  const parts = partsOf(plan, history)
  if (input.dryRun) {
    const result = { ...dryResult(discovery, plan, Date.now() - startedAt), filesRemoved, ...withoutParts(discovery, plan, parts) }
    return { result: { ...result, histories: parts.histories }, summary: summaryOf(result) }
  }
  const { filesystemId } = input
  const files = filesOf(context.store, discovery, input)
  const sessionsReassigned = filesystemId === undefined ? 0 : await declareFilesystem(context, files, filesystemId)
  const largest = plan.sessions.reduce((most, { bytes }) => Math.max(most, bytes), 0)
  const run = await spareHeap(largest, () => importSparingly(context, input, plan, discovery, progress))
  const result: ImportResult = {
    histories: parts.histories,
    ...withoutParts(discovery, plan, parts),
    filesImported: Math.max(0, run.total((counts) => counts.files) - parts.changed),
    filesRemoved,
    sessionsReassigned,
    filesFailed: run.unreadable.length - plan.emptied.length - history.problems.length,
    filesWithoutRecords: run.total((counts) => counts.filesWithoutRecords),
    bytesRead: run.total((counts) => counts.bytes),
    records: run.total((counts) => counts.records),
    sessions: run.total((counts) => counts.sessions),
    newCommits: run.newCommits(),
    problems: run.total((counts) => counts.problems) + run.unreadable.length,
    ms: Date.now() - startedAt,
    dryRun: false,
    skippedStores: discovery.stores,
  }
  return { result, summary: summaryOf(result) }
}

/** Parts of histories are not files: they are counted by themselves. */
interface HistoryParts {
  readonly found: number
  readonly changed: number
  readonly histories: ImportResult['histories']
}

const partsOf = ({ sessions }: ImportPlan, { files, results }: FoundHistory): HistoryParts => {
  const changed = sessions.flatMap((session) =>
    session.sources.flatMap((planned) => (planned.kind === 'disk' && session.changed.has(planned.source.sourceId) ? [planned.source] : [])),
  )
  const changedIn = (path: string): number =>
    changed.filter((source) => isHistorySource(source.path) && fileOfSource(source.path) === path).length
  const histories = results.map((result) => ({ ...result, changedSessions: changedIn(result.path) }))
  return { found: files.length, changed: histories.reduce((sum, { changedSessions }) => sum + changedSessions, 0), histories }
}

const withoutParts = ({ files }: Discovery, { changedFiles, unchangedFiles }: ImportPlan, { found, changed }: HistoryParts) => ({
  filesFound: files.length - found,
  filesImported: changedFiles - changed,
  filesUnchanged: Math.max(0, unchangedFiles - (found - changed)),
})

/** Node and Electron leave V8's flags open while they run. How much a heap may grow beyond what is in use before it is collected, percent. Zero: as V8 likes. */
const growth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

const whileImporting = 120
/** Most of what a heap holds while a large session is derived is in use: 2 GB of one take 740 MB instead of 870, and no more time. */
const whileImportingMuch = 60
const muchBytes = 128 * 1024 * 1024

/** Imports that run now. */
let running = 0

/**
 * Carries out work that makes much garbage, in this thread and its workers; every thread of the process is collected sooner meanwhile.
 * @param largest of the sessions that are read, bytes.
 */
const spareHeap = async <T>(largest: number, work: () => Promise<T>): Promise<T> => {
  running += 1
  growth(largest < muchBytes ? whileImporting : whileImportingMuch)
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) growth(0)
  }
}

/** One line about what an import did. */
const summaryOf = (result: Omit<ImportResult, 'histories'>): string => {
  const verb = result.dryRun ? 'to import' : 'imported'
  const failed = result.filesFailed === 0 ? '' : `, ${countOf(result.filesFailed, 'file')} could not be read`
  const unread = result.filesWithoutRecords === 0 ? '' : `, ${countOf(result.filesWithoutRecords, 'file')} without a readable record`
  const removed = result.filesRemoved === 0 ? '' : `, ${countOf(result.filesRemoved, 'file')} of removed sessions skipped`
  return `${countOf(result.filesImported, 'file')} ${verb}, ${countOf(result.filesUnchanged, 'file')} unchanged${removed}${unread}${failed}`
}

/** The result of an import that writes nothing. */
const dryResult = (discovery: Discovery, plan: ImportPlan, ms: number): Omit<ImportResult, 'filesRemoved' | 'histories'> => ({
  filesFound: discovery.files.length,
  filesImported: plan.changedFiles,
  filesUnchanged: plan.unchangedFiles,
  sessionsReassigned: 0,
  filesFailed: discovery.problems.length,
  filesWithoutRecords: 0,
  bytesRead: plan.bytes,
  records: 0,
  sessions: plan.sessions.length,
  newCommits: 0,
  problems: discovery.problems.length,
  ms,
  dryRun: true,
  skippedStores: discovery.stores,
})
