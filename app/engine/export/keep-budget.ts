/** Makes an export keep its budget: a conversation by packs, events by whole turns. It is kept or refused, never silently exceeded. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { BudgetKept, PackView } from '../../contract/export.ts'
import { apiMessages } from '../../conversation/api-messages.ts'
import { modelOf, type Conversation } from '../../conversation/conversation.ts'
import { knownTools, requestParts, usedTools } from '../../conversation/request-parts.ts'
import { textTokens, weightsOf } from '../../model/estimate-tokens.ts'
import { StrataError } from '../../model/failure.ts'
import { formatCount } from '../../model/format/count.ts'
import { Losses } from '../../model/losses.ts'
import { packConversation, stateName, type PackedConversation } from '../../packs/conversation/pack-conversation.ts'
import type { PackPlan } from '../../packs/conversation/pack-plan.ts'
import { compactStateText } from '../../packs/state/state-text.ts'
import { Redactor } from '../../secrets/redactor.ts'
import { policyNamed } from '../../packs/collapse-policy.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { privateWords } from '../kernel/settings.ts'
import { historyAt } from '../packs/history-at.ts'
import { planExport } from './plan-export.ts'

type Wish = Pick<CallParsed<'export.make'>, 'commitId' | 'target' | 'stop' | 'budget' | 'pinned' | 'dropped' | 'leave'>

interface Fitted {
  readonly stop: string
  readonly kept: BudgetKept | null
}

const tokensWords = (tokens: number): string => `a budget of ${formatCount(tokens)} tokens (--budget ${tokens})`

/** Excludes whole turns, the oldest first. @throws StrataError invalid-input, over-budget, not-found, ambiguous-id, malformed-id */
export const fitEvents = async (context: EngineContext, { commitId, target, stop, budget, pinned, dropped }: Wish): Promise<Fitted> => {
  if (pinned.length + dropped.length > 0)
    throw new StrataError('invalid-input', 'Cannot require or exclude parts of an export of events: it consists of whole commits', {})
  if (budget === undefined) return { stop, kept: null }
  const plan = await planExport(context, { commitId, target, stop, budget })
  const { goesIn, fitting, ways } = plan
  const kept = { budget, estimateScale: null, packs: [] } as const
  if (goesIn.tokens === null || goesIn.tokens <= budget) return { stop, kept: { ...kept, tokens: goesIn.tokens, from: null, excluded: 0 } }
  if (fitting === null) {
    const over = `its last turn alone exceeds the budget of ${formatCount(budget)} tokens.`
    const fits = [
      ...(ways?.larger == null ? [] : [tokensWords(ways.larger.tokens)]),
      ...(ways?.instead == null
        ? []
        : [`the earlier commit ${ways.instead.commitId}, which takes ${formatCount(ways.instead.tokens)} tokens`]),
    ]
    const what = fits.length === 0 ? '' : ` What fits: ${fits.join(', or ')}.`
    throw new StrataError('over-budget', `Cannot export ${plan.commitId}: ${over}${what}`, { budget })
  }
  const fitted = await planExport(context, { commitId, target, stop: fitting.commitId })
  const excluded = goesIn.commits - fitted.goesIn.commits
  return { stop: fitting.commitId, kept: { ...kept, tokens: fitted.goesIn.tokens, from: fitting.commitId, excluded } }
}

/** Turns at the end that are required, and more where the exported commit has more. */
const lastTurns = 3

interface Exported {
  readonly commit: CommitView
  readonly redactor: Redactor | undefined
}

/** A request contains the system prompt, where a record has it, and the tools. */
const fixedTokensOf = (target: Wish['target'], { rows, requests }: Conversation, model: string | null): number => {
  if (target !== 'messages') return 0
  const { system, tools } = requestParts(requests)
  const used = usedTools(
    apiMessages(rows),
    knownTools({ system, tools }, (name) => name),
    new Losses(),
  )
  return Math.ceil(textTokens(weightsOf(model), 'injected', system.join('').length + JSON.stringify(used).length))
}

const packed = async (
  context: EngineContext,
  { target, budget = 0, pinned, dropped, leave }: Wish,
  conversation: Conversation,
  { commit, redactor }: Exported,
): Promise<PackedConversation> => {
  // The state shortens texts. The redactor of the export counts what the conversation contains, not what the state repeats.
  const ofHistory = redactor === undefined ? undefined : new Redactor(privateWords(context.store.dir), leave)
  const { state } = await historyAt(context.store, commit, ofHistory)
  const text = compactStateText(state)
  const model = modelOf(conversation) ?? null
  return packConversation(conversation.rows, {
    budget,
    model,
    state: redactor?.text(text) ?? text,
    fixedTokens: fixedTokensOf(target, conversation, model),
    lastTurns: Math.max(lastTurns, commit.humanPrompts + commit.commands),
    outputsPerTurn: policyNamed('default').outputsPerTurn ?? 5,
    pinned: new Set(pinned),
    dropped: new Set(dropped),
  })
}

export const viewOf = ({ name, priority, form, tokens, why }: PackView): PackView => ({ name, priority, form, tokens, why })

const lossesOf = (packs: readonly PackView[]): Losses => {
  const losses = new Losses()
  const count = (form: PackView['form']): number => packs.filter((pack) => pack.form === form).length
  losses.add('excluded: turns', 'the budget has no room for them', count('left_out'))
  losses.add('shortened: turns', 'the budget has no room for their outputs and thinking', count('compact'))
  losses.add('truncated: turns', 'the budget has room for their beginning and end only', count('truncated'))
  losses.add('excluded: thinking', 'the budget has no room for it', packs.filter(({ why }) => why.endsWith('without thinking')).length)
  losses.add(
    'added: the state of the work',
    'an export with a budget contains it',
    packs.filter(({ name, form }) => name === stateName && form !== 'left_out').length,
  )
  return losses
}

/** The conversation as it fits, and what happened to each part of it. @throws StrataError invalid-input, over-budget, artifact-corrupt */
export const packExport = async (
  context: EngineContext,
  wish: Wish,
  conversation: Conversation,
  exported: Exported,
): Promise<{ readonly conversation: Conversation; readonly kept: BudgetKept | null; readonly plan?: PackPlan }> => {
  const { budget } = wish
  if (budget === undefined) return { conversation, kept: null }
  const { rows, tokens, estimateScale, packs, plan, needed } = await packed(context, wish, conversation, exported)
  if (needed !== undefined) {
    const what = needed > budget ? ` What fits: ${tokensWords(needed)}.` : ''
    const over = `its required parts take about ${formatCount(needed)} tokens in their shortest form, and the budget is ${formatCount(budget)}.`
    throw new StrataError('over-budget', `Cannot export ${exported.commit.commitId}: ${over}${what}`, { budget })
  }
  const lost = [...conversation.lost, ...lossesOf(packs).list()]
  const kept = { budget, tokens, estimateScale, packs: packs.map(viewOf), from: null, excluded: 0 }
  return { conversation: { ...conversation, rows, lost }, kept, plan }
}
