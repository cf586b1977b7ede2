/** Every call between an engine and whoever uses it: the schema of its input, the type of its answer. */
import { z } from 'zod'
import { commitTypes } from '../model/context-commit.ts'
import { granularity } from '../model/granularity.ts'
import { recordClasses, referenceClasses } from '../model/record-class.ts'
import { call, id, noTables } from './call.ts'
import { analyticsCalls } from './analytics-calls.ts'
import { agentCalls } from './agent-calls.ts'
import type { AgentsView } from './capture-views.ts'
import { artifactCalls } from './artifact-calls.ts'
import type { SavedFile } from './artifact-views.ts'
import { chainCalls } from './chain-calls.ts'
import type { NamedCommit } from './chain-views.ts'
import type { JobView } from './signals.ts'
import type { DoctorView } from './job-results.ts'
import type { CorrectionView, LedgerRecord, LedgerRecordsPage, LedgerView, RuleView } from './ledger-views.ts'
import type { ContextView } from './context-views.ts'
import { costGroupings } from './cost-views.ts'
import type { CostView, PricesView } from './cost-views.ts'
import { fileCalls } from './file-calls.ts'
import { exportCalls } from './export-calls.ts'
import type { ProblemsPage, SourceExcerpt, SourceText } from './problem-views.ts'
import type { StatsGroup, StatsView } from './stats-views.ts'
import type { CommitDetail, CommitReading, LogPage, RootView, SessionView, SourceView, StoreView, TimelineView } from './views.ts'
import { lakeCalls } from './lake-calls.ts'
import { searchCalls } from './search-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { keepDays, settingsCalls } from './settings-calls.ts'
import { savedTable, sqlCalls } from './sql-calls.ts'
import { transferCalls } from './transfer-calls.ts'
import type { WatchView } from './watch-views.ts'

const nothing = z.object({})
const paths = z.array(z.string().min(1).max(4096)).max(1000)
const page = { offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(100_000).default(1000) }

