/** Compares two chains: their common part, and the part that only one of them contains. */
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ComparedSide, ComparisonView, MergeBaseView, CommitView } from '../../contract/commits.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { currentChain } from './current-chain.ts'
import { findCommit } from './find-commit.ts'
import { viewsOf } from './show-history.ts'

type Parts = Pick<EngineContext, 'store'>

/** Ids of the chain as its sessions are cut now, tip first: with earlier ids, what two chains have in common would differ. */
const idsOf = async (parts: Parts, name: string): Promise<readonly string[]> =>
  (await currentChain(parts.store, (await findCommit(parts, name)).commit)).map(({ commitId }) => commitId)

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const showMergeBase = async (parts: Parts, left: string, right: string): Promise<MergeBaseView> => {
  const base = mergeBase(await idsOf(parts, left), await idsOf(parts, right))
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

/** The part that only one side contains. */
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
  const [left, right] = [await idsOf(parts, leftName), await idsOf(parts, rightName)]
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
