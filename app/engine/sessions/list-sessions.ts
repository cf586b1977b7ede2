/** Sessions: searched, filtered, sorted and cut into pages; one-shot, warm-up and empty ones are folded away. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SessionsPage, SessionView } from '../../contract/sessions.ts'
import { StrataError } from '../../model/failure.ts'
import { standings, statusAt, type Standing } from '../../model/session-status.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { filterWords } from '../../analytics/search/filter-words.ts'

type SessionRow = Omit<SessionView, 'standing' | 'status'> & { readonly standing: string }
type Sort = CallParsed<'sessions.list'>['sort']

const folded = { one_shot: 'oneShot', warm_up: 'warmUp', empty: 'empty' } as const
const isFoldedKind = (kind: string): kind is keyof typeof folded => Object.hasOwn(folded, kind)

let collator: Intl.Collator | undefined
/** Made when texts are first compared: loading its data takes milliseconds. */
const compareNames = (a: string, b: string): number =>
  (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b)
const byId = (a: SessionView, b: SessionView): number => (a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : 0)

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))

/** Order by one column: unknown values come last in both directions, equal ones are ordered by id. */
export const bySessionColumn =
  (sort: Sort, descending: boolean) =>
  (a: SessionView, b: SessionView): number => {
    const [left, right] = [a[sort], b[sort]]
    if (left === null || right === null) return left === right ? byId(a, b) : left === null ? 1 : -1
    const order = compareValues(left, right)
    return order === 0 ? byId(a, b) : descending ? -order : order
  }

/** A short session that is in progress is not folded away. */
const isFolded = ({ kind, status }: SessionView): boolean => isFoldedKind(kind) && status !== 'running' && status !== 'waiting'

const countFolded = (sessions: readonly SessionView[]): SessionsPage['folded'] => {
  const counts = { oneShot: 0, warmUp: 0, empty: 0 }
  for (const session of sessions) if (isFolded(session) && isFoldedKind(session.kind)) counts[folded[session.kind]] += 1
  return counts
}

const countStatuses = (sessions: readonly SessionView[]): SessionsPage['statuses'] => {
  const counts = { running: 0, waiting: 0, stale: 0, ended: 0 }
  for (const { status } of sessions) counts[status] += 1
  return counts
}

/** How many sessions have each of what `namesOf` gives, in the order of the names. */
const countBy = (sessions: readonly SessionView[], namesOf: (session: SessionView) => readonly string[]) => {
  const counts = new Map<string, number>()
  for (const session of sessions) for (const name of new Set(namesOf(session))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => compareNames(a, b))
}

const isStanding = (text: string): text is Standing => (standings as readonly string[]).includes(text)

/** The status is of this moment; it is never stored. */
const withStatus = (rows: readonly SessionRow[]): readonly SessionView[] => {
  const now = Date.now()
  return rows.map((row) => {
    const standing = isStanding(row.standing) ? row.standing : 'none'
    return { ...row, standing, status: statusAt(standing, row.lastAt, now) }
  })
}

type Fits = (session: SessionView) => boolean

const ran = ({ firstAt, lastAt }: SessionView, since: number | undefined, until: number | undefined): boolean =>
  (since === undefined || (lastAt !== null && lastAt >= since)) && (until === undefined || (firstAt !== null && firstAt < until))

/** What each filter lets through; the words and the tool are asked of the tables. */
const filtersOf = ({ project, status, model, outcome, since, until, hasCompactions, hasSubAgents }: CallParsed<'sessions.list'>) => ({
  project: (session: SessionView) => project === undefined || session.project === project,
  status: (session: SessionView) => status === undefined || session.status === status,
  model: (session: SessionView) => model === undefined || session.models.includes(model),
  outcome: (session: SessionView) => outcome === undefined || session.outcome === outcome,
  range: (session: SessionView) => ran(session, since, until),
  compactions: (session: SessionView) => !hasCompactions || session.compactions > 0,
  subAgents: (session: SessionView) => !hasSubAgents || session.subAgents > 0,
})

/** The page asked for, out of all sessions that match the search. */
const pageOfSessions = (found: readonly SessionView[], input: CallParsed<'sessions.list'>): SessionsPage => {
  const shown = input.everything ? found : found.filter((session) => !isFolded(session))
  const filters: Readonly<Record<string, Fits>> = filtersOf(input)
  const fitsAllBut =
    (left?: keyof ReturnType<typeof filtersOf>): Fits =>
    (session) =>
      Object.entries(filters).every(([name, fits]) => name === left || fits(session))
  const rows = shown.filter(fitsAllBut()).sort(bySessionColumn(input.sort, input.descending))
  const counted = (left: 'project' | 'model' | 'outcome', namesOf: (session: SessionView) => readonly string[]) =>
    countBy(shown.filter(fitsAllBut(left)), namesOf)
  return {
    rows: rows.slice(input.offset, input.offset + input.limit),
    total: rows.length,
    folded: countFolded(found.filter(fitsAllBut('status'))),
    projects: counted('project', ({ project }) => [project]).map(([project, sessions]) => ({ project, sessions })),
    models: counted('model', ({ models }) => models).map(([model, sessions]) => ({ model, sessions })),
    outcomes: counted('outcome', ({ outcome }) => [outcome]).map(([outcome, sessions]) => ({ outcome, sessions })),
    statuses: countStatuses(shown.filter(fitsAllBut('status'))),
  }
}

export const listSessions = async (tables: Tables, input: CallParsed<'sessions.list'>): Promise<SessionsPage> => {
  const found = withStatus(await runQuery(tables, 'sessionList', { session: null, words: filterWords(input.text) }))
  const { tool } = input
  if (tool === undefined) return pageOfSessions(found, input)
  const callers = new Set((await runQuery(tables, 'sessionsOfTool', { tool })).map(({ sessionId }) => sessionId))
  return pageOfSessions(
    found.filter(({ sessionId }) => callers.has(sessionId)),
    input,
  )
}

/**
 * @param text a session id or its unique beginning.
 * @throws StrataError not-found, ambiguous-id
 */
export const showSession = async (tables: Tables, text: string): Promise<SessionView> => {
  const session = await resolveSession(tables, text)
  const [row] = withStatus(await runQuery(tables, 'sessionList', { session, words: [] }))
  if (row === undefined) throw new StrataError('not-found', `No session has the id “${text}”`, { text })
  return row
}
