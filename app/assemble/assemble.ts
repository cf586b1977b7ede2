/** The context that an agent is given next: three layers, their sizes, and what a budget made of them. */
import type { AgentRole, AssembledContext, AssembledMessage, AssembledPack, GivenEvent, TokenBudget } from '../contract/assemble.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { modelOf } from '../conversation/conversation.ts'
import { addedRow } from '../conversation/conversation-row.ts'
import { knownTools, requestParams, requestParts, usedTools } from '../conversation/request-parts.ts'
import { validConversation } from '../export-forms/valid-conversation.ts'
import { tokensOfText } from '../conversation/block-tokens.ts'
import { weightsOf, type TokenWeights } from '../model/estimate-tokens.ts'
import type { Lost } from '../model/chain-event.ts'
import { countOf } from '../model/format/count.ts'
import { textIn, type JsonObject } from '../model/json-object.ts'
import { Losses } from '../model/losses.ts'
import { chosenPacks, fitChosen, type ChosenHistory, type HistoryPolicy } from './chosen-history.ts'
import { compactHistory, keptTurns, turnsOf, type CompactedHistory, type SizedMessage } from './compact-history.ts'
import { eventMessage } from './event-message.ts'
import { messageOf, messageRows, type MessageRows } from './history-messages.ts'
import { historyTokens } from './history-tokens.ts'
import { memoryPack, noMemory, type Memory } from './memory.ts'
import { systemContext, systemSections, systemText, type SystemParts, type SystemSection } from './system-prompt.ts'

export interface AssembleInput {
  readonly conversation: Conversation
  readonly parts: SystemParts
  readonly event: GivenEvent | undefined
  readonly role: AgentRole
  /** Default: the model that answered last. */
  readonly model: string | undefined
  readonly limitOf: (model: string) => { readonly tokens: number; readonly isKnown: boolean }
  readonly budget: number | undefined
  readonly reserveResponse: number
  readonly reserveTools: number
  readonly isRefused: boolean
  /** The state of the work in a few lines, for a compaction; '': not known. */
  readonly state: string
  readonly sessionLabel: string
  readonly parentTurnId: string
  readonly permissions: readonly string[]
  readonly workspacePath: string | null
  /** The conversation is that of a sub-agent; its records do not say it where the progress of its caller carries them. */
  readonly isOfAgent?: boolean
  /** What is recalled for the event; default: nothing. It is the first that a context without place for it loses. */
  readonly memory?: Memory | undefined
  /** It chooses the history, which is not compacted then. */
  readonly policy?: HistoryPolicy | undefined
  /** A compaction becomes a commit: turns become lines, and no message that stays is shortened. */
  readonly isStored?: boolean
}

/** A compaction, for the commit that stores it. */
export interface StoredCompaction {
  /** Without the mark that a summary has in a context. */
  readonly summary: string
  readonly tokens: number
  /** Uuids of the records that stay, in order. */
  readonly kept: readonly string[]
}

/** Shares of what is available to which a history is compacted: before a request, and after a refusal. */
const compactTo = 0.6
export const recoverTo = 0.4
/** For conversations without a known model. */
const someModel = 'claude-sonnet-4-5'

const notRecalled = noMemory('recall was not asked for')

const injected = (weights: TokenWeights, text: string): number => Math.round(tokensOfText(weights, 'injected', text))

interface History {
  readonly groups: readonly MessageRows[]
  readonly tokens: readonly number[]
}

const whole = ({ groups, tokens }: History): CompactedHistory => ({
  messages: groups.map((group, at) => ({ message: messageOf(group), tokens: tokens[at] ?? 0 })),
  references: 0,
  lines: 0,
  summary: '',
})

const sum = (messages: readonly SizedMessage[]): number => messages.reduce((all, { tokens }) => all + tokens, 0)

const required = (name: string, layer: 1 | 2 | 3, tokens: number, why: string): AssembledPack => ({
  name,
  layer,
  priority: 'required',
  form: 'full',
  tokens,
  why,
})

