/** A server on this machine that takes batches of requests as a model's API does, and ends them when it is told to. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenForTest, sendJson, type ModelRequest } from './model-server.ts'

/** What becomes of a request; `said` is what was asked. */
export type BatchResult = (said: string) => unknown

export interface BatchServer {
  readonly url: string
  /** Texts of the requests of each batch that was sent. */
  readonly sent: readonly (readonly string[])[]
  /** Everything that was asked, as “GET /path”. */
  readonly asked: readonly string[]
  readonly keys: ReadonlySet<string>
  /** Batches have ended from now on. */
  end(): void
  /** Batches are not known any more. */
  forget(): void
  /** The next batch is refused so. */
  refuse(status: number, message: string): void
  /** Results are cut off after so many bytes, once. */
  cutAfter(bytes: number): void
}

/** A request that was answered; it costs 1,000 tokens of input and 20 of output. */
export const succeeded = (text: string): unknown => ({
  type: 'succeeded',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5-20251001',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1000, output_tokens: 20 },
  },
})

interface Sent {
  readonly requests: readonly { readonly custom_id: string; readonly params: ModelRequest['body'] }[]
}

class Batches {
  readonly batches: Sent[] = []
  readonly asked: string[] = []
  readonly keys = new Set<string>()
  hasEnded: boolean
  isForgetful = false
  refusal: { readonly status: number; readonly message: string } | undefined
  cut: number | undefined
  private readonly result: BatchResult

  constructor(result: BatchResult, hasEnded: boolean) {
    this.result = result
    this.hasEnded = hasEnded
  }

  answer(request: IncomingMessage, text: string, response: ServerResponse): void {
    const path = request.url ?? ''
    this.asked.push(`${request.method ?? ''} ${path}`)
    this.keys.add(request.headers.authorization ?? '')
    const [, place, results] = /^\/v1\/messages\/batches(?:\/msgbatch_(\d+)(\/results)?)?$/.exec(path) ?? []
    if (request.method === 'POST') this.take(text, response)
    else if (place === undefined || this.isForgetful) this.say(response, 404, 'not_found_error', 'no such batch')
    else if (results === undefined) sendJson(response, 200, this.state(Number(place)))
    else this.give(Number(place), response)
  }

  private say(response: ServerResponse, status: number, type: string, message: string): void {
    sendJson(response, status, { type: 'error', error: { type, message } }, { 'retry-after-ms': '1' })
  }

  private take(text: string, response: ServerResponse): void {
    const { refusal } = this
    this.refusal = undefined
    if (refusal !== undefined) {
      this.say(response, refusal.status, 'api_error', refusal.message)
      return
    }
    this.batches.push(JSON.parse(text) as Sent)
    sendJson(response, 200, this.state(this.batches.length - 1))
  }

  private state(place: number): unknown {
    const { length } = this.batches[place]?.requests ?? []
    return {
      id: `msgbatch_${place}`,
      type: 'message_batch',
      processing_status: this.hasEnded ? 'ended' : 'in_progress',
      request_counts: {
        processing: this.hasEnded ? 0 : length,
        succeeded: this.hasEnded ? length : 0,
        errored: 0,
        canceled: 0,
        expired: 0,
      },
      created_at: '2026-01-05T08:00:00Z',
      expires_at: '2026-01-06T08:00:00Z',
      ended_at: null,
      archived_at: null,
      cancel_initiated_at: null,
      // Nobody is to go there with the key.
      results_url: 'http://127.0.0.1:1/somewhere/else',
    }
  }

  /** In the other order: the API promises none. */
  private give(place: number, response: ServerResponse): void {
    const requests = [...(this.batches[place]?.requests ?? [])].reverse()
    const lines = requests.map(({ custom_id: id, params }) =>
      JSON.stringify({ custom_id: id, result: this.result(params.messages[0]?.content ?? '') }),
    )
    const body = `${lines.join('\n')}\n`
    const { cut } = this
    this.cut = undefined
    response.writeHead(200, { 'content-type': 'application/x-jsonl', 'content-length': Buffer.byteLength(body) })
    if (cut === undefined) response.end(body)
    else response.write(body.slice(0, cut), () => response.destroy())
  }
}

export const startBatchServer = async (result: BatchResult, hasEnded = true): Promise<BatchServer> => {
  const batches = new Batches(result, hasEnded)
  const url = await listenForTest((request, text, response) => batches.answer(request, text, response))
  return {
    url,
    asked: batches.asked,
    keys: batches.keys,
    get sent() {
      return batches.batches.map(({ requests }) => requests.map(({ params }) => params.messages[0]?.content ?? ''))
    },
    end: () => (batches.hasEnded = true),
    forget: () => (batches.isForgetful = true),
    refuse: (status, message) => (batches.refusal = { status, message }),
    cutAfter: (bytes) => (batches.cut = bytes),
  }
}
