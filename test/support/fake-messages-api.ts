/** A Messages API on this machine alone: keeps what it is sent, byte for byte, and answers every prompt with a word or a scripted block. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentMessage {
  readonly role: string
  readonly content: string | readonly Record<string, unknown>[]
}

export interface SentBody {
  readonly model: string
  readonly messages: readonly SentMessage[]
}

/** The one block of an answer: words, or the call of a tool. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> }

export interface FakeApi {
  readonly port: number
  /** Bodies of the conversations that were sent since the last call. */
  readonly sent: () => readonly SentBody[]
  readonly close: () => void
}

const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 2 }

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const understood: AnswerBlock = { type: 'text', text: 'Understood.' }

/** The block before its content arrives, and the delta that brings it. */
const streamed = (block: AnswerBlock): readonly [start: unknown, delta: unknown] =>
  block.type === 'text'
    ? [
        { ...block, text: '' },
        { type: 'text_delta', text: block.text },
      ]
    : [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      ]

const answer = (
  response: ServerResponse,
  model: string,
  isStream: boolean,
  block: AnswerBlock,
  more: Readonly<Record<string, unknown>>,
): void => {
  const stop = block.type === 'text' ? 'end_turn' : 'tool_use'
  const message = {
    id: `msg_fake${Date.now().toString(36)}`,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    usage,
    ...more,
  }
  if (!isStream) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...message, content: [block], stop_reason: stop }))
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  const [start, delta] = streamed(block)
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: message.usage },
    { type: 'message_stop' },
  ]
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}

/**
 * @param reply what a request is answered with; undefined: a word
 * @param more fields of the message that answers, such as its usage or why the cache was missed
 */
export async function fakeMessagesApi(
  reply: (body: SentBody) => AnswerBlock | undefined = () => undefined,
  more: (body: SentBody) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<FakeApi> {
  let kept: SentBody[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/count_tokens')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ input_tokens: Math.ceil(raw.length / 4) }))
    } else if (path.endsWith('/v1/messages') && raw !== '') {
      const body = JSON.parse(raw) as SentBody & { readonly stream?: boolean }
      kept.push(body)
      answer(response, body.model, body.stream === true, reply(body) ?? understood, more(body))
    } else {
      response.statusCode = request.method === 'HEAD' ? 200 : 404
      response.end()
    }
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => {
      const fresh = kept
      kept = []
      return fresh
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
