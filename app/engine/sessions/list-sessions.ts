/** Sessions: searched, filtered, sorted and cut into pages; one-shot, warm-up and empty ones are folded away. */
import { runQuery, runQueryFor, type Answer, type Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SessionsPage, SessionView } from '../../contract/sessions.ts'
import { composedForm, isSameName } from '../../model/composed-form.ts'
import { StrataError } from '../../model/failure.ts'
import { isPromptsOnly, standings, statusAt, type Standing } from '../../model/session-status.ts'
import { sessionEndings, type Ended } from '../../model/session-ending.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { activeTimes } from './active-times.ts'
import { endingsOf } from './session-endings.ts'
import { sessionsWithText } from './sessions-with-text.ts'

type SessionRow = Answer<'sessionList'>
type Times = ReadonlyMap<string, number>
type Endings = ReadonlyMap<string, Ended>
const noEndings: Endings = new Map()
type Input = CallParsed<'sessions.list'>
type Sort = Input['sort']
type Name = keyof SessionRow

/** Columns that every list reads of all sessions. */
const always = ['sessionId', 'kind', 'standing', 'lastAt'] as const
/** The columns that a list reads of all sessions: as few as its input needs. */
type ListedSession = Pick<SessionView, (typeof always)[number] | 'status'> & Partial<SessionView> & Computed

/** Values that no table has; read only where the input needs them. */
interface Computed {
  readonly usd?: number | null
  readonly ending?: string | null
}

const folded = { one_shot: 'oneShot', warm_up: 'warmUp', empty: 'empty' } as const
const isFoldedKind = (kind: string): kind is keyof typeof folded => Object.hasOwn(folded, kind)

let collator: Intl.Collator | undefined
/** Made when texts are first compared: loading its data takes milliseconds. */
const compareNames = (a: string, b: string): number =>
  (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b)
const byId = (a: ListedSession, b: ListedSession): number => (a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : 0)

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))

/** Order by one column: unknown values come last in both directions, equal ones are ordered by id. */
export const bySessionColumn =
  (sort: Sort, descending: boolean) =>
  (a: ListedSession, b: ListedSession): number => {
    const [left = null, right = null] = [a[sort], b[sort]]
    if (left === null || right === null) return left === right ? byId(a, b) : left === null ? 1 : -1
    const order = compareValues(left, right)
    return order === 0 ? byId(a, b) : descending ? -order : order
  }

/** A short session that is in progress is not folded away. */
const isFolded = ({ kind, status }: ListedSession): boolean => isFoldedKind(kind) && status !== 'running' && status !== 'waiting'

const countFolded = (sessions: readonly ListedSession[]): SessionsPage['folded'] => {
  const counts = { oneShot: 0, warmUp: 0, empty: 0 }
  for (const session of sessions) if (isFolded(session) && isFoldedKind(session.kind)) counts[folded[session.kind]] += 1
  return counts
}

const countStatuses = (sessions: readonly ListedSession[]): SessionsPage['statuses'] => {
  const counts = { running: 0, waiting: 0, stale: 0, ended: 0 }
  for (const { status } of sessions) counts[status] += 1
  return counts
}

/** How many sessions have each of what `namesOf` gives, in the order of the names. */
const countBy = (sessions: readonly ListedSession[], namesOf: (session: ListedSession) => readonly string[]) => {
  const counts = new Map<string, number>()
  for (const session of sessions)
    for (const name of new Set(namesOf(session).map(composedForm))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => compareNames(a, b))
}

const isStanding = (text: string): text is Standing => (standings as readonly string[]).includes(text)

/** The status is of this moment; it is never stored. */
const withStatus = <R extends Pick<SessionRow, 'sessionId' | 'standing' | 'lastAt'>>(
  row: R,
  now: number,
  times: Times,
  endings: Endings,
) => {
  const standing = isStanding(row.standing) ? row.standing : 'none'
  const activeMs = times.get(row.sessionId) ?? null
  return { ...row, standing, status: statusAt(standing, row.lastAt, now), activeMs, ended: endings.get(row.sessionId) ?? null }
}

type Fits = (session: ListedSession) => boolean

const ran =
  (since: number | undefined, until: number | undefined): Fits =>
  ({ firstAt = null, lastAt }) =>
    (since === undefined || (lastAt !== null && lastAt >= since)) && (until === undefined || (firstAt !== null && firstAt < until))