const historyPacks = ({ messages, references, lines }: CompactedHistory, turns: number): readonly AssembledPack[] => {
  const recent = Math.min(keptTurns, turns)
  const old = turns - recent - lines
  const summary = lines === 0 ? 0 : (messages[0]?.tokens ?? 0)
  const rest: AssembledPack = {
    name: old === 0 ? `last ${countOf(recent, 'turn')}` : `${old} older and the last ${countOf(recent, 'turn')}`,
    layer: 2,
    priority: 'required',
    form: references > 0 ? 'compact' : 'full',
    tokens: sum(messages) - summary,
    why: references > 0 ? `${countOf(references, 'old tool result')} as references` : 'in full',
  }
  if (lines === 0) return [rest]
  const why = 'one line each, behind the state of the work: the budget has no place for more'
  return [{ name: countOf(lines, 'oldest turn'), layer: 2, priority: 'low', form: 'compact', tokens: summary, why }, rest]
}

const budgetOf = (
  input: AssembleInput,
  model: string,
  used: { readonly systemPrompt: number; readonly tools: number; readonly history: number; readonly event: number },
): TokenBudget => {
  const { tokens: modelLimit, isKnown } = input.limitOf(model)
  const { reserveResponse, reserveTools, budget } = input
  const free = Math.max(0, modelLimit - reserveResponse - reserveTools)
  const available = budget === undefined ? free : Math.min(budget, free)
  const total = used.systemPrompt + used.tools + used.history + used.event
  return {
    modelLimit,
    isLimitKnown: isKnown,
    reserveResponse,
    reserveTools,
    available,
    used: { ...used, total },
    remaining: available - total,
  }
}

/** Where the newest of these messages begins that a prompt of a person is: what is before it was sent before. */
const beforeLastTurn = ({ groups, tokens }: History): number => {
  const turns = turnsOf(groups, tokens)
  return turns.slice(0, -1).reduce((all, turn) => all + turn.tokens.reduce((own, each) => own + each, 0), 0)
}

/** The three layers as they are, before a budget. */
interface Layers {
  readonly model: string
  readonly weights: TokenWeights
  readonly sections: readonly SystemSection[]
  readonly history: History
  readonly scale: number | null
  readonly current: AssembledMessage | null
  readonly tools: readonly JsonObject[]
  readonly lost: readonly Lost[]
}

const modelFor = ({ model, conversation }: AssembleInput, losses: Losses): string => {
  const known = model ?? modelOf(conversation)
  if (known === undefined) losses.add('added: a model', 'no reply says which model wrote it')
  return known ?? someModel
}

/** A worker sees its task and nothing of the conversation of the agent that started it. */
export const isApart = ({ role, conversation, isOfAgent = false }: Pick<AssembleInput, 'role' | 'conversation' | 'isOfAgent'>): boolean =>
  role === 'worker' && !isOfAgent && !conversation.lines.some(({ record }) => record['isSidechain'] === true)

const completeGroups = (rows: Conversation['rows'], losses: Losses): readonly MessageRows[] => {
  const { groups, open } = messageRows(rows)
  if (open > 0) losses.add('excluded: a reply whose calls wait for results', 'the history continues with it when they exist')
  return groups
}

const historyOf = (input: AssembleInput, rows: Conversation['rows'], losses: Losses): readonly MessageRows[] => {
  if (isApart(input)) {
    if (rows.length > 0) losses.add('excluded: the conversation', 'a worker has its task alone')
    return []
  }
  return completeGroups(rows, losses)
}

/** Without an event, what belongs beside its message is the last message, behind the replies that have all their results. */
const withChosen = ({ conversation, event }: AssembleInput, { rows, beside, lost }: ChosenHistory, losses: Losses): Conversation => ({
  ...conversation,
  rows:
    event !== undefined || beside === ''
      ? rows
      : [...completeGroups(rows, losses).flatMap((group) => group.rows), addedRow('user', [{ type: 'text', text: beside }])],
  lost: [...conversation.lost, ...lost],
})

/** What a policy chose in place of the conversation. */
interface Chosen {
  readonly history: ChosenHistory
  /** The scale of the whole conversation: usage says nothing of a part of it. */
  readonly scale: number | null
  /** The whole conversation: its tools are sent with each choice, so that they stay the same. */
  readonly messages: readonly AssembledMessage[]
}

