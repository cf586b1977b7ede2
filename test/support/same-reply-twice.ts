/** Two sessions that hold the same reply under other uuids, as a fork by an unknown program leaves them. */
import { conversation, type Conversation } from './conversation.ts'

const usage = (outputTokens: number) => ({
  input_tokens: 10,
  output_tokens: outputTokens,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
})

const told = (sessionId: string, start: string): Conversation =>
  conversation({ sessionId, seed: sessionId, start })
    .human('go')
    .agent('ok', { usage: usage(400), messageId: 'msg_1' })

const sameRequest = (one: Conversation): Conversation => {
  const copy = conversation({ sessionId: one.sessionId, seed: `copy ${one.sessionId}` })
  for (const line of one.lines()) copy.raw(line.replace(/"requestId":"[^"]*"/, '"requestId":"req_1"'))
  return copy
}

/** The first wrote the reply, of 400 output tokens; the second has one of its own too, of 7. */
export const sameReplyTwice = (): readonly [Conversation, Conversation] => {
  const early = told('bbbbbbbb-0000-4000-8000-000000000000', '2026-01-05T09:00:00Z')
  const late = told('aaaaaaaa-0000-4000-8000-000000000000', '2026-01-06T09:00:00Z')
  const own = conversation({ sessionId: late.sessionId, seed: 'own', start: '2026-01-06T10:00:00Z' })
    .human('and?')
    .agent('no', { usage: usage(7) })
  const both = sameRequest(late)
  for (const line of own.lines()) both.raw(line)
  return [sameRequest(early), both]
}
