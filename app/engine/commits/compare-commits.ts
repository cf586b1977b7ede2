/** Questions of how commits hang together: a chain, what two chains have in common, which commit was the last at a time. */
import { runQuery } from '../../analytics/queries/run-query.ts'
import { readTime } from '../../chains/read-time.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ComparedSide, ComparisonView, HistoryView, MergeBaseView, CommitView } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { ReplacedIndex } from './replaced-records.ts'
import { chainOf } from './chain-links.ts'
import { commitViews } from './commit-views.ts'
import { findCommit } from './find-commit.ts'
import { orderedCommits } from './order-commits.ts'
import { resolveSession } from './resolve-name.ts'

type Parts = Pick<EngineContext, 'store'>

/** Views in the order of the ids, also of commits that were amended away. */
const viewsOf = async (parts: Parts, ids: readonly string[]): Promise<readonly CommitView[]> => {
  const shown = new Map((await commitViews(parts.store.database, ids)).map((view) => [view.commitId, view]))
  const replaced = new ReplacedIndex(parts.store)
  const views: CommitView[] = []
  for (const id of ids) views.push(shown.get(id) ?? (await findCommit(parts, id, replaced)).commit)
  return views
}

interface Chain {
  /** Tip first. */
  readonly ids: readonly string[]
  /** Parent of the last, when the store does not have it. */
  readonly missingParent: string | null
}

const chainFrom = async (parts: Parts, name: string): Promise<Chain> => {
  const links = await chainOf(parts.store, (await findCommit(parts, name)).commit)
  return { ids: links.map(({ commitId }) => commitId), missingParent: links.at(-1)?.parentId ?? null }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const showHistory = async (parts: Parts, { commitId, depth }: CallParsed<'commit.history'>): Promise<HistoryView> => {
  const { ids, missingParent } = await chainFrom(parts, commitId)
  const shown = depth === undefined ? ids : ids.slice(0, depth)
  return { commits: await viewsOf(parts, shown), total: ids.length, missingParent }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const showMergeBase = async (parts: Parts, left: string, right: string): Promise<MergeBaseView> => {
  const base = mergeBase((await chainFrom(parts, left)).ids, (await chainFrom(parts, right)).ids)
  const [commit] = base === undefined ? [] : await viewsOf(parts, [base])
  return { mergeBase: commit ?? null }
}

const filesOf = async ({ store }: Parts, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await runQuery(store.database, 'commitFiles', { commits: ids })).map(({ filePath }) => filePath))

const sum = (commits: readonly CommitView[], pick: (commit: CommitView) => number): number =>
  commits.reduce((total, commit) => total + pick(commit), 0)

/** In the order of the chain, root first. */
const promptsOf = async ({ store }: Parts, ids: readonly string[]): Promise<ComparedSide['prompts']> => {
  const place = new Map(ids.map((id, at) => [id, at]))
  const prompts = await runQuery(store.database, 'commitPrompts', { commits: ids })
  return [...prompts].sort((a, b) => (place.get(b.commitId) ?? 0) - (place.get(a.commitId) ?? 0))
}

/** What one side knows and the other does not. */
const sideOf = async (parts: Parts, own: readonly string[], other: readonly string[]): Promise<ComparedSide> => {
  const commits = await viewsOf(parts, own)
  const known = await filesOf(parts, other)
  return {
    commits,
    humanPrompts: sum(commits, (commit) => commit.humanPrompts),
    commands: sum(commits, (commit) => commit.commands),
    responses: sum(commits, (commit) => commit.responses),
    toolCalls: sum(commits, (commit) => commit.toolCalls),
    errors: sum(commits, (commit) => commit.errors),
    files: [...(await filesOf(parts, own))].filter((file) => !known.has(file)).sort(),
    prompts: await promptsOf(parts, own),
  }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, cancelled */
export const compareCommits = async (
  parts: Parts,
  { left: leftName, right: rightName }: CallParsed<'commit.compare'>,
  progress: JobProgress = silentProgress,
): Promise<ComparisonView> => {
  progress.phase('Finding common ancestors', 'commits', undefined)
  const [left, right] = [(await chainFrom(parts, leftName)).ids, (await chainFrom(parts, rightName)).ids]
  const { base, onlyLeft, onlyRight } = compareChains(left, right)
  const [mergeBaseView] = base === undefined ? [] : await viewsOf(parts, [base])
  progress.phase('Reading what differs', 'commits', onlyLeft.length + onlyRight.length)
  progress.checkpoint()
  const leftSide = await sideOf(parts, onlyLeft, right)
  progress.advance(onlyLeft.length)
  progress.checkpoint()
  const rightSide = await sideOf(parts, onlyRight, left)
  progress.advance(onlyRight.length)
  return {
    left: left[0] ?? '',
    right: right[0] ?? '',
    mergeBase: mergeBaseView ?? null,
    common: left.length - onlyLeft.length,
    onlyLeft: leftSide,
    onlyRight: rightSide,
  }
}

const timeAsked = (at: string): number => {
  const ms = readTime(at)
  if (ms !== undefined) return ms
  throw new StrataError('invalid-input', `“${at}” is not a time: use the form 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00`, {
    text: at,
  })
}

const whoseCommit = async ({ store }: Parts, { principal, project, sessionId }: CallParsed<'commit.resolve'>) => {
  if (principal === undefined && project === undefined && sessionId === undefined)
    throw new StrataError('invalid-input', 'Give a principal, a project or a session')
  const session = sessionId === undefined ? null : await resolveSession(store.database, sessionId)
  return { principal: principal ?? null, project: project ?? null, session }
}

/**
 * The commit that was made last at or before a time; of those made in the same second the one furthest down its chain, then the last made.
 * @throws StrataError invalid-input, not-found, ambiguous-id
 */
export const resolveAt = async (parts: Parts, input: CallParsed<'commit.resolve'>): Promise<CommitView | null> => {
  const tables = parts.store.database
  const atMs = timeAsked(input.at)
  const last = await runQuery(tables, 'commitsBefore', { ...(await whoseCommit(parts, input)), at_ms: atMs })
  const found = new Set(last.map(({ commitId }) => commitId))
  const id = found.size < 2 ? last[0]?.commitId : (await orderedCommits(tables)).find(({ commitId }) => found.has(commitId))?.commitId
  return id === undefined ? null : ((await commitViews(tables, [id]))[0] ?? null)
}

/** The newest commit that both chains have; undefined when they have none. */
export const mergeBase = (left: readonly string[], right: readonly string[]): string | undefined => {
  const others = new Set(right)
  return left.find((id) => others.has(id))
}

interface ComparedChains {
  readonly base: string | undefined
  /** Newest first. */
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
}

const before = (chain: readonly string[], base: string | undefined): readonly string[] =>
  base === undefined ? chain : chain.slice(0, chain.indexOf(base))

export const compareChains = (left: readonly string[], right: readonly string[]): ComparedChains => {
  const base = mergeBase(left, right)
  return { base, onlyLeft: before(left, base), onlyRight: before(right, base) }
}
