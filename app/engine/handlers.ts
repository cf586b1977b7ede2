/** Answers to every call of the contract; a missing one does not compile. */
import { ask } from '../analytics/queries/ask.ts'
import type { Handlers } from '../contract/calls.ts'
import type { StoreView } from '../contract/views.ts'
import { artifactHash } from '../model/ids.ts'
import { count } from '../store/tables/columns.ts'
import { analyticsHandlers } from './analytics/analytics-handlers.ts'
import { keepArtifact, listNotes, setNote } from './agents/agent-notes.ts'
import { correctionsOf } from './kernel/corrections.ts'
import { lakeHandlers } from './lake/lake-handlers.ts'
import { transferHandlers } from './transfer/transfer-handlers.ts'
import type { EngineContext } from './kernel/engine-context.ts'
import { chainHandlers } from './chain-handlers.ts'
import type { JobParts } from './job-handlers.ts'
import { jobHandlers } from './job-handlers.ts'
import { ownPricesPath, priceTables } from './kernel/price-tables.ts'
import { sqlHandlers } from './sql/sql-handlers.ts'
import { changeSettings, showSettings } from './settings/change-settings.ts'
import { runDoctor } from './sources/run-doctor.ts'
import { showRoots } from './sources/show-roots.ts'
import storeCounts from './store-counts.sql?raw'
import { findCommit } from './commits/find-commit.ts'
import { findKept, readKept } from './materialise/kept-bytes.ts'
import { listFileVersions, listFiles } from './files/list-files.ts'
import { listPrices } from './cost/list-prices.ts'
import { listProblems } from './problems/list-problems.ts'
import { listCorrections } from './ledger/list-corrections.ts'
import { listLedgerRecords } from './ledger/list-ledger-records.ts'
import { listRefs } from './refs/list-refs.ts'
import { listRules } from './ledger/list-rules.ts'
import { listSessions, showSession } from './sessions/list-sessions.ts'
import { listSources } from './sources/list-sources.ts'
import { logAny } from './commits/log-any.ts'
import { listFormats, readArtifact } from './reader/read-artifact.ts'
import { readCommit } from './reader/read-commit.ts'
import { referenceTotals, referenceTotalsBy } from './stats/reference-totals.ts'
import { resolveSession } from './commits/resolve-name.ts'
import { searchTexts } from './search/search-texts.ts'
import { showLedgers } from './ledger/show-ledgers.ts'
import { showAgents } from './agents/show-agents.ts'
import { showContext } from './sessions/show-context.ts'
import { showCost } from './cost/show-cost.ts'
import { showStats, statsBy, type StatsSource } from './stats/show-stats.ts'
import { showTimeline } from './sessions/show-timeline.ts'
import { sourceExcerpt, sourceText } from './reader/source-excerpt.ts'
import packageFile from '../../package.json' with { type: 'json' }

const countColumns = {
  sessions: count('sessions'),
  commits: count('commits'),
  records: count('records'),
  problems: count('problems'),
  sources: count('sources'),
  rawBytes: count('raw_bytes'),
} as const

const showStore = async ({ store }: EngineContext): Promise<StoreView> => {
  const [counts] = await store.database.query(storeCounts, countColumns)
  if (counts === undefined) throw new Error('counting gives one row')
  return { dir: store.dir, ...counts, ...(await store.sizes()), unshown: store.pendingCount, version: packageFile.version }
}

/** Bytes of an artifact, named by its ref or hash or by the commit that holds it. */
const artifactBytes = async (context: EngineContext, name: string): Promise<Uint8Array> => {
  const { store } = context
  if (!/^(?:art-)?[0-9a-f]{4,64}$/.test(name)) return store.read(artifactHash((await findCommit(context, name)).commit.artifactHash))
  return readKept(context, await findKept(context, name))
}

type CallsOf<H extends (parts: JobParts) => unknown> = keyof ReturnType<H>
type OtherCalls =
  | CallsOf<typeof jobHandlers>
  | CallsOf<typeof chainHandlers>
  | CallsOf<typeof transferHandlers>
  | CallsOf<typeof lakeHandlers>
  | CallsOf<typeof sqlHandlers>
  | CallsOf<typeof analyticsHandlers>
