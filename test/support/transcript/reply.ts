/** What the model writes: text, thinking and tool calls, one record per block, sharing one reply's id and usage. */
import type { Fields } from './session.ts'
import { appendRow, endReply, pass, tokensOf, type OpenReply, type Thread } from './thread.ts'

export interface ReplyOptions {
  /** Milliseconds since the record before. */
  readonly after?: number
  readonly model?: string
  readonly uuid?: string
  /** Replaces the counted numbers of the reply's usage. */
  readonly usage?: Fields
  readonly messageId?: string
}

function openReply(thread: Thread, options: ReplyOptions): OpenReply {
  const { ids } = thread.session
  const reply: OpenReply = {
    id: options.messageId ?? ids.apiId('msg_01'),
    requestId: ids.apiId('req_011'),
    model: options.model ?? thread.model,
    messages: [],
    inputTokens: ids.between(2, 12),
    cacheReadTokens: thread.cachedTokens,
    cacheWriteTokens: Math.max(0, thread.contextTokens - thread.cachedTokens),
    outputTokens: 0,
  }
  thread.reply = reply
  return reply
}

function usageOf(thread: Thread, reply: OpenReply, outputTokens: number): Fields {
  const counted = {
    input_tokens: reply.inputTokens,
    cache_creation_input_tokens: reply.cacheWriteTokens,
    cache_read_input_tokens: reply.cacheReadTokens,
  }
  const written = { ephemeral_5m_input_tokens: reply.cacheWriteTokens, ephemeral_1h_input_tokens: 0 }
  if (thread.session.client.envelope === 'leading') {
    return { ...counted, cache_creation: written, output_tokens: outputTokens, service_tier: 'standard' }
  }
  return {
    ...counted,
    output_tokens: outputTokens,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: written,
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    fallback_credit: null,
  }
}

// Clients before 2.1 leave stop_reason open on all rows but the last, 2.1.5 to 2.1.42 on all of them and count
// the output as far as it had streamed; 2.1.330 repeats the final usage and reason on every row.
function settle(thread: Thread, reply: OpenReply, stopReason: string, given: Fields | undefined): void {
  const { client } = thread.session
  reply.messages.forEach((message, at) => {
    const last = at === reply.messages.length - 1
    const partial = client.partialReply === 'small-usage' && !last
    message['usage'] = given ?? usageOf(thread, reply, partial ? Math.min(reply.outputTokens, 1 + at) : reply.outputTokens)
    const known = client.version === '2.1.330' || (client.version !== '2.1.42' && last)
    message['stop_reason'] = known ? stopReason : null
  })
}

function bodyOf(thread: Thread, message: Fields, requestId: string): Fields {
  const { client } = thread.session
  return client.envelope === 'leading' ? { message, requestId, type: 'assistant' } : { message }
}

function tailOf(thread: Thread, blockIndex: number): Fields {
  if (thread.session.client.envelope === 'leading') return {}
  return { effort: 'medium', madeBy: 'model', ...(thread.agent ? { attributionAgent: thread.agent.type } : {}), apiBlockIndex: blockIndex }
}

function newRowFields(reply: OpenReply): Fields {
  return { requestId: reply.requestId, requestedModel: reply.model, promptCacheRequested: '5m', type: 'assistant' }
}

/** Appends one block, to the reply that is being written if it is one, and gives the row's uuid. */
export function appendBlock(thread: Thread, block: Fields, text: string, stopReason: string, options: ReplyOptions): string {
  const latencyMs = thread.reply === undefined ? 2_600 : 400
  const reply = thread.reply ?? openReply(thread, options)
  reply.outputTokens += tokensOf(text) + 8
  const message: Record<string, unknown> = {
    model: reply.model,
    id: reply.id,
    type: 'message',
    role: 'assistant',
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: {},
  }
  reply.messages.push(message)
  settle(thread, reply, stopReason, options.usage)
  pass(thread, latencyMs + text.length * 6, options.after)
  const tail = tailOf(thread, reply.messages.length - 1)
  const body = bodyOf(thread, message, reply.requestId)
  const late = thread.session.client.envelope === 'trailing' ? newRowFields(reply) : {}
  return appendRow(thread, { ...body, ...late }, tail, { uuid: options.uuid })
}

function startsNewReply(reply: OpenReply | undefined, blockType: string): boolean {
  if (reply === undefined || blockType === 'tool_use') return false
  const written = reply.messages.map((message) => (message['content'] as readonly Fields[])[0]?.['type'])
  return blockType === 'thinking' ? written.some((type) => type !== 'thinking') : written.includes('text') || written.includes('tool_use')
}

function blockIn(thread: Thread, type: string): void {
  if (startsNewReply(thread.reply, type)) endReply(thread)
}

export function appendText(thread: Thread, text: string, options: ReplyOptions = {}): void {
  blockIn(thread, 'text')
  appendBlock(thread, { type: 'text', text }, text, 'end_turn', options)
}

export function appendThinking(thread: Thread, thinking: string, options: ReplyOptions = {}): void {
  blockIn(thread, 'thinking')
  const length = 220 + 4 * Math.ceil(thinking.length / 10)
  appendBlock(thread, { type: 'thinking', thinking, signature: thread.session.ids.signature(length) }, thinking, 'end_turn', options)
}

export interface CallOptions extends ReplyOptions {
  readonly id?: string
}

export function appendCall(thread: Thread, name: string, input: Fields, options: CallOptions = {}): void {
  const id = options.id ?? thread.session.ids.apiId('toolu_01')
  const row = appendBlock(thread, { type: 'tool_use', id, name, input }, JSON.stringify(input), 'tool_use', options)
  thread.openCalls.push({ id, name, input, row })
}

/** A row that the client wrote in the model's place, such as an API failure or the filler after an interruption. */
export function appendSynthetic(thread: Thread, text: string, fields: Fields): void {
  endReply(thread)
  pass(thread, 300)
  const message = {
    id: thread.session.ids.uuid(),
    container: null,
    model: '<synthetic>',
    role: 'assistant',
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    type: 'message',
    usage: {
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: null,
      cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    },
    content: [{ type: 'text', text }],
    ...(thread.session.client.version === '1.0.128' ? {} : { context_management: null }),
  }
  appendRow(thread, { type: 'assistant', message }, fields)
}
