/** Shows what an export would contain before it is made: what it includes, what only a summary covers, and what it excludes. */
import { runQuery } from '../../analytics/queries/run-query.ts'
import { replacesEarlier, type ChainLink } from '../../chains/choose-commits.ts'
import { contextWindow } from '../../analytics/context-windows.ts'
import { addedTokens, sumKnown, type AddedTokens, type WeighedCommit } from '../../chains/weigh-chain.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { BudgetWays, ExportPart, ExportPlan } from '../../contract/export.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainOf } from '../commits/chain-links.ts'
import { commitViews } from '../commits/commit-views.ts'
import { chosenOf } from '../commits/chosen-path.ts'
import { findCommit } from '../commits/find-commit.ts'

type PlanInput = CallParsed<'export.plan'>

interface Weighed extends WeighedCommit {
  readonly commitId: string
  readonly bytes: number
  readonly beginsAgent: boolean
}

interface Added extends Weighed {
  readonly added: AddedTokens
}

/** The model that answered last. */
const lastModel = (views: readonly CommitView[]): string | null => [...views].reverse().flatMap(({ models }) => models.slice(-1))[0] ?? null

/** The largest context that a reply in these commits reported, tokens. */
const largestContext = (line: readonly Weighed[]): number =>
  line.reduce((most, { context }) => Math.max(most, context?.firstTokens ?? 0, context?.lastTokens ?? 0), 0)

const viewsOf = async ({ store }: EngineContext, line: readonly ChainLink[]): Promise<readonly CommitView[]> => {
  const views = await commitViews(
    store.database,
    line.map(({ commitId }) => commitId),
  )
  const byId = new Map(views.map((view) => [view.commitId, view]))
  return line.flatMap(({ commitId }) => byId.get(commitId) ?? [])
}

const weigh = async ({ store }: EngineContext, line: readonly ChainLink[], views: readonly CommitView[]): Promise<readonly Weighed[]> => {
  const ids = line.map(({ commitId }) => commitId)
  const contexts = new Map((await runQuery(store.database, 'commitContexts', { commits: ids })).map((each) => [each.commitId, each]))
  const bytes = new Map(views.map((view) => [view.commitId, view.bytes]))
  return line.map((link) => ({
    commitId: link.commitId,
    bytes: bytes.get(link.commitId) ?? 0,
    replacesEarlier: replacesEarlier(link),
    beginsAgent: link.beginsAgent,
    tokenCount: link.tokenCount,
    context: contexts.get(link.commitId),
  }))
}

const partOf = (commits: readonly Added[]): ExportPart => ({
  commits: commits.length,
  bytes: commits.reduce((sum, { bytes }) => sum + bytes, 0),
  tokens: sumKnown(commits.map(({ added }) => added.tokens)),
  estimated: commits.reduce((sum, { added }) => sum + added.estimated, 0),
  summaries: commits.filter(({ replacesEarlier }) => replacesEarlier).length,
  unmeasured: commits.filter(({ added, replacesEarlier }) => added.tokens === null && !replacesEarlier).length,
})

const withAdded = (stretch: readonly Weighed[], before: number | null): readonly Added[] => {
  const added = addedTokens(stretch, before)
  return stretch.map((commit, at) => ({ ...commit, added: added[at] ?? { tokens: null, estimated: 0 } }))
}

/** How large the context is at the end of a stretch; null: no reply in it says. */
const sizeOf = (stretch: readonly Weighed[]): number | null => sumKnown(addedTokens(stretch).map(({ tokens }) => tokens))

/** The size of the context before a commit in the middle of a line; null: it was just compacted, and no reply reports the size. */
const sizeBefore = (line: readonly Weighed[], at: number): number | null => {
  if (line[at]?.replacesEarlier === true || line[at]?.beginsAgent === true) return 0
  const begin = line
    .slice(0, at)
    .map(({ replacesEarlier }) => replacesEarlier)
    .lastIndexOf(true)
  return sizeOf(line.slice(Math.max(0, begin), at)) ?? (begin === -1 ? 0 : null)
}

/** Size of an export that begins at a summary, tokens: the whole context is counted from there. */
const sizeFrom = (stretch: readonly Added[], at: number): number => sizeOf(stretch.slice(at)) ?? 0

