/** Every view has an address: what is shown, as text that back, forward and “copy link” use. */
import type { SessionStatus } from '../../../app/model/session-status.ts'
import type { Query } from './query-text.ts'

export type SessionTab = 'timeline' | 'chain' | 'figures'
export type Grouping = 'none' | 'day' | 'project'

export interface SourcesAddress {
  readonly view: 'sources'
}
export interface StoreAddress {
  readonly view: 'store'
}
export interface SettingsAddress {
  readonly view: 'settings'
}
export interface SessionsAddress {
  readonly view: 'sessions'
  readonly project: string | undefined
  readonly text: string | undefined
  readonly sort: string
  readonly descending: boolean
  readonly everything: boolean
  readonly group: Grouping
  readonly status: SessionStatus | undefined
  readonly model: string | undefined
  readonly tool: string | undefined
  readonly outcome: string | undefined
  /** Days of this machine's zone, YYYY-MM-DD. */
  readonly since: string | undefined
  readonly until: string | undefined
  /** Only sessions with compactions, or with sub-agents. */
  readonly compacted: boolean
  readonly delegated: boolean
  readonly session: string | undefined
}
export interface SessionAddress {
  readonly view: 'session'
  readonly sessionId: string
  readonly tab: SessionTab
  readonly commit: string | undefined
  /** `sourceId:line` of a record of the commit that the reader goes to. */
  readonly record: string | undefined
  /** Ref whose ancestors the chain shows; undefined: every chain of the session. */
  readonly of: string | undefined
  readonly text: string | undefined
  readonly filters: LogFilters
  /** Shown stretch of the timeline, milliseconds since 1970. */
  readonly from: number | undefined
  readonly to: number | undefined
}
export const logFilterNames = ['file', 'tool', 'type', 'author', 'since', 'until'] as const
/** What the commits of a log are restricted to; days of this machine's zone, YYYY-MM-DD. */
export type LogFilters = Readonly<Partial<Record<(typeof logFilterNames)[number], string>>>
export interface LogAddress {
  readonly view: 'log'
  readonly of: string | undefined
  readonly text: string | undefined
  readonly filters: LogFilters
  readonly commit: string | undefined
}
/** Where something was said; what is not given does not restrict. */
export interface SearchAddress {
  readonly view: 'search'
  readonly text: string | undefined
  /** Thoughts alone that seem to be decisions, rejections or trade-offs. */
  readonly reasoning: string | undefined
  /** In commits alone in which a tool was given this file. */
  readonly file: string | undefined
  /** Kinds of texts, with commas between; undefined: all of them. */
  readonly kinds: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** Days of this machine's zone, YYYY-MM-DD. */
  readonly since: string | undefined
  readonly until: string | undefined
  /** `sourceId:line:block` of the text looked at. */
  readonly at: string | undefined
}
export interface ProblemsAddress {
  readonly view: 'problems'
  readonly code: string | undefined
  readonly session: string | undefined
  /** `sourceId:line` of the problem looked at. */
  readonly at: string | undefined
}
export type LedgerTab = 'totals' | 'records' | 'rules' | 'corrections'
/** What the records are; whatever is not given does not restrict. */
export interface LedgerAddress {
  readonly view: 'ledger'
  readonly tab: LedgerTab
  readonly session: string | undefined
  readonly class: string | undefined
  readonly reference: string | undefined
  readonly rule: string | undefined
  /** Type of the records. */
  readonly type: string | undefined
  /** Filter of the rules. */
  readonly text: string | undefined
  /** `sourceId:line` of the record looked at; with `alone`, the only one listed. */
  readonly at: string | undefined
  readonly alone: boolean
}
/** Names that persons gave to commits, and pins. */
export interface RefsAddress {
  readonly view: 'refs'
  /** Full name, or `pin/` and the commit's id. */
  readonly at: string | undefined
}
/** The files that agents read and changed, and the calls of one of them. */
export interface FilesAddress {
  readonly view: 'files'
  readonly text: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** The file whose calls are listed. */
  readonly path: string | undefined
  /** `sourceId:line:block` of the call that is read, and the commit that holds it. */
  readonly at: string | undefined
  readonly commit: string | undefined
}
/** The conversation that an agent would see from a commit. */
export interface MaterialisedAddress {
  readonly view: 'materialised'
  readonly commit: string
  /** compaction, root, or a commit that it goes on from. */
  readonly stop: string
  /** undefined: that of the chain. */
  readonly format: string | undefined
}
/** What two commits know that the other does not. */
export interface CompareAddress {
  readonly view: 'compare'
  readonly left: string
  readonly right: string
  /** Commit read beside them. */
  readonly commit: string | undefined
}
/** A question in SQL; without one the editor is empty. */
export interface SqlAddress {
  readonly view: 'sql'
  readonly sql: string | undefined
}
/** Figures: a board of questions, or one of them with all its rows. */
export interface AnalyticsAddress {
  readonly view: 'analytics'
  readonly board: string
  /** undefined: the board. */
  readonly question: string | undefined
  /** How the question is grouped; undefined: as it usually is. */
  readonly by: string | undefined
  /** Filters and parameters by name; days as text, `compacted` as yes or no. */
  readonly fields: Query
}
/** Views of figures. */
export type FiguresAddress = LedgerAddress | SqlAddress | AnalyticsAddress

