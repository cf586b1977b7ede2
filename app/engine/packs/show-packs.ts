/** The context that a strategy makes of a history. */
import type { CallParsed } from '../../contract/calls.ts'
import type { NotedMetrics, PackedContextView, TopicsView } from '../../contract/packs.ts'
import { isObject } from '../../model/json-object.ts'
import { readStrategy, type ContextStrategy } from '../../packs/context-strategy.ts'
import { packContext, type ContextMetrics } from '../../packs/pack-context.ts'
import { setNote } from '../agents/agent-notes.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { historyAt, redactorOf } from './history-at.ts'
import { newTopicKey, publishedIn, topicOwner } from './published-topics.ts'

const defaultHeader = 'You work without a person at the terminal: do not ask questions, decide and continue.'
const metricsTopic = 'CONTEXT_METRICS'

/** What helps against each fault of a context. */
const adviceOf = ({ isOver, packs, truncated }: ContextMetrics, { maxTokens }: ContextStrategy): readonly string[] => {
  const left = packs.filter(({ form, why }) => form === 'left_out' && !why.startsWith('no message'))
  const missing = packs.filter(({ form, why, priority }) => form === 'left_out' && priority === 'required' && why.startsWith('no message'))
  return [
    ...(isOver
      ? [`The required packs exceed ${maxTokens} tokens: lower their amount, give them another priority, or raise maxTokens.`]
      : []),
    ...(left.length === 0
      ? []
      : [
          `Excluded: ${left.map(({ name }) => name).join(', ')}. Raise maxTokens, lower the amount of other sources, or give these a compactAmount.`,
        ]),
    ...(truncated.length === 0 ? [] : [`Truncated: ${truncated.join(', ')}. Lower their amount.`]),
    ...(missing.length === 0 ? [] : [`No message: ${missing.map(({ name }) => name).join(', ')}. Check topic, sender and since.`]),
  ]
}

/** @throws StrataError invalid-input, not-found, ambiguous-id, artifact-corrupt */
export const showPacks = async ({ store }: EngineContext, input: CallParsed<'packs.show'>): Promise<PackedContextView> => {
  const strategy = readStrategy(input.strategy, input.file)
  const { commit } = await findCommit({ store }, input.at)
  const { ledger, state } = await historyAt(store, commit, redactorOf(store, input.redact))
  const { instructions, outputSchema, skipHints } = input
  const trigger = input.trigger ?? state.request?.text ?? state.goal?.text ?? ''
  const { text, metrics } = packContext(ledger, strategy, {
    header: input.header ?? defaultHeader,
    instructions,
    outputSchema,
    skipHints,
    trigger,
  })
  return { sessionId: commit.sessionId, commitId: commit.commitId, text, metrics, advice: adviceOf(metrics, strategy) }
}

/** @throws StrataError not-found, ambiguous-id, disk-full */
export const publishTopic = async ({ store }: EngineContext, { at, topic, sender, text }: CallParsed<'topics.publish'>): Promise<null> => {
  const { commit } = await findCommit({ store }, at)
  const key = newTopicKey(store, commit.commitId)
  return setNote(store, { owner: topicOwner, key, text: JSON.stringify({ topic, sender, text, at: Date.now() }) })
}

export const noteMetrics = (context: EngineContext, { at, metrics }: CallParsed<'packs.note'>): Promise<null> =>
  publishTopic(context, { at, topic: metricsTopic, sender: 'strata', text: JSON.stringify(metrics) })

const metricsIn = (text: string): NotedMetrics['metrics'] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as unknown as NotedMetrics['metrics']) : undefined
  } catch {
    return undefined
  }
}

/** Newest first. */
export const notedMetrics = ({ store }: EngineContext): readonly NotedMetrics[] =>
  publishedIn(store)
    .flatMap(({ commitId, message: { topic, at, text } }) => {
      const metrics = topic === metricsTopic ? metricsIn(text) : undefined
      return metrics === undefined ? [] : [{ commitId, at, metrics }]
    })
    .reverse()

/** @throws StrataError not-found, ambiguous-id, artifact-corrupt */
export const listTopics = async ({ store }: EngineContext, { at, topic, redact }: CallParsed<'topics.list'>): Promise<TopicsView> => {
  const { commit } = await findCommit({ store }, at)
  const { ledger } = await historyAt(store, commit, redactorOf(store, redact))
  const messages = ledger.messages.filter((message) => topic === undefined || message.topic === topic)
  return {
    sessionId: commit.sessionId,
    commitId: commit.commitId,
    messages: messages.map(({ topic: own, sender, at: time, text, place }) => ({
      topic: own,
      sender,
      at: time,
      text,
      record: place === null ? null : { sourceId: place.sourceId, line: place.line, fileLine: place.fileLine, ofLine: place.ofLine },
      commitId: place?.commitId ?? null,
    })),
  }
}
