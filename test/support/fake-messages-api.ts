/** A Messages API on this machine alone: keeps what it is sent, byte for byte, and answers every prompt with a word. */
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

const answer = (response: ServerResponse, model: string, isStream: boolean): void => {
  const message = { id: `msg_fake${Date.now().toString(36)}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage }
  const text = { type: 'text', text: 'Understood.' }
  if (!isStream) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...message, content: [text], stop_reason: 'end_turn' }))
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: text.text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}

export async function fakeMessagesApi(): Promise<FakeApi> {
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
      answer(response, body.model, body.stream === true)
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
