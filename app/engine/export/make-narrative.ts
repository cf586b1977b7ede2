/** Writes what a session knew, for an agent of another runtime. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { BudgetKept } from '../../contract/export.ts'
import { textTokens, weightsOf } from '../../model/estimate-tokens.ts'
import { StrataError } from '../../model/failure.ts'
import { formatCount } from '../../model/format/count.ts'
import { makeNarrative, narrativeLosses } from '../../packs/narrative/narrative.ts'
import type { Redactor } from '../../secrets/redactor.ts'
import { chainOf } from '../commits/chain-links.ts'
import { seenByAgent } from '../file-steps/chain-records.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { historyAt } from '../packs/history-at.ts'
import { viewOf } from './keep-budget.ts'
import type { ExportFile } from './make-form.ts'

type Wish = Pick<CallParsed<'export.make'>, 'budget' | 'pinned' | 'dropped' | 'policy' | 'stop'>

/** Tokens of a narrative without a budget. */
const defaultBudget = 4_000

const factsOf = ({
  commitId,
  sessionId,
  template,
  cwd,
  gitBranch,
  startedAt,
  endedAt,
}: CommitView): readonly (readonly [string, string])[] => [
  ['Commit', commitId],
  ['Session', sessionId],
  ['Agent', template],
  ...(cwd === null ? [] : [['Directory', gitBranch === null ? cwd : `${cwd}, branch ${gitBranch}`] as const]),
  ...(startedAt === null || endedAt === null ? [] : [['Time of the last turn', new Date(endedAt).toISOString()] as const]),
]

/** @throws StrataError invalid-input */
const refuse = ({ policy, stop }: Wish): void => {
  if (policy !== undefined)
    throw new StrataError('invalid-input', 'Cannot apply a policy to a narrative: it contains no outputs of tools', { option: 'policy' })
  if (stop !== 'compaction' && stop !== 'root')
    throw new StrataError('invalid-input', 'A narrative covers the whole session: it cannot begin at a commit', { option: 'stop' })
}

/**
 * @param commit as it is shown, without secrets where a redactor is given
 * @throws StrataError invalid-input, over-budget, artifact-corrupt
 */
export const narrativeOf = async (
  { store }: EngineContext,
  wish: Wish,
  commit: CommitView,
  redactor: Redactor | undefined,
): Promise<ExportFile & { readonly budget: BudgetKept; readonly commits: readonly string[]; readonly messages: number }> => {
  refuse(wish)
  const history = await historyAt(store, commit, redactor)
  const budget = wish.budget ?? defaultBudget
  const [weights, title] = [weightsOf(null), commit.summary === '' ? commit.commitId : commit.summary]
  const { text, tokens, packs, needed } = makeNarrative(history, {
    budget,
    tokensOf: (chars) => Math.ceil(textTokens(weights, 'prompt', chars)),
    title,
    facts: factsOf(commit).map(([name, value]) => [name, redactor?.text(value) ?? value] as const),
    pinned: new Set(wish.pinned),
    dropped: new Set(wish.dropped),
  })
  if (needed !== undefined) {
    const what = `its goal and state take about ${formatCount(needed)} tokens in their shortest form, and the budget is ${formatCount(budget)}.`
    const fits = needed > budget ? ` What fits: a budget of ${formatCount(needed)} tokens (--budget ${needed}).` : ''
    throw new StrataError('over-budget', `Cannot export ${commit.commitId}: ${what}${fits}`, { budget })
  }
  const links = seenByAgent(await chainOf(store, commit))
  return {
    bytes: Buffer.from(text),
    contentType: 'text/markdown',
    sessionId: null,
    uuids: [],
    lost: narrativeLosses(packs).list(),
    budget: { budget, tokens, estimateScale: weights.prompt * 4, packs: packs.map(viewOf), from: null, excluded: 0 },
    commits: links.map(({ commitId }) => commitId),
    messages: packs.filter(({ name, form }) => name.startsWith('turn ') && form !== 'left_out').length,
  }
}
