/** A server on this machine that answers as a model's API does, or as it should not, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ModelRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly model: string
    readonly max_tokens: number
    readonly system: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
  }
}

/** Answers a request; `count` is its number, from 1. */
export type Reply = (request: ModelRequest, response: ServerResponse, count: number) => void

export interface ModelServer {
  readonly url: string
  readonly requests: readonly ModelRequest[]
}

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A message with this text; a request costs 1,000 tokens of input and 20 of output. */
export const message =
  (text: string | ((request: ModelRequest) => string), more: Readonly<Record<string, unknown>> = {}): Reply =>
  (request, response) =>
    sendJson(response, 200, {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-4-5-20251001',
      content: [{ type: 'text', text: typeof text === 'string' ? text : text(request) }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1000, output_tokens: 20 },
      ...more,
    })

/** An error as the API words it; it asks to be tried again at once. */
export const refusal =
  (status: number, type: string, text = 'no'): Reply =>
  (_request, response) =>
    sendJson(response, status, { type: 'error', error: { type, message: text } }, { 'retry-after-ms': '1' })

export const raw =
  (body: string, contentType = 'application/json'): Reply =>
  (_request, response) =>
    sendJson(response, 200, body, { 'content-type': contentType })

/** Never answers. */
export const silence: Reply = () => undefined

/** The reply to the first that says one of these words; else the other. */
export const replyTo =
  (replies: Readonly<Record<string, Reply>>, other: Reply): Reply =>
  (request, response, count) => {
    const said = request.body.messages[0]?.content ?? ''
    const reply = Object.entries(replies).find(([word]) => said.includes(word))?.[1] ?? other
    reply(request, response, count)
  }

/** Listens on this machine until the test has ended; gives the address. @param text what was sent */
export const listenForTest = async (
  answer: (request: IncomingMessage, text: string, response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => answer(request, text, response))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const startModelServer = async (reply: Reply): Promise<ModelServer> => {
  const requests: ModelRequest[] = []
  const url = await listenForTest((request, text, response) => {
    const asked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as ModelRequest['body'] }
    requests.push(asked)
    reply(asked, response, requests.length)
  })
  return { url, requests }
}