const layersOf = (input: AssembleInput, chosen?: Chosen): Layers => {
  const { parts, event, role, memory = notRecalled } = input
  const losses = new Losses()
  const conversation = chosen === undefined ? input.conversation : withChosen(input, chosen.history, losses)
  const valid = validConversation(conversation)
  const model = modelFor(input, losses)
  const weights = weightsOf(model)
  const groups = historyOf(input, valid.rows, losses)
  const { messages: tokens, scale } = historyTokens(groups, weights, chosen?.scale)
  if ('recorded' in parts.workspace && parts.workspace.recorded === null)
    losses.add('missing: the system prompt', 'the transcript does not have it, and no workspace is given')
  const current = event === undefined ? null : eventMessage(event, role, { memory, chosen: chosen?.history.beside ?? '' })
  const messages = [...groups.map(messageOf), ...(current === null ? [] : [current])]
  const tools = usedTools(
    [...(chosen?.messages ?? []), ...messages],
    knownTools(requestParts(conversation.requests), valid.toolName),
    losses,
  )
  const sections = systemSections(parts)
  const lost = [...valid.lost, ...losses.list()]
  return { model, weights, sections, history: { groups, tokens }, scale, current, tools: tools.map((tool) => ({ ...tool })), lost }
}

interface Sizes {
  readonly systemPrompt: number
  readonly tools: number
  readonly event: number
}

const sizesOf = ({ sections, tools, current, weights }: Layers): Sizes => ({
  systemPrompt: injected(weights, systemText(sections)),
  tools: tools.length === 0 ? 0 : injected(weights, JSON.stringify(tools)),
  event: current === null ? 0 : injected(weights, current.content.map((block) => textIn(block, 'text') ?? '').join('')),
})

/** The history under the budget: in full where it fits and was not refused. */
const fitted = (input: AssembleInput, { history, weights, model }: Layers, sizes: Sizes): CompactedHistory => {
  const full = whole(history)
  const { available, remaining } = budgetOf(input, model, { ...sizes, history: sum(full.messages) })
  if (remaining > 0 && !input.isRefused) return full
  const share = input.isRefused ? recoverTo : compactTo
  const target = Math.max(0, Math.floor(available * share) - sizes.systemPrompt - sizes.tools - sizes.event)
  return compactHistory(history.groups, history.tokens, { weights, target, state: input.state, isStored: input.isStored ?? false })
}

const packsOf = (
  { sections, weights, current }: Layers,
  { ofHistory, sizes, recalled }: { readonly ofHistory: readonly AssembledPack[]; readonly sizes: Sizes; readonly recalled: Memory },
): readonly AssembledPack[] => {
  const system = sections.map(({ name, text }) => required(name, 1, injected(weights, text), 'the system prompt is never cut'))
  const beside = ofHistory.reduce((all, { layer, tokens }) => all + (layer === 3 ? tokens : 0), 0)
  const memory = memoryPack(weights, recalled)
  const event = current === null ? [] : [required('event', 3, sizes.event - beside - memory.tokens, 'the event is never cut')]
  return [...system, ...ofHistory, memory, ...event]
}

const storedOf = ({ history }: Layers, { lines, summary, messages }: CompactedHistory): StoredCompaction | null => {
  if (lines === 0) return null
  const turns = turnsOf(history.groups, history.tokens).slice(lines)
  const uuids = turns.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ line }) => line?.uuid ?? [])))
  return { summary, tokens: messages[0]?.tokens ?? 0, kept: [...new Set(uuids)] }
}

export const assemble = (input: AssembleInput): AssembledContext => assembleStored(input).assembled

/** A context with the history that was made of the layers, and the packs of that history. */
interface Made {
  readonly layers: Layers
  readonly sizes: Sizes
  readonly history: CompactedHistory
  readonly packs: readonly AssembledPack[]
}

const compacted = (input: AssembleInput): Made => {
  const layers = layersOf(input)
  const sizes = sizesOf(layers)
  const history = fitted(input, layers, sizes)
  const turns = turnsOf(layers.history.groups, layers.history.tokens).length
  return { layers, sizes, history, packs: turns === 0 ? [] : historyPacks(history, turns) }
}

const byPolicy = (input: AssembleInput, policy: HistoryPolicy): Made => {
  const all = layersOf(input)
  const { systemPrompt, event } = sizesOf(all)
  const { available } = budgetOf(input, all.model, { systemPrompt, tools: 0, history: 0, event: 0 })
  const messages = all.history.groups.map(messageOf)
  const limit = input.isRefused ? Math.floor(available * recoverTo) : available
  return fitChosen(policy, limit - systemPrompt - event, all.scale ?? 1, (chosen) => {
    const layers = layersOf(input, { history: chosen, scale: all.scale, messages })
    const sizes = sizesOf(layers)
    const history = whole(layers.history)
    const beside = input.event === undefined ? 0 : sizes.event - event
    const tokens = sizes.tools + sum(history.messages) + beside
    const packs = chosenPacks(policy.name, chosen, { history: sum(history.messages), beside })
    return { layers, sizes, history, packs, tokens }
  })
}

