/** The first prompt of each session, with what lay before it and what the agent then touched. */
import { instant, optional, text, type Row } from '../../model/columns.ts'
import type { RecallCandidate, RecallQuestion } from '../../recall/candidate.ts'
import type { RankedFile } from '../../recall/hindsight.ts'
import { lookAt, type Look } from '../../recall/look.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { repositoryOf, sessionsIn, type RepositoryFolders } from '../repositories/repository-of.ts'
import { loadCandidates } from './load-candidates.ts'
import firstPrompts from './recall-first-prompts.sql?raw'

const columns = {
  sessionId: text('session_id'),
  occurredAt: instant('occurred_at'),
  body: text('body'),
  cwd: text('cwd'),
  branch: optional(text('git_branch')),
} as const

/** Sessions of one repository. */
export interface Group {
  readonly repository: RepositoryFolders
  readonly sessions: readonly string[]
  readonly candidates: readonly RecallCandidate[]
  /** Session → files that it read or changed. */
  readonly touched: ReadonlyMap<string, ReadonlySet<string>>
  readonly prompts: readonly Row<typeof columns>[]
}

const touchedIn = (candidates: readonly RecallCandidate[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const touched = new Map<string, Set<string>>()
  for (const { type, sessionId, files } of candidates)
    if (type === 'passage') touched.set(sessionId, new Set([...(touched.get(sessionId) ?? []), ...files]))
  return touched
}

/** The sessions of a store by repository, those with most prompts first. */
export const groupsOf = async (context: EngineContext): Promise<readonly Group[]> => {
  await context.ensure('reasoning')
  const prompts = await context.store.database.query(firstPrompts, columns)
  const groups: Group[] = []
  const placed = new Set<string>()
  for (const { cwd, sessionId } of prompts) {
    if (placed.has(sessionId)) continue
    const repository = await repositoryOf(context, cwd)
    const sessions = (await sessionsIn(context, repository)).filter((one) => !placed.has(one))
    for (const one of [sessionId, ...sessions]) placed.add(one)
    const candidates = await loadCandidates(context, { repository, sessions, asOf: null })
    const own = new Set(sessions)
    groups.push({
      repository,
      sessions,
      candidates,
      touched: touchedIn(candidates),
      prompts: prompts.filter((prompt) => own.has(prompt.sessionId)),
    })
  }
  return groups.sort((a, b) => b.prompts.length - a.prompts.length)
}

export interface Case {
  readonly sessionId: string
  readonly question: RecallQuestion
  readonly look: Look
  readonly files: readonly RankedFile[]
  /** Sessions before it. */
  readonly earlier: number
  readonly touched: ReadonlySet<string>
  /** How long the look took, milliseconds. */
  readonly ms: number
}

const filesOf = ({ files }: Look, touched: ReadonlySet<string>): readonly RankedFile[] =>
  [...files].map(([{ path }, values]) => ({ path, values, isTouched: touched.has(path) }))

const questionOf = ({ repository }: Group, { body, cwd, branch, occurredAt, sessionId }: Row<typeof columns>): RecallQuestion => ({
  prompt: body,
  files: [],
  asOf: occurredAt,
  sessionId,
  branch,
  cwd: repository.checkoutOf(cwd) ?? cwd,
})

/** In the order of time; one at a time, since each has another history. */
export function* casesOf(group: Group): Generator<Case> {
  for (const prompt of group.prompts) {
    const question = questionOf(group, prompt)
    const began = performance.now()
    const look = lookAt(question, group.candidates)
    const ms = performance.now() - began
    const touched = group.touched.get(prompt.sessionId) ?? new Set<string>()
    yield { sessionId: prompt.sessionId, question, look, files: filesOf(look, touched), earlier: look.history.sessions.length, touched, ms }
  }
}