export const calls = {
  'store.show': call<StoreView>('reads')(nothing),
  'roots.list': call<readonly RootView[]>('reads')(z.object({ paths: paths.default([]) })),
  'sources.list': call<readonly SourceView[]>('reads')(z.object({ sessionId: id.optional() })),
  ...sessionCalls,
  ...searchCalls,
  ...fileCalls,
  'session.show': call<SessionView>('reads')(z.object({ sessionId: id })),
  'session.timeline': call<TimelineView>('reads')(z.object({ sessionId: id })),
  'session.context': call<ContextView>('reads')(z.object({ sessionId: id })),
  'session.stats': call<StatsView>('reads')(z.object({ sessionId: id })),
  'chain.log': call<LogPage>('reads')(
    z.object({
      ...page,
      /** A ref, commit id or unique prefix: its ancestors. A session id: all its chains. Nothing: every commit. */
      of: id.optional(),
      /** Every word must occur in the id or the summary. */
      text: z.string().max(1000).optional(),
      /** A tool of the commit was given this path, one that ends so, or one in this folder. */
      file: z.string().min(1).max(4096).optional(),
      /** A tool that was called in it; with a file: for that file. */
      tool: z.string().min(1).max(1000).optional(),
      type: z.enum(commitTypes).optional(),
      /** Its template or principal. */
      author: z.string().min(1).max(1000).optional(),
      /** Kind of the sub-agent whose chain it belongs to. */
      agentType: z.string().min(1).max(1000).optional(),
      /** Ticket and thread in its record. */
      ticket: z.string().min(1).max(10_000).optional(),
      thread: z.string().min(1).max(10_000).optional(),
      /** Its last event, or it was made, at or after; before. Milliseconds since 1970. */
      since: z.number().int().optional(),
      until: z.number().int().optional(),
    }),
  ),
  'refs.list': call<readonly NamedCommit[]>('reads')(z.object({ sessionId: id.optional() })),
  'commit.show': call<CommitDetail>('reads')(z.object({ commitId: id })),
  'commit.read': call<CommitReading>('reads')(
    z.object({
      commitId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
      /** A record whose place among the items is wanted. */
      sought: z.object({ sourceId: id, line: z.number().int().min(1) }).optional(),
    }),
  ),
  ...chainCalls,
  ...exportCalls,
  ...artifactCalls,
  ...agentCalls,
  'problems.list': call<ProblemsPage>('reads')(z.object({ ...page, sessionId: id.optional(), code: z.string().max(100).optional() })),
  'source.excerpt': call<SourceExcerpt>('reads')(z.object({ sourceId: id, line: z.number().int().min(1) })),
  /** A source such as a large tool output, to read: at most a megabyte at once. */
  'source.text': call<SourceText>('reads')(
    z.object({
      sourceId: id,
      from: z.number().int().min(0).default(0),
      length: z.number().int().min(1).max(1_000_000).default(1_000_000),
    }),
  ),
  'stats.show': call<StatsView>('reads')(nothing),
  'stats.by': call<readonly StatsGroup[]>('reads')(z.object({ by: z.enum(['source', 'session', 'project']) })),
  'stats.reference': call<{ readonly totals: unknown }>('reads')(z.object({ sessionId: id.optional() })),
  'stats.referenceBy': call<readonly { readonly group: string; readonly totals: unknown }[]>('reads')(
    z.object({ by: z.enum(['source', 'session', 'project']) }),
  ),
  'rules.list': call<readonly RuleView[]>('reads')(nothing),
  /** One ledger for each group, both ways of counting; a session or project alone when it is named. */
  'ledger.show': call<readonly LedgerView[]>('reads')(
    z.object({
      sessionId: id.optional(),
      project: z.string().max(4096).optional(),
      by: z.enum(['total', 'session', 'project']).default('total'),
    }),
  ),
  /** The records behind a cell of the ledger: whatever is not given does not restrict. */
  'ledger.records': call<LedgerRecordsPage>('reads')(
    z.object({
      ...page,
      sessionId: id.optional(),
      project: z.string().max(4096).optional(),
      class: z.enum(recordClasses).optional(),
      referenceClass: z.enum(referenceClasses).optional(),
      rule: z.string().max(200).optional(),
      /** `user`: those that the two ledgers count. */
      recordType: z.string().max(200).optional(),
      /** Those whose class a person corrected, or those of which nobody did. */
      corrected: z.boolean().optional(),
      /** The one record at a line of a source. */
      sourceId: id.optional(),
      line: z.number().int().min(1).optional(),
    }),
  ),
  'corrections.list': call<readonly CorrectionView[]>('reads')(z.object({ sessionId: id.optional() })),
  /** Gives a record the class that a person says it has; null: the rule's class again. Answers with the record as it is then. */
  'record.correct': call<LedgerRecord | null>('repeatable')(
    z.object({
      sourceId: id,
      line: z.number().int().min(1),
      class: z.enum(recordClasses).nullable(),
      reason: z.string().max(1000).optional(),
    }),
  ),
  'cost.show': call<CostView>('reads')(
    z.object({
      by: z.enum(costGroupings).default('all'),
      sessionId: id.optional(),
      /** IANA name of the zone that days are of; left out: that of the machine. */
      timeZone: z.string().min(1).max(100).optional(),
    }),
  ),
  'prices.list': call<PricesView>('reads')(nothing),
  ...analyticsCalls,
  'agents.show': call<AgentsView>('reads')(nothing),
  'doctor.run': call<DoctorView>('reads')(z.object({ paths: paths.default([]) })),
  'import.start': call<JobView>(
    'repeatable',
    noTables,
  )(
    z.object({
      paths: paths.default([]),
      dryRun: z.boolean().default(false),
      principal: z.string().max(400).optional(),
      /** Of the sessions found, also of those that have not changed; left out: they stay as they are cut. */
      granularity: granularity.optional(),
    }),
  ),
  'watch.show': call<WatchView>('reads', noTables)(nothing),
  /** Takes in what changes below these folders from now on; none: every transcript folder found on this machine. */
  'watch.start': call<WatchView>(
    'repeatable',
    noTables,
  )(
    z.object({
      paths: paths.default([]),
      /** Watch them again whenever the app opens this store. */
      remember: z.boolean().default(true),
    }),
  ),
  /** None: every folder. */
  'watch.stop': call<WatchView>('repeatable', noTables)(z.object({ paths: paths.default([]) })),
  /** Somebody looks at a session: what its next line needs is read before it comes. Resolves when it was; false when it is not. */
  'watch.expect': call<boolean>('reads', noTables)(z.object({ sessionId: id })),
  'verify.start': call<JobView>('reads')(nothing),
  /** `anew` false: only what the tables do not show yet. */
  'reindex.start': call<JobView>('repeatable')(z.object({ anew: z.boolean().default(true) })),
  /** A job; its result is a RepairResult. Replaces damaged packs, and reports what is lost. */
  'repair.start': call<JobView>('repeatable')(nothing),
  'restore.start': call<JobView>('repeatable')(
    z.object({ what: z.union([z.object({ all: z.literal(true) }), z.object({ name: id })]), to: z.string().min(1).max(4096) }),
  ),
  ...transferCalls,
  ...lakeCalls,
  ...sqlCalls,
  ...settingsCalls,
  /** A job; its result is a GcResult. `keepDays` left out: as the settings say. */
  'gc.start': call<JobView>('repeatable')(z.object({ dryRun: z.boolean().default(true), keepDays: keepDays.optional() })),
  'jobs.list': call<readonly JobView[]>('reads', noTables)(nothing),
  'job.cancel': call<JobView>('once', noTables)(z.object({ jobId: id })),
  /** Resolves when the job has ended. */
  'job.wait': call<JobView>('once', noTables)(z.object({ jobId: id })),
  /** Answered by the desktop shell, not by the engine. */
  'shell.chooseFolders': call<readonly string[]>('once')(nothing),
  'shell.revealPath': call<null>('once')(z.object({ path: z.string().min(1).max(4096) })),
  /** Saves an artifact where the person says, in a dialog; null: the person did not. `name` is only suggested. */
  'shell.saveArtifact': call<SavedFile | null>('once')(z.object({ ref: id, name: z.string().min(1).max(200) })),
  /** As sql.save, into a file that the person chooses in a dialog; null: the person did not. */
  'shell.saveTable': call<JobView | null>('once')(savedTable),
  /** A file that is there, as the person chooses it in a dialog; null: the person did not. */
  'shell.chooseFile': call<string | null>('once')(nothing),
  /** Where the person wants a file to be written; what is there already may be replaced then. `name` is only suggested. */
  'shell.chooseTarget': call<string | null>('once')(z.object({ name: z.string().min(1).max(200) })),
  /** Saves a picture, PNG as base64, where the person says; null: the person did not. */
  'shell.savePicture': call<SavedFile | null>('once')(
    z.object({
      name: z.string().min(1).max(200),
      png: z
        .string()
        .max(50_000_000)
        .regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/),
    }),
  ),
  'shell.copyText': call<null>('once')(z.object({ text: z.string().max(10_000_000) })),
  'shell.openExternal': call<null>('once')(z.object({ url: z.url({ protocol: /^https$/ }) })),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a caller passes: defaults may be left out. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler receives: parsed, defaults filled in. */
export type CallParsed<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = Exclude<Calls[N]['output'], undefined>

export type ShellCallName = Extract<CallName, `shell.${string}`>
export type EngineCallName = Exclude<CallName, ShellCallName>
export const isEngineCall = (name: string): name is EngineCallName => Object.hasOwn(calls, name) && !name.startsWith('shell.')

export type Handlers = { readonly [N in EngineCallName]: (input: CallParsed<N>) => Promise<CallOutput<N>> }