const cacheTokens = (context: Made, isChosen: boolean): number =>
  context.sizes.systemPrompt + context.sizes.tools + (isChosen || isShorter(context) ? 0 : beforeLastTurn(context.layers.history))

const isShorter = ({ history: { lines, references } }: Made): boolean => lines > 0 || references > 0

const made = (input: AssembleInput): Made => (input.policy === undefined ? compacted(input) : byPolicy(input, input.policy))

const budgetFor = (input: AssembleInput, { layers, sizes, history }: Made): TokenBudget =>
  budgetOf(input, layers.model, { ...sizes, history: sum(history.messages) })

/** What is recalled is excluded before anything else becomes shorter. */
const withMemory = (input: AssembleInput): { readonly made: Made; readonly memory: Memory } => {
  const { memory = notRecalled, isRefused } = input
  const without = (why: string): { readonly made: Made; readonly memory: Memory } => {
    const none = noMemory(why)
    return { made: made({ ...input, memory: none }), memory: none }
  }
  if (memory.text === '') return { made: made(input), memory }
  if (isRefused) return without('after a refusal what is recalled is excluded first')
  const full = made(input)
  return isShorter(full) || budgetFor(input, full).remaining < 0
    ? without('over the budget: what is recalled is excluded first')
    : { made: full, memory }
}

/** The same, with what a compaction of it is; null: nothing was compacted. */
export const assembleStored = (
  input: AssembleInput,
): { readonly assembled: AssembledContext; readonly compaction: StoredCompaction | null } => {
  const { policy } = input
  const { made: context, memory } = withMemory(input)
  const { layers, sizes, history } = context
  const { model, sections, current, tools, scale } = layers
  const tokenBudget = budgetFor(input, context)
  const reason = input.isRefused ? ('overflow_recovery' as const) : ('context_limit' as const)
  const assembled: AssembledContext = {
    systemPrompt: systemText(sections),
    systemContextJson: systemContext(input.parts),
    history: history.messages.map(({ message }) => message),
    currentMessage: current,
    tools,
    model,
    provider: providerOf(model),
    modelConfig: { max_tokens: input.reserveResponse, recorded: requestParams(input.conversation.requests) },
    tokenBudget,
    sessionLabel: input.sessionLabel,
    parentTurnId: input.parentTurnId,
    role: input.role,
    toolsetName: input.role,
    permissionsGranted: input.permissions,
    sourceEventId: input.event?.source ?? null,
    workspacePath: input.workspacePath,
    tokens: tokenBudget.used.total,
    budget: input.budget ?? null,
    estimateScale: scale === null ? null : Math.round(scale * 1000) / 1000,
    policy: policy?.name ?? null,
    packs: packsOf(layers, { ofHistory: context.packs, sizes, recalled: memory }),
    compacted: isShorter(context) ? reason : null,
    expectedCacheTokens: cacheTokens(context, policy !== undefined),
    lost: layers.lost,
  }
  return { assembled, compaction: storedOf(layers, history) }
}

/** The messages that a conversation gives without a budget and an event: layer 2 of every context that continues it. */
export const assembledMessages = (conversation: Conversation): readonly AssembledMessage[] => {
  const { rows } = validConversation(conversation)
  return messageRows(rows).groups.map(messageOf)
}

const providers: readonly (readonly [RegExp, string])[] = [
  [/claude/, 'anthropic'],
  [/^(?:gpt|o\d|chatgpt)/, 'openai'],
  [/gemini/, 'google'],
]

/** Maker of a model, by its name. */
const providerOf = (model: string): string => providers.find(([name]) => name.test(model))?.[1] ?? 'unknown'

/** The body of a request to the Messages API: messages of one side in a row are one message there. */
export const requestOf = ({
  systemPrompt,
  history,
  currentMessage,
  tools,
  model,
  modelConfig,
}: AssembledContext): JsonObject & { readonly messages: readonly unknown[] } => {
  const messages: { role: AssembledMessage['role']; content: JsonObject[] }[] = []
  for (const { role, content } of [...history, ...(currentMessage === null ? [] : [currentMessage])]) {
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content: [...content] })
  }
  return {
    model,
    max_tokens: modelConfig.max_tokens,
    ...(systemPrompt === '' ? {} : { system: [{ type: 'text', text: systemPrompt, cache_control: { type: 'ephemeral' } }] }),
    ...(tools.length === 0 ? {} : { tools }),
    messages,
  }
}