export const isFiguresAddress = (address: Address): address is FiguresAddress =>
  address.view === 'ledger' || address.view === 'sql' || address.view === 'analytics'

/** Views of commits beyond the log. */
export type ChainAddress = RefsAddress | FilesAddress | CompareAddress | MaterialisedAddress

/** Views that show one thing only: their name says it all. */
export const bareViews = ['sources', 'store', 'settings'] as const

/** The beginning, and views that show one thing only. */
export type BareAddress = StartAddress | SourcesAddress | StoreAddress | SettingsAddress

export const isBareAddress = (address: Address): address is BareAddress =>
  address.view === 'start' || bareViews.some((view) => view === address.view)

export const isChainAddress = (address: Address): address is ChainAddress =>
  address.view === 'refs' || address.view === 'files' || address.view === 'compare' || address.view === 'materialised'

/** The beginning: the window decides whether that is the sources or the sessions. */
export interface StartAddress {
  readonly view: 'start'
}
export type Address =
  BareAddress | SessionsAddress | SessionAddress | SearchAddress | LogAddress | ProblemsAddress | FiguresAddress | ChainAddress

export const sessionsAddress: SessionsAddress = {
  view: 'sessions',
  project: undefined,
  text: undefined,
  sort: 'lastAt',
  descending: true,
  everything: false,
  group: 'day',
  status: undefined,
  model: undefined,
  tool: undefined,
  outcome: undefined,
  since: undefined,
  until: undefined,
  compacted: false,
  delegated: false,
  session: undefined,
}
export const logAddress: LogAddress = { view: 'log', of: undefined, text: undefined, filters: {}, commit: undefined }
export const searchAddress: SearchAddress = {
  view: 'search',
  text: undefined,
  reasoning: undefined,
  file: undefined,
  kinds: undefined,
  project: undefined,
  session: undefined,
  since: undefined,
  until: undefined,
  at: undefined,
}
export const filesAddress: FilesAddress = {
  view: 'files',
  text: undefined,
  project: undefined,
  session: undefined,
  path: undefined,
  at: undefined,
  commit: undefined,
}
export const refsAddress: RefsAddress = { view: 'refs', at: undefined }
export const analyticsAddress: AnalyticsAddress = { view: 'analytics', board: 'records', question: undefined, by: undefined, fields: {} }
export const sqlAddress: SqlAddress = { view: 'sql', sql: undefined }
export const problemsAddress: ProblemsAddress = { view: 'problems', code: undefined, session: undefined, at: undefined }

export const ledgerAddress: LedgerAddress = {
  view: 'ledger',
  tab: 'totals',
  session: undefined,
  class: undefined,
  reference: undefined,
  rule: undefined,
  type: undefined,
  text: undefined,
  at: undefined,
  alone: false,
}

/** The address of a session's view. */
export const sessionAddress = (sessionId: string, tab: SessionTab = 'timeline', commit?: string, record?: string): SessionAddress => ({
  view: 'session',
  sessionId,
  tab,
  commit,
  record,
  of: undefined,
  text: undefined,
  filters: {},
  from: undefined,
  to: undefined,
})
