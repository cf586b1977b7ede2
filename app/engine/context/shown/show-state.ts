/** Shows a conversation as a working state, the export that it continues, or a policy leaves it. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { Conversation } from '../../../conversation/conversation.ts'
import { contentBlocks } from '../../../conversation/message-content.ts'
import { StrataError } from '../../../model/failure.ts'
import type { Lost } from '../../../model/chain-event.ts'
import type { Redactor } from '../../../secrets/redactor.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { givenPolicy, policyNamed } from '../../../packs/collapse-policy.ts'
import { formatCount } from '../../../model/format/count.ts'
import { applyPlan } from '../../../packs/conversation/pack-plan.ts'
import { compactStateText } from '../../../packs/state/state-text.ts'
import { findCommit } from '../../commits/find-commit.ts'
import { historyAt, redactorOf } from '../../packs/history-at.ts'
import { withInherited, type InheritedState } from '../inherited-state.ts'
import type { MetObjects } from '../met-objects.ts'
import { objectLevels } from '../object-levels.ts'
import { metAt, setStates, workingStates, type WorkingStates } from '../session-state.ts'
import { outputsIn } from './collapse-outputs.ts'
import { StateRenderer, type Output, type ShownConversation } from './state-renderer.ts'

type Input = Pick<CallParsed<'export.make'>, 'commitId' | 'policy' | 'outputsPerTurn' | 'turnsBack'>

const hasMedia = ({ block, media }: Output): boolean =>
  media.length > 0 || contentBlocks(block['content']).some(({ type }) => type !== 'text')

/** Exported outputs count as in the context, also those from before a compaction. */
const asSinceCompaction = (met: MetObjects, outputs: readonly Output[]): MetObjects => {
  const shown = new Map(outputs.map((output) => [output.call.id, output]))
  const calls = met.calls.map((call) => {
    const output = shown.get(call.id)
    return output === undefined ? call : { ...call, isSinceCompaction: true, hasMedia: call.hasMedia || hasMedia(output) }
  })
  return { ...met, calls }
}

/** Reports changes on the forks of a commit when no fork was named. */
const ignoredForks = (context: EngineContext, { otherForks }: WorkingStates): readonly Lost[] => {
  const set = otherForks.filter((name) => setStates(context, name).length > 0)
  if (set.length === 0) return []
  return [{ what: 'ignored: changes on forks', count: set.length, why: `the commit has several forks: export ${set.join(' or ')} by name` }]
}

/**
 * Collapses and adds what the working state and a policy say; the conversation itself where neither is given.
 * @throws StrataError not-found, ambiguous-id, artifact-corrupt
 */
export const showState = async (
  context: EngineContext,
  input: Input,
  conversation: Conversation,
  redactor: Redactor | undefined,
): Promise<ShownConversation> => {
  const policy = givenPolicy(input)
  const working = await workingStates(context, input.commitId)
  const { commit, on } = working
  const states = withInherited(working.inherited, working.states)
  const inherited = policy === undefined && working.inherited?.isCompacted === false ? working.inherited : undefined
  const lost = [...conversation.lost, ...ignoredForks(context, working)]
  if (policy === undefined && states.length === 0 && inherited === undefined)
    return { conversation: { ...conversation, lost }, state: undefined }
  const gathered = await metAt(context, commit)
  const met = asSinceCompaction(gathered, outputsIn(conversation.rows, gathered.calls))
  // Without a policy, what was set counts, and nothing else is collapsed.
  const levels = objectLevels(met, policy ?? policyNamed('none'), states, new Set(inherited?.oneLine))
  const here = new Set(working.states.map(({ objectId }) => objectId))
  const inContents = new Set(working.inherited?.set.flatMap(({ objectId, active }) => (active && !here.has(objectId) ? [objectId] : [])))
  const state = { commit, on, states, met, policy, levels, inherited, inContents }
  const shown = await new StateRenderer(context, state, outputsIn(conversation.rows, met.calls), redactor).show({ ...conversation, lost })
  return inherited === undefined ? shown : asPacked(context, shown, inherited, redactor)
}

/** As the budget of the export that the session continues left it. */
const asPacked = async (
  { store }: EngineContext,
  { conversation, state }: ShownConversation,
  { commitId, budget, packed = [] }: InheritedState,
  redactor: Redactor | undefined,
): Promise<ShownConversation> => {
  if (packed.length === 0 || state === undefined) return { conversation, state }
  const { commit } = await findCommit({ store }, commitId)
  // What the state repeats was counted where the conversation contains it.
  const { state: work } = await historyAt(store, commit, redactorOf(store, redactor !== undefined))
  const text = compactStateText(work)
  const rows = packed.reduce((left, plan) => applyPlan(left, plan, text), conversation.rows)
  const lost = { what: 'shortened or excluded: turns', count: packed.reduce((sum, { turns }) => sum + turns.length, 0) }
  const why = `the export that the session continues had a budget of ${formatCount(budget ?? 0)} tokens`
  return { conversation: { ...conversation, rows, lost: [...conversation.lost, { ...lost, why }] }, state: { ...state, packed, budget } }
}

/** @throws StrataError invalid-input */
export const refusePolicy = ({ policy, target }: Pick<CallParsed<'export.make'>, 'policy' | 'target'>): void => {
  if (policy === undefined) return
  throw new StrataError(
    'invalid-input',
    `Cannot apply a policy to ${target}: events contain every output. Omit the policy, or choose another form`,
    { option: 'policy' },
  )
}
