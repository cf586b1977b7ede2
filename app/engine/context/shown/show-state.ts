/** Shows a conversation as a working state, the export that it continues, or a policy leaves it. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { CommitView } from '../../../contract/commits.ts'
import type { Conversation } from '../../../conversation/conversation.ts'
import { contentBlocks } from '../../../conversation/message-content.ts'
import { StrataError } from '../../../model/failure.ts'
import type { Lost } from '../../../model/chain-event.ts'
import type { Redactor } from '../../../secrets/redactor.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { givenPolicy, policyNamed, type CollapsePolicy } from '../../../packs/collapse-policy.ts'
import { formatCount } from '../../../model/format/count.ts'
import { applyPlan } from '../../../packs/conversation/pack-plan.ts'
import { compactStateText } from '../../../packs/state/state-text.ts'
import { knownChain } from '../../commits/current-chain.ts'
import { findCommit } from '../../commits/find-commit.ts'
import { exportedHistory, redactorOf } from '../../packs/history-at.ts'
import { gatherObjects } from '../gather-objects.ts'
import { withInherited, type InheritedState } from '../inherited-state.ts'
import type { MetObjects } from '../met-objects.ts'
import { objectLevels, type SetState } from '../object-levels.ts'
import { setStates, workingStates, type WorkingStates } from '../session-state.ts'
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

/** As the budgets of the export that the session continues left it. */
const asPacked = async (
  { store }: EngineContext,
  conversation: Conversation,
  { commitId, budget, packed = [] }: InheritedState,
  redactor: Redactor | undefined,
): Promise<Conversation> => {
  if (packed.length === 0) return conversation
  const { commit } = await findCommit({ store }, commitId)
  // What the state repeats was counted where the conversation contains it.
  const { state } = await exportedHistory(store, commit, redactorOf(store, redactor !== undefined))
  const text = compactStateText(state)
  const rows = packed.reduce((left, plan) => applyPlan(left, plan, text), conversation.rows)
  const count = packed.reduce((sum, { turns }) => sum + turns.length, 0)
  const why = `the export that the session continues had a budget of ${formatCount(budget ?? 0)} tokens`
  return { ...conversation, rows, lost: [...conversation.lost, { what: 'shortened or excluded: turns', count, why }] }
}

interface Wish {
  readonly commit: CommitView
  /** The fork or captured session whose changes count; null: none. */
  readonly on: string | null
  /** What was set there. */
  readonly own: readonly SetState[]
  /** The export that the session continues. */
  readonly continued: InheritedState | undefined
  /** Undefined: none decides. */
  readonly policy: CollapsePolicy | undefined
}

const showAs = async (
  context: EngineContext,
  wish: Wish,
  whole: Conversation,
  redactor: Redactor | undefined,
): Promise<ShownConversation> => {
  const { commit, on, own, continued, policy } = wish
  const states = withInherited(continued, own)
  const inherited = policy === undefined && continued?.isCompacted === false ? continued : undefined
  if (policy === undefined && states.length === 0 && inherited === undefined) return { conversation: whole, state: undefined }
  const conversation = inherited === undefined ? whole : await asPacked(context, whole, inherited, redactor)
  const gathered = await gatherObjects(context, commit, await knownChain(context.store, commit))
  const met = asSinceCompaction(gathered, outputsIn(conversation.rows, gathered.calls))
  // Without a policy, what was set counts, and nothing else is collapsed.
  const levels = objectLevels(met, policy ?? policyNamed('none'), states, new Set(inherited?.oneLine))
  const here = new Set(own.map(({ objectId }) => objectId))
  const inContents = new Set(continued?.set.flatMap(({ objectId, active }) => (active && !here.has(objectId) ? [objectId] : [])))
  const state = { commit, on, states, met, policy, levels, inherited, inContents }
  // What a budget shortened and a fork activates is shown in full, at the end.
  const restored = new Set(own.flatMap(({ objectId, active }) => (active ? [objectId] : [])))
  const isShort = (id: string): boolean => restored.has(id) && inherited?.shortened?.includes(id) === true
  const outputs = outputsIn(conversation.rows, met.calls).filter(({ call }) => !isShort(call.id))
  const shown = await new StateRenderer(context, state, outputs, redactor).show(conversation)
  if (inherited === undefined || shown.state === undefined) return shown
  return { ...shown, state: { ...shown.state, packed: inherited.packed, budget: inherited.budget } }
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
  const working = await workingStates(context, input.commitId)
  const { commit, on, states: own, inherited: continued } = working
  const lost = [...conversation.lost, ...ignoredForks(context, working)]
  return showAs(context, { commit, on, own, continued, policy: givenPolicy(input) }, { ...conversation, lost }, redactor)
}

/** A conversation as the export that its session continues showed it. @throws StrataError not-found, artifact-corrupt */
export const asContinued = async (
  context: EngineContext,
  commitId: string,
  continued: InheritedState | undefined,
  whole: Conversation,
): Promise<Conversation> => {
  if (continued === undefined || continued.isCompacted) return whole
  const { commit } = await findCommit(context, commitId)
  const { conversation } = await showAs(context, { commit, on: null, own: [], continued, policy: undefined }, whole, undefined)
  const hidden = new Set([...continued.attachments, ...(continued.leftOut ?? [])])
  return { ...conversation, lines: conversation.lines.filter(({ uuid }) => uuid === undefined || !hidden.has(uuid)) }
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
