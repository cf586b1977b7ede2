/** Reads from the tables what earlier sessions of a repository said: their events and passages. */
import { toolsOf } from '../../../importer/agents.ts'
import { choice, instant, optional, text, texts, type Row } from '../../model/columns.ts'
import { oneLine } from '../../model/format/one-line.ts'
import type { EventStatus, ThinkingType } from '../../model/reasoning.ts'
import { changerKinds, readerKinds } from '../../model/tool-kind.ts'
import type { RecallCandidate } from '../../recall/candidate.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { RepositoryFolders } from '../repositories/repository-of.ts'
import recallEvents from './recall-events.sql?raw'
import recallPassages from './recall-passages.sql?raw'

/** Newest events, and newest commits, that are looked at. */
const most = 20_000
const summaryLength = 120

const passageColumns = {
  commitId: text('commit_id'),
  sessionId: text('session_id'),
  occurredAt: optional(instant('occurred_at')),
  branch: optional(text('git_branch')),
  cwd: optional(text('cwd')),
  asked: text('asked'),
  said: text('said'),
  files: texts('files'),
} as const
type PassageRow = Row<typeof passageColumns>

const eventColumns = {
  eventId: text('event_id'),
  sessionId: text('session_id'),
  commitId: optional(text('commit_id')),
  occurredAt: optional(instant('occurred_at')),
  type: choice<ThinkingType>('type'),
  status: choice<EventStatus>('status'),
  statusAt: optional(instant('status_at')),
  summary: text('summary'),
  body: text('body'),
  files: texts('files'),
} as const

const summaryOf = ({ asked, said }: PassageRow): string => {
  const whole = asked.trim() === '' ? said : asked
  const line = oneLine(whole.slice(0, 4 * summaryLength))
  return line.length <= summaryLength && whole.length <= 4 * summaryLength
    ? line
    : `${line.slice(0, summaryLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export interface Loading {
  readonly repository: RepositoryFolders
  readonly sessions: readonly string[]
  /** Milliseconds since 1970: nothing at or after it is read; null: everything is. */
  readonly asOf: number | null
}

/** Paths from the folder of the repository on; files elsewhere are none of it. */
export const loadCandidates = async (
  { store }: EngineContext,
  { repository, sessions, asOf }: Loading,
): Promise<readonly RecallCandidate[]> => {
  const parameters = { sessions: [...sessions], as_of: asOf === null ? null : String(asOf), most: String(most) }
  const tools = [...toolsOf(new Set([...changerKinds, ...readerKinds]))]
  const passages = await store.database.query(recallPassages, passageColumns, { ...parameters, tools })
  const events = await store.database.query(recallEvents, eventColumns, parameters)
  const placed = new Map<string, string | undefined>()
  const relative = (path: string): readonly string[] => {
    if (!placed.has(path)) placed.set(path, repository.relative(path))
    const own = placed.get(path)
    return own === undefined ? [] : [own]
  }
  const ofCommit = new Map(passages.map((passage) => [passage.commitId, passage]))
  const touched = new Map<string, Set<string>>()
  for (const { sessionId, files } of passages) touched.set(sessionId, new Set([...(touched.get(sessionId) ?? []), ...files]))
  const where = (passage: PassageRow | undefined): Pick<RecallCandidate, 'branch' | 'cwd'> => ({
    branch: passage?.branch ?? null,
    cwd: passage?.cwd === undefined || passage.cwd === null ? null : (repository.checkoutOf(passage.cwd) ?? passage.cwd),
  })
  return [
    ...passages.map((passage): RecallCandidate => {
      const { commitId, sessionId, occurredAt, asked, said, files } = passage
      return {
        id: commitId,
        type: 'passage',
        status: 'unknown',
        summary: summaryOf(passage),
        text: `${asked}\n${said}`,
        files: [...new Set(files.flatMap(relative))].sort(),
        sessionId,
        commitId,
        occurredAt,
        ...where(passage),
      }
    }),
    ...events.map(({ eventId, body, files, statusAt, ...event }): RecallCandidate => {
      const passage = ofCommit.get(event.commitId ?? '')
      // Files that are touched later are not known yet.
      const known = files.filter((file) => touched.get(event.sessionId)?.has(file))
      return {
        ...event,
        ...(statusAt === null ? {} : { statusAt }),
        id: eventId,
        text: body,
        files: [...new Set(known.flatMap(relative))],
        ...where(passage),
      }
    }),
  ]
}
