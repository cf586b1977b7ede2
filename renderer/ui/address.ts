/** Every view has an address: what is shown, as text that back, forward and “copy link” use. */
import { sessionStatuses, type SessionStatus } from '../../app/model/session-status.ts'
import { parseQuery, query, type Query } from './query-text.ts'

export type SessionTab = 'timeline' | 'chain' | 'figures'
export type Grouping = 'none' | 'day' | 'project'

export interface SourcesAddress {
  readonly view: 'sources'
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
  readonly session: string | undefined
}
export interface SessionAddress {
  readonly view: 'session'
  readonly sessionId: string
  readonly tab: SessionTab
  readonly commit: string | undefined
  /** Ref whose ancestors the chain shows; undefined: every chain of the session. */
  readonly of: string | undefined
  readonly text: string | undefined
  /** Shown stretch of the timeline, milliseconds since 1970. */
  readonly from: number | undefined
  readonly to: number | undefined
}
export interface LogAddress {
  readonly view: 'log'
  readonly of: string | undefined
  readonly text: string | undefined
  readonly commit: string | undefined
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
/** Views of commits beyond the log. */
export type ChainAddress = RefsAddress | CompareAddress | MaterialisedAddress

export const isChainAddress = (address: Address): address is ChainAddress =>
  address.view === 'refs' || address.view === 'compare' || address.view === 'materialised'

/** The beginning: the window decides whether that is the sources or the sessions. */
export interface StartAddress {
  readonly view: 'start'
}
export type Address =
  StartAddress | SourcesAddress | SessionsAddress | SessionAddress | LogAddress | ProblemsAddress | LedgerAddress | ChainAddress

export const sessionsAddress: SessionsAddress = {
  view: 'sessions',
  project: undefined,
  text: undefined,
  sort: 'lastAt',
  descending: true,
  everything: false,
  group: 'day',
  status: undefined,
  session: undefined,
}
export const logAddress: LogAddress = { view: 'log', of: undefined, text: undefined, commit: undefined }
export const refsAddress: RefsAddress = { view: 'refs', at: undefined }
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
export const sessionAddress = (sessionId: string, tab: SessionTab = 'timeline', commit?: string): SessionAddress => ({
  view: 'session',
  sessionId,
  tab,
  commit,
  of: undefined,
  text: undefined,
  from: undefined,
  to: undefined,
})

/** As text: `/session/1a2b/chain?commit=ctx-00112233`. */
export const formatAddress = (address: Address): string => {
  if (isChainAddress(address)) return formatChain(address)
  switch (address.view) {
    case 'start':
      return '/'
    case 'sources':
      return '/sources'
    case 'sessions':
      return `/sessions${query(sessionsQuery(address))}`
    case 'session':
      return formatSession(address)
    case 'log':
      return `/log${query({ of: address.of, text: address.text, commit: address.commit })}`
    case 'ledger':
      return `/ledger${query(ledgerQuery(address))}`
    case 'problems':
      return `/problems${query({ code: address.code, session: address.session, at: address.at })}`
  }
}

const formatChain = (address: ChainAddress): string => {
  switch (address.view) {
    case 'refs':
      return `/refs${query({ at: address.at })}`
    case 'compare':
      return `/compare${query({ left: address.left, right: address.right, commit: address.commit })}`
    case 'materialised':
      return `/materialised${query({ commit: address.commit, stop: address.stop, format: address.format })}`
  }
}

const sessionsQuery = (address: SessionsAddress): Query => ({
  project: address.project,
  text: address.text,
  sort: address.sort === sessionsAddress.sort ? undefined : address.sort,
  order: address.descending ? undefined : 'ascending',
  everything: address.everything ? 'yes' : undefined,
  group: address.group === sessionsAddress.group ? undefined : address.group,
  status: address.status,
  session: address.session,
})

const ledgerQuery = ({ tab, alone, session, class: recordClass, reference, rule, type, text, at }: LedgerAddress): Query => ({
  tab: tab === ledgerAddress.tab ? undefined : tab,
  session,
  class: recordClass,
  reference,
  rule,
  type,
  text,
  at,
  alone: alone ? 'yes' : undefined,
})

const formatSession = (address: SessionAddress): string =>
  `/session/${encodeURIComponent(address.sessionId)}/${address.tab}${query({
    commit: address.commit,
    of: address.of,
    text: address.text,
    from: address.from === undefined ? undefined : String(Math.round(address.from)),
    to: address.to === undefined ? undefined : String(Math.round(address.to)),
  })}`

/** Reads an address, with or without the `strata:` or `#` in front; undefined when it names no view. */
export const parseAddress = (text: string): Address | undefined => {
  const [path = '', search = ''] = text.replace(/^(?:strata:|#)/, '').split(/\?(.*)/s)
  const [view = '', ...rest] = path.split('/').filter(Boolean)
  const fields = parseQuery(search)
  if (view === '') return path === '' || path === '/' ? { view: 'start' } : undefined
  if (view === 'session') return parseSession(rest, fields)
  return rest.length > 0 ? undefined : parsePlain(view, fields)
}

const parsePlain = (view: string, fields: Query): Address | undefined => {
  switch (view) {
    case 'sources':
      return { view }
    case 'sessions':
      return parseSessions(fields)
    case 'log':
      return { view, of: fields['of'], text: fields['text'], commit: fields['commit'] }
    case 'ledger':
      return parseLedger(fields)
    case 'refs':
      return { view, at: fields['at'] }
    case 'compare':
      return parseCompare(fields)
    case 'materialised':
      return parseMaterialised(fields)
    case 'problems':
      return { view, code: fields['code'], session: fields['session'], at: fields['at'] }
    default:
      return undefined
  }
}

const parseCompare = ({ left, right, commit }: Query): CompareAddress | undefined =>
  left === undefined || right === undefined ? undefined : { view: 'compare', left, right, commit }

const parseMaterialised = ({ commit, stop, format }: Query): MaterialisedAddress | undefined =>
  commit === undefined ? undefined : { view: 'materialised', commit, stop: stop ?? 'compaction', format }

const parseLedger = (fields: Query): LedgerAddress => ({
  view: 'ledger',
  tab: oneOf(['totals', 'records', 'rules', 'corrections'] as const, fields['tab']) ?? ledgerAddress.tab,
  session: fields['session'],
  class: fields['class'],
  reference: fields['reference'],
  rule: fields['rule'],
  type: fields['type'],
  text: fields['text'],
  at: fields['at'],
  alone: fields['alone'] === 'yes',
})

const parseSessions = (fields: Query): SessionsAddress => ({
  view: 'sessions',
  project: fields['project'],
  text: fields['text'],
  sort: fields['sort'] ?? sessionsAddress.sort,
  descending: fields['order'] !== 'ascending',
  everything: fields['everything'] === 'yes',
  group: oneOf(['none', 'day', 'project'] as const, fields['group']) ?? sessionsAddress.group,
  status: oneOf(sessionStatuses, fields['status']),
  session: fields['session'],
})

const parseSession = (rest: readonly string[], fields: Query): SessionAddress | undefined => {
  const [name, tab = 'timeline', ...more] = rest
  const sessionId = name === undefined ? undefined : decode(name)
  const known = oneOf(['timeline', 'chain', 'figures'] as const, tab)
  if (sessionId === undefined || known === undefined || more.length > 0) return undefined
  return {
    view: 'session',
    sessionId,
    tab: known,
    commit: fields['commit'],
    of: fields['of'],
    text: fields['text'],
    from: instant(fields['from']),
    to: instant(fields['to']),
  }
}

const instant = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,16}$/.test(text) ? Number(text) : undefined

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined => known.find((each) => each === text)

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
