/** Addresses from text. */
import { commitTypes } from '../../../app/model/context-commit.ts'
import { parameterNames } from '../../../app/model/metric.ts'
import { reasonings } from '../../../app/model/searched-text.ts'
import { sessionStatuses } from '../../../app/model/session-status.ts'
import {
  type Address,
  type AnalyticsAddress,
  type CompareAddress,
  type LedgerAddress,
  type LogFilters,
  type MaterialisedAddress,
  type FilesAddress,
  type SearchAddress,
  type SessionAddress,
  type SessionsAddress,
  analyticsAddress,
  bareViews,
  ledgerAddress,
  logFilterNames,
  sessionsAddress,
} from './address.ts'
import { parseQuery, type Query } from './query-text.ts'

/** Reads an address, with or without the `strata:` or `#` in front; undefined when it names no view. */
export const parseAddress = (text: string): Address | undefined => {
  const [path = '', search = ''] = text.replace(/^(?:strata:|#)/, '').split(/\?(.*)/s)
  const [view = '', ...rest] = path.split('/').filter(Boolean)
  const fields = parseQuery(search)
  if (view === '') return path === '' || path === '/' ? { view: 'start' } : undefined
  if (view === 'session') return parseSession(rest, fields)
  if (view === 'analytics') return parseAnalytics(rest, fields)
  return rest.length > 0 ? undefined : parsePlain(view, fields)
}

const parsePlain = (view: string, fields: Query): Address | undefined => {
  const bare = oneOf(bareViews, view)
  if (bare !== undefined) return { view: bare }
  switch (view) {
    case 'sessions':
      return parseSessions(fields)
    case 'search':
      return parseSearch(fields)
    case 'log':
      return { view, of: fields['of'], text: fields['text'], filters: logFilters(fields), commit: fields['commit'] }
    case 'sql':
      return { view, sql: fields['sql'] }
    case 'ledger':
      return parseLedger(fields)
    case 'problems':
      return { view, code: fields['code'], session: fields['session'], at: fields['at'] }
    default:
      return parseChain(view, fields)
  }
}

const parseChain = (view: string, fields: Query): Address | undefined => {
  switch (view) {
    case 'files':
      return parseFiles(fields)
    case 'refs':
      return { view, at: fields['at'] }
    case 'compare':
      return parseCompare(fields)
    case 'materialised':
      return parseMaterialised(fields)
    default:
      return undefined
  }
}

const parseSearch = ({ text, reasoning, file, kinds, project, session, since, until, at }: Query): SearchAddress => ({
  view: 'search',
  text,
  reasoning: oneOf(reasonings, reasoning),
  file,
  kinds,
  project,
  session,
  since: dayOf(since),
  until: dayOf(until),
  at,
})

const parseFiles = ({ text, project, session, path, at, commit }: Query): FilesAddress => ({
  view: 'files',
  text,
  project,
  session,
  path,
  at,
  commit,
})

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

/** Date.parse takes the 30th of February for a day of March. */
const dayOf = (text: string | undefined): string | undefined => {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined
}

const logFilters = (fields: Query): LogFilters => {
  const { since, until, type, ...others } = fields
  const known: Query = { ...others, since: dayOf(since), until: dayOf(until), type: oneOf(commitTypes, type) }
  return Object.fromEntries(logFilterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

const parseSessions = (fields: Query): SessionsAddress => ({
  view: 'sessions',
  project: fields['project'],
  text: fields['text'],
  sort: fields['sort'] ?? sessionsAddress.sort,
  descending: fields['order'] !== 'ascending',
  everything: fields['everything'] === 'yes',
  group: oneOf(['none', 'day', 'project'] as const, fields['group']) ?? sessionsAddress.group,
  status: oneOf(sessionStatuses, fields['status']),
  model: fields['model'],
  tool: fields['tool'],
  outcome: fields['outcome'],
  since: dayOf(fields['since']),
  until: dayOf(fields['until']),
  compacted: fields['compacted'] === 'yes',
  delegated: fields['delegated'] === 'yes',
  session: fields['session'],
})

const analyticsFields: readonly string[] = [
  ...['project', 'session', 'template', 'model', 'since', 'until', 'chains', 'zone'],
  ...parameterNames,
]

const parseAnalytics = ([name, ...more]: readonly string[], fields: Query): AnalyticsAddress | undefined => {
  const board = name === undefined ? analyticsAddress.board : decode(name)
  if (board === undefined || more.length > 0) return undefined
  const known = analyticsFields.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]] as const]))
  return { view: 'analytics', board, question: fields['q'], by: fields['by'], fields: Object.fromEntries(known) }
}

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
    record: fields['record'],
    of: fields['of'],
    text: fields['text'],
    filters: logFilters(fields),
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
