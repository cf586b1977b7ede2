/** What is left when work breaks off: an interruption by the user, and the repair of calls that a killed client left open. */
import { appendSynthetic } from './reply.ts'
import { endReply, pass, type Thread } from './thread.ts'
import { appendResult } from './tool-result.ts'
import { appendUser } from './user-row.ts'

/** Escape pressed: open calls get an error result first, unless they are to stay open. */
export function appendInterrupt(thread: Thread, leaveOpen: boolean): void {
  const duringCall = thread.openCalls.length > 0
  thread.interruptedReply = thread.reply?.id
  for (const call of leaveOpen ? [] : [...thread.openCalls]) {
    appendResult(thread, call.id, 'The user interrupted the tool call.', { error: true })
  }
  endReply(thread)
  pass(thread, 1_500)
  const text = duringCall ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]'
  appendUser(thread, [{ type: 'text', text }])
}

/** What a client writes into a session that it takes up again: an error per open call and a filler in the model's place. */
export function recoverOpenCalls(thread: Thread): void {
  if (thread.openCalls.length === 0) return
  const text = '[Tool call interrupted: the session ended before the result of this call was recorded.]'
  const fields = thread.session.client.hasPromptSource ? { toolDenialKind: 'interrupted' } : {}
  for (const call of [...thread.openCalls]) appendResult(thread, call.id, text, { error: true, toolUseResult: text, fields })
  appendSynthetic(thread, 'No response requested.', { isApiErrorMessage: false })
}