type QuestionCalls = Exclude<keyof Handlers, OtherCalls>

const questionHandlers = ({
  context,
  facts,
  hasStore,
}: Pick<JobParts, 'context' | 'facts' | 'hasStore'>): Pick<Handlers, QuestionCalls> => {
  const tables = (): EngineContext['store']['database'] => context.store.database
  const session = async (id: string | undefined): Promise<string | null> => (id === undefined ? null : resolveSession(tables(), id))
  const figures = async (): Promise<StatsSource> => ({ tables: tables(), hasFacts: await facts.areMade() })
  return {
    'store.show': () => showStore(context),
    'roots.list': ({ paths }) => showRoots(context, paths),
    'sources.list': ({ sessionId }) => listSources(tables(), sessionId),
    'sessions.list': (input) => listSessions(tables(), input),
    'sessions.tools': () => ask(tables(), 'sessionTools', {}),
    'text.search': (input) => searchTexts(tables(), input),
    'files.list': (input) => listFiles(tables(), input),
    'files.versions': (input) => listFileVersions(tables(), input),
    'session.show': ({ sessionId }) => showSession(tables(), sessionId),
    'session.timeline': ({ sessionId }) => showTimeline(tables(), sessionId),
    'session.context': ({ sessionId }) => showContext(tables(), sessionId),
    'session.stats': async ({ sessionId }) => showStats(await figures(), await session(sessionId)),
    'chain.log': (input) => logAny(context, input),
    'refs.list': ({ sessionId }) => listRefs(tables(), sessionId),
    'commit.show': ({ commitId }) => findCommit(context, commitId),
    'commit.read': async ({ commitId, ...input }) => readCommit(context.store, (await findCommit(context, commitId)).commit, input),
    'artifact.bytes': ({ ref }) => artifactBytes(context, ref),
    'artifact.read': (input) => readArtifact(context, input),
    'formats.list': () => Promise.resolve(listFormats()),
    'artifact.keep': (input) => keepArtifact(context.store, input),
    'note.set': (input) => setNote(context.store, input),
    'note.list': (input) => Promise.resolve(listNotes(context.store, input)),
    'problems.list': (input) => listProblems(tables(), input),
    'source.excerpt': ({ sourceId, line }) => sourceExcerpt(context.store, sourceId, line),
    'source.text': ({ sourceId, from, length }) => sourceText(context.store, sourceId, from, length),
    'stats.show': async () => showStats(await figures(), null),
    'stats.by': async ({ by }) => statsBy(await figures(), by),
    'stats.reference': async ({ sessionId }) => referenceTotals(tables(), await session(sessionId)),
    'stats.referenceBy': ({ by }) => referenceTotalsBy(tables(), by),
    'rules.list': () => listRules(tables()),
    'ledger.show': (input) => showLedgers(tables(), input),
    'ledger.records': (input) => listLedgerRecords(tables(), input),
    'corrections.list': async ({ sessionId }) => listCorrections(tables(), correctionsOf(context.store), await session(sessionId)),
    'cost.show': async ({ by, sessionId, timeZone }) =>
      showCost(tables(), await priceTables(context.store.dir), { by, session: await session(sessionId), timeZone }),
    'prices.list': async () => listPrices(tables(), await priceTables(context.store.dir), ownPricesPath(context.store.dir)),
    'settings.show': () => showSettings(context.store),
    'settings.change': (input) => changeSettings(context, input),
    'agents.show': () => showAgents(context),
    'doctor.run': async ({ paths }) => runDoctor(await showRoots(context, paths), hasStore ? await showStore(context) : null),
  }
}

/** All answers of an engine. */
export const answersTo = (parts: JobParts): Handlers => ({
  ...questionHandlers(parts),
  ...chainHandlers(parts),
  ...jobHandlers(parts),
  ...transferHandlers(parts),
  ...lakeHandlers(parts),
  ...sqlHandlers(parts),
  ...analyticsHandlers(parts),
})