const whereName = (
  wanted: string | undefined,
  namesOf: (session: ListedSession) => readonly (string | null | undefined)[],
): Fits | undefined => {
  if (wanted === undefined) return undefined
  return (session) => namesOf(session).some((name) => typeof name === 'string' && isSameName(name, wanted))
}

interface Filter {
  readonly columns: readonly Name[]
  /** Undefined where the input does not restrict by it. */
  readonly of: (input: Input) => Fits | undefined
}

/** The columns that each filter reads, and its condition; words and tools are searched in the tables. */
const filters = {
  project: { columns: ['project'], of: ({ project }) => whereName(project, ({ project: own }) => [own]) },
  status: { columns: [], of: ({ status }) => (status === undefined ? undefined : (session) => session.status === status) },
  model: {
    columns: ['models'],
    of: ({ model }) => whereName(model, ({ models = [] }) => models),
  },
  sessionKind: {
    columns: ['sessionKind'],
    of: ({ sessionKind }) => whereName(sessionKind, ({ sessionKind: own }) => [own]),
  },
  ending: { columns: [], of: ({ ending }) => (ending === undefined ? undefined : ({ ended }) => ended?.ending === ending) },
  outcome: { columns: ['outcome'], of: ({ outcome }) => (outcome === undefined ? undefined : (session) => session.outcome === outcome) },
  range: {
    columns: ['firstAt'],
    of: ({ since, until }) => (since === undefined && until === undefined ? undefined : ran(since, until)),
  },
  compactions: {
    columns: ['compactions'],
    of: ({ hasCompactions }) => (hasCompactions ? ({ compactions = 0 }) => compactions > 0 : undefined),
  },
  subAgents: { columns: ['subAgents'], of: ({ hasSubAgents }) => (hasSubAgents ? ({ subAgents = 0 }) => subAgents > 0 : undefined) },
} as const satisfies Readonly<Record<string, Filter>>
type FilterName = keyof typeof filters

interface ChosenFilter {
  readonly name: string
  readonly columns: readonly Name[]
  readonly fits: Fits
}

const chosenFilters = (input: Input): readonly ChosenFilter[] =>
  Object.entries<Filter>(filters).flatMap(([name, { columns, of }]) => {
    const fits = of(input)
    return fits === undefined ? [] : [{ name, columns, fits }]
  })

/** Sessions that pass all filters, except one. */
const fitting = (sessions: readonly ListedSession[], chosen: readonly ChosenFilter[], left?: FilterName): readonly ListedSession[] => {
  const others = chosen.filter(({ name }) => name !== left)
  return others.length === 0 ? sessions : sessions.filter((session) => others.every(({ fits }) => fits(session)))
}

type Counts = Pick<SessionsPage, 'projects' | 'models' | 'outcomes' | 'endings'>

/** Counts of a part of the sessions would be taken for those of all. */
const countEndings = (sessions: readonly ListedSession[]): SessionsPage['endings'] => {
  if (sessions.some(({ ended = null }) => ended === null)) return []
  const counts = new Map(countBy(sessions, ({ ended }) => (ended === null || ended === undefined ? [] : [ended.ending])))
  return sessionEndings.map((ending) => ({ ending, sessions: counts.get(ending) ?? 0 }))
}

const countChoices = (shown: readonly ListedSession[], chosen: readonly ChosenFilter[]): Counts => {
  const counted = (left: FilterName, namesOf: (session: ListedSession) => readonly string[]) =>
    countBy(fitting(shown, chosen, left), namesOf)
  return {
    projects: counted('project', ({ project = '' }) => [project]).map(([project, sessions]) => ({ project, sessions })),
    models: counted('model', ({ models = [] }) => models).map(([model, sessions]) => ({ model, sessions })),
    outcomes: counted('outcome', ({ outcome = '' }) => [outcome]).map(([outcome, sessions]) => ({ outcome, sessions })),
    endings: countEndings(fitting(shown, chosen, 'ending')),
  }
}

const noCounts: Counts = { projects: [], models: [], outcomes: [], endings: [] }

/** Columns that are computed, not stored. */
const computed: ReadonlySet<Sort> = new Set<Sort>(['activeMs', 'usd', 'ending'])
const isStored = (sort: Sort): sort is Exclude<Sort, 'activeMs' | 'usd' | 'ending'> => !computed.has(sort)

