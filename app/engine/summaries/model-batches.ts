/** Batches of requests to a model, through the official SDK: one is sent, looked at until it has ended, and its answers are read. */
import { z } from 'zod'
import { answered, lineTask, requestBody, whyFailed, type ModelAnswer, type NoAnswer, type OpenModel } from './model-client.ts'

/** Requests are identified by their place in the batch. */
const placeName = (index: number): string => `c${index}`
const placeOf = (name: string): number | undefined => (/^c\d{1,6}$/.test(name) ? Number(name.slice(1)) : undefined)

const sentBatch = z.object({ id: z.string().min(1).max(200) })

/** Time limit for sending a batch: its requests are some megabytes. */
const sendingMs = 600_000

/**
 * Sends a batch. A failed call is not retried: if only the answer was lost, the first batch would run unknown, and cost money.
 * @throws StrataError cancelled
 */
export const sendBatch = async (
  model: OpenModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<NoAnswer | { readonly kind: 'sent'; readonly id: string }> => {
  const requests = texts.map((text, index) => ({ custom_id: placeName(index), params: requestBody(text, model.options.model, lineTask) }))
  try {
    const made = await model.client.messages.batches.create({ requests }, { signal, maxRetries: 0, timeout: sendingMs })
    return { kind: 'sent', id: sentBatch.parse(made).id }
  } catch (thrown) {
    return whyFailed(thrown, model, signal)
  }
}

/** `gone`: the other side does not know it any more, or does not keep its answers. */
export type BatchState = NoAnswer | { readonly kind: 'working' | 'ended' } | { readonly kind: 'gone'; readonly reason: string }

const batchStatus = z.object({ processing_status: z.string(), archived_at: z.string().nullish() })
const notThere = 404

/** @throws StrataError cancelled */
export const readBatch = async (model: OpenModel, id: string, signal: AbortSignal): Promise<BatchState> => {
  try {
    const { processing_status: status, archived_at: archivedAt } = batchStatus.parse(
      await model.client.messages.batches.retrieve(id, {}, { signal }),
    )
    if (typeof archivedAt === 'string') return { kind: 'gone', reason: 'the results of its batch have expired' }
    return { kind: status === 'ended' ? 'ended' : 'working' }
  } catch (thrown) {
    if (thrown instanceof model.sdk.APIError && thrown.status === notThere)
      return { kind: 'gone', reason: `the API no longer knows its batch ${id}` }
    return whyFailed(thrown, model, signal)
  }
}

const answerLine = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.unknown() }),
    z.object({ type: z.literal('errored'), error: z.unknown() }),
    z.object({ type: z.literal('canceled') }),
    z.object({ type: z.literal('expired') }),
  ]),
})
type Result = z.infer<typeof answerLine>['result']

const errorIn = z.object({ error: z.object({ message: z.string() }) })

const answerOf = (result: Result, model: string): ModelAnswer => {
  if (result.type === 'succeeded') return answered(result.message, model)
  if (result.type !== 'errored') return { kind: 'failed', reason: `the request was ${result.type}; ask again`, then: 'continue' }
  const errorText = errorIn.safeParse(result.error)
  const why = errorText.success ? `: ${errorText.data.error.message.replaceAll(/\s+/g, ' ').slice(0, 200)}` : ''
  return { kind: 'failed', reason: `the answer was an error${why}`, then: 'continue' }
}

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}

const parsedLine = (line: string): z.infer<typeof answerLine> | undefined => {
  try {
    return answerLine.safeParse(JSON.parse(line)).data
  } catch {
    // A line that is not JSON answers no request: its commit is reported as one without an answer.
    return undefined
  }
}

export interface BatchAnswer {
  readonly index: number
  readonly answer: ModelAnswer
}

/**
 * The answers of a batch that has ended, in any order. They are asked for where everything else is: the address that the state of a
 * batch names may be another one, which is to have neither the key nor the words.
 * @throws StrataError cancelled
 */
export async function* batchAnswers(model: OpenModel, id: string, signal: AbortSignal): AsyncGenerator<BatchAnswer | NoAnswer> {
  try {
    const response = await model.client.get(`/v1/messages/batches/${encodeURIComponent(id)}/results`, { signal }).asResponse()
    for await (const line of linesOf((response.body ?? []) as unknown as AsyncIterable<Uint8Array>)) {
      const parsed = line.trim() === '' ? undefined : parsedLine(line)
      const index = parsed === undefined ? undefined : placeOf(parsed.custom_id)
      if (parsed !== undefined && index !== undefined) yield { index, answer: answerOf(parsed.result, model.options.model) }
    }
  } catch (thrown) {
    yield whyFailed(thrown, model, signal)
  }
}
