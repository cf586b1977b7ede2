/** A policy, as backtests read it, that chooses the history of a context. */
import type { HistoryPolicy } from '../../assemble/chosen-history.ts'
import { policyCalled, readPolicies, type Policy } from '../../backtest/policy.ts'
import { RowShower } from '../../backtest/show-rows.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import { modelOf, readConversation, type Conversation } from '../../conversation/conversation.ts'
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import { weightsOf } from '../../model/estimate-tokens.ts'
import { StrataError } from '../../model/failure.ts'
import { chosenPath } from '../commits/chosen-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress } from '../kernel/job.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import { readChain } from '../materialise/read-chain.ts'
import { historyAt } from '../packs/history-at.ts'

type Given = NonNullable<CallParsed<'context.assemble'>['policy']>

/** @throws StrataError not-found, invalid-input */
const policyOf = (given: Given): Policy => {
  if (typeof given === 'string') return policyCalled(given)
  const [only, ...more] = readPolicies(given.value, given.file)
  if (only !== undefined && more.length === 0) return only
  const count = more.length + (only === undefined ? 0 : 1)
  throw new StrataError('invalid-input', `${given.file} has ${count} policies: a context is chosen by one`, { file: given.file, count })
}

/** Rows that the newest compaction replaced. */
const replacedRows = async (
  context: EngineContext,
  commit: CommitView,
  { rows, lines }: Conversation,
): Promise<readonly ConversationRow[]> => {
  if (!rows.some(({ isSummary }) => isSummary)) return []
  const { source } = await readChain(context, await chosenPath(context.store, commit, 'root'), {
    progress: silentProgress,
    redactor: undefined,
  })
  const all = await runInSlices(readConversation(source), silentProgress)
  const present = new Set(lines.flatMap(({ uuid }) => uuid ?? []))
  return all.rows.filter(({ line }) => line?.uuid !== undefined && !present.has(line.uuid))
}

interface Chosen {
  readonly given: Given
  readonly conversation: Conversation
  /** What happens now; '': nothing. */
  readonly message: string
  readonly isOfAgent: boolean
}

/** @throws StrataError not-found, invalid-input, artifact-corrupt */
export const chooserOf = async (
  context: EngineContext,
  commit: CommitView,
  { given, conversation, message, isOfAgent }: Chosen,
): Promise<HistoryPolicy> => {
  const policy = policyOf(given)
  if (policy.kind === 'words' && message === '')
    throw new StrataError('invalid-input', 'The policy words chooses by the words of the message: give --message or --event', {})
  const replaced = await replacedRows(context, commit, conversation)
  const shower = new RowShower({
    rows: [...replaced, ...conversation.rows],
    presentFrom: replaced.length,
    message,
    weights: weightsOf(modelOf(conversation) ?? null),
    isOfAgent,
    recorded: await historyAt(context.store, commit),
  })
  return {
    name: policy.name,
    hasBudget: policy.kind !== 'full',
    choose: (budget) => {
      const { losses, ...shown } = shower.show(policy, budget + shower.messageTokens)
      if (policy.kind === 'learned') losses.add('changed: the weights of learned', 'no earlier sessions are replayed here: they are fixed')
      return { ...shown, lost: losses.list() }
    },
  }
}