/** Size of an export that begins at a commit of the line, tokens; null: not known. */
const tokensFrom = (line: readonly Weighed[], at: number): number | null =>
  sumKnown(withAdded(line.slice(at), sizeBefore(line, at)).map(({ added }) => added.tokens))

/** How many candidates are counted whole before none is offered. */
const maxTries = 50

/**
 * The earliest commit from which on an export takes no more than the budget, with the tokens that the plan for it gives.
 * @param begin place in the line of the first commit of the stretch
 */
const fittingFrom = (line: readonly Weighed[], begin: number, budget: number): ExportPlan['fitting'] => {
  const guess = fittingIn(withAdded(line.slice(begin), sizeBefore(line, begin)), budget)
  const first = guess === null ? line.length : line.findIndex(({ commitId }) => commitId === guess.commitId)
  for (let at = first; at < Math.min(line.length, first + maxTries); at += 1) {
    const tokens = tokensFrom(line, at)
    const commitId = line[at]?.commitId
    if (commitId !== undefined && tokens !== null && tokens <= budget) return { commitId, tokens }
  }
  return null
}

/** The earliest commit of a stretch from which the export fits into the budget, by estimate. */
const fittingIn = (stretch: readonly Added[], budget: number): ExportPlan['fitting'] => {
  let fitting: ExportPlan['fitting'] = null
  let added = 0
  for (const [back, commit] of [...stretch].reverse().entries()) {
    added += commit.added.tokens ?? 0
    if (added > budget) return fitting
    const tokens = commit.replacesEarlier ? sizeFrom(stretch, stretch.length - 1 - back) : added
    if (tokens <= budget) fitting = { commitId: commit.commitId, tokens }
  }
  return fitting
}

/** Alternatives when nothing of the commit fits into the budget: a larger budget, or an earlier commit. */
const waysOf = (line: readonly Weighed[], budget: number): BudgetWays => {
  const sized = line.map(({ commitId }, at) => ({ commitId, tokens: tokensFrom(line.slice(0, at + 1), at) }))
  const known = (one: (typeof sized)[number] | undefined): BudgetWays['larger'] =>
    one === undefined || one.tokens === null ? null : { commitId: one.commitId, tokens: one.tokens }
  const fits = sized.slice(0, -1).filter(({ tokens }) => tokens !== null && tokens <= budget)
  return { larger: known(sized.at(-1)), instead: known(fits.at(-1)) }
}

const isOfEvents = (target: PlanInput['target']): boolean => target === 'events-v1' || target === 'bureau-agent-v1'

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const planExport = async (context: EngineContext, input: PlanInput): Promise<ExportPlan> => {
  const { commit } = await findCommit(context, input.commitId)
  const links = await chainOf(context.store, commit)
  const { path: chosen } = await chosenOf(context.store, links, input.stop)
  const chain = [...links].reverse()
  const [first] = chosen
  if (first === undefined)
    throw new StrataError('empty-content', `Cannot export ${commit.commitId}: the export would be empty`, { commit: commit.commitId })
  const inside = new Set(chosen.map(({ commitId }) => commitId))
  const views = await viewsOf(context, chain)
  const line = await weigh(context, chain, views)
  const begin = line.findIndex(({ commitId }) => commitId === first.commitId)
  const stretch = withAdded(line.slice(begin), sizeBefore(line, begin))
  const earlier = withAdded(line.slice(0, begin), 0)
  const model = lastModel(views)
  const rest = stretch.filter(({ commitId }) => !inside.has(commitId))
  const goesIn = partOf(stretch.filter(({ commitId }) => inside.has(commitId)))
  const fitting = input.budget === undefined ? null : fittingFrom(line, begin, input.budget)
  // A conversation is packed: it fits, or its export says which budget would.
  const isOver =
    isOfEvents(input.target) && input.budget !== undefined && fitting === null && goesIn.tokens !== null && goesIn.tokens > input.budget
  return {
    commitId: commit.commitId,
    goesIn,
    compacted: partOf(replacesEarlier(first) ? earlier : []),
    leftOut: partOf(replacesEarlier(first) ? rest : [...earlier, ...rest]),
    model,
    window: model === null ? null : contextWindow(model, largestContext(line)),
    fitting,
    ways: isOver && input.budget !== undefined ? waysOf(line, input.budget) : null,
  }
}