/** All sessions that match the search, with the columns that the input requires. */
const readListed = async (
  tables: Tables,
  { input, costs: costsOf }: ListAsked,
  chosen: readonly ChosenFilter[],
  isWanted: (sessionId: string) => boolean,
): Promise<readonly ListedSession[]> => {
  const counted: readonly Name[] = input.counts ? ['project', 'models', 'outcome'] : []
  const sorted: readonly Name[] = isStored(input.sort) ? [input.sort] : []
  const names = [...new Set<Name>([...always, ...sorted, ...counted, ...chosen.flatMap(({ columns }) => columns)])]
  const rows = await runQueryFor(tables, 'sessionList', names, { sessions: null })
  const times: Times = input.sort === 'activeMs' ? await activeTimes(tables, null) : new Map()
  const costs = input.sort === 'usd' ? await costsOf() : new Map<string, number | null>()
  const needsEndings = input.counts || input.sort === 'ending' || input.ending !== undefined
  const endings = needsEndings ? await endingsOf(tables, null) : noEndings
  const now = Date.now()
  const listed = rows
    .filter(({ sessionId }) => isWanted(sessionId))
    .map((row) => {
      const session = withStatus(row, now, times, endings)
      return { ...session, usd: costs.get(row.sessionId) ?? null, ending: session.ended?.ending ?? null }
    })
  const { tool } = input
  if (tool === undefined) return listed
  const callers = new Set((await runQuery(tables, 'sessionsOfTool', { tool })).map(({ sessionId }) => sessionId))
  return listed.filter(({ sessionId }) => callers.has(sessionId))
}

/** The sessions of a page with all their columns, in its order, and with the status that decided whether they belong to it. */
const readPage = async (tables: Tables, page: readonly ListedSession[], of: number): Promise<readonly SessionView[]> => {
  const ids = page.map(({ sessionId }) => sessionId)
  const rows = ids.length === 0 ? [] : await runQuery(tables, 'sessionList', { sessions: 2 * ids.length > of ? null : ids })
  const times = await activeTimes(tables, rows)
  const endings = await endingsOf(tables, 2 * ids.length > of ? null : ids)
  const byId = new Map(rows.map((row) => [row.sessionId, row]))
  return page.flatMap(({ sessionId, standing, status }) => {
    const row = byId.get(sessionId)
    if (row === undefined) return []
    const activeMs = isPromptsOnly(row) ? null : (times.get(sessionId) ?? null)
    return [{ ...row, standing, status, activeMs, ended: endings.get(sessionId) ?? null }]
  })
}

export interface ListAsked {
  readonly input: Input
  /** Known costs in US dollars by session, where they decide the order. */
  readonly costs: () => Promise<ReadonlyMap<string, number | null>>
}

/** The page asked for, out of all sessions that match the search. */
export const listSessions = async (tables: Tables, asked: ListAsked): Promise<SessionsPage> => {
  const { input } = asked
  const chosen = chosenFilters(input)
  const searched = input.text === undefined || input.text.trim() === '' ? undefined : await sessionsWithText(tables, input.text)
  const found = await readListed(tables, asked, chosen, (sessionId) => searched?.sessions.has(sessionId) ?? true)
  const shown = input.everything ? found : found.filter((session) => !isFolded(session))
  const rows = [...fitting(shown, chosen)].sort(bySessionColumn(input.sort, input.descending))
  return {
    rows: await readPage(tables, rows.slice(input.offset, input.offset + input.limit), found.length),
    total: rows.length,
    folded: countFolded(fitting(found, chosen, 'status')),
    ...(input.counts ? countChoices(shown, chosen) : noCounts),
    statuses: countStatuses(fitting(shown, chosen, 'status')),
    hints: searched?.hints ?? [],
  }
}

/**
 * @param text a session id or its unique beginning.
 * @throws StrataError not-found, ambiguous-id
 */
export const showSession = async (tables: Tables, text: string): Promise<SessionView> => {
  const session = await resolveSession(tables, text)
  const [row] = await runQuery(tables, 'sessionList', { sessions: [session] })
  if (row === undefined) throw new StrataError('not-found', `No session has the id “${text}”`, { text })
  return withStatus(row, Date.now(), await activeTimes(tables, [row]), await endingsOf(tables, [session]))
}
