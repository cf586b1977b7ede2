/** Decides whether the result of a tool call that is marked as an error says that the tool did not run, or was stopped. */
import type { Event } from './event.ts'
import type { Refusal, ToolPermission } from './transcript-line.ts'

/** Texts with which an error result says so, and the clients that wrote them. */
const refusals: readonly { readonly text: string; readonly permission: Refusal | 'invalid'; readonly clients: string }[] = [
  { text: "The user doesn't want to proceed with this tool use.", permission: 'refused', clients: '2.0.64 to 2.1.39' },
  { text: "The user doesn't want to take this action right now.", permission: 'refused', clients: 'before 2.0.64' },
  { text: 'User rejected tool use', permission: 'refused', clients: '2.1.25 to 2.1.32' },
  { text: 'User declined to answer questions', permission: 'refused', clients: '2.1' },
  { text: 'Permission to use ', permission: 'denied', clients: '2.1.4' },
  { text: '[Request interrupted by user', permission: 'interrupted', clients: '1.0 and later' },
  { text: '[Tool use interrupted]', permission: 'interrupted', clients: '2.1' },
  { text: 'Sibling tool call errored', permission: 'cancelled', clients: '2.1.3 to 2.1.40' },
  { text: 'Cancelled: parallel tool call', permission: 'cancelled', clients: 'after 2.1.40' },
  { text: 'Error: Streaming fallback - tool execution discarded', permission: 'cancelled', clients: '2.1' },
  { text: 'InputValidationError', permission: 'invalid', clients: '1.0 and later' },
  { text: 'Error: No such tool available', permission: 'invalid', clients: '1.0 and later' },
]

/** Beginnings of texts that say so. */
export const refusalTexts: readonly string[] = refusals.map(({ text }) => text)

/** The client's own errors are in a tag. */
const errorTag = '<tool_use_error>'

/** Who refused, stopped or rejected the call, by the text of its error result; undefined: the text does not say it. */
export const refusalIn = (result: string): Refusal | 'invalid' | undefined => {
  const said = result.startsWith(errorTag) ? result.slice(errorTag.length) : result
  const found = refusals.find(({ text, permission }) => said.startsWith(text) && (permission !== 'denied' || said.includes('denied')))
  return found?.permission
}

type Result = Extract<Event, { readonly type: 'tool_result' }>['payload']

/** Who refused or stopped the call of a result of events-v1, which has only its text to say it. Undefined: nothing says it. */
export const resultRefusal = ({ output, is_error: isError }: Result): Refusal | undefined => {
  const permission = isError === true ? refusalIn(output ?? '') : undefined
  return isRefusal(permission) ? permission : undefined
}

/** Whether a call with this permission was refused, stopped or cancelled: it did not fail. The macro is_refusal of the tables says the same. */
export const isRefusal = (permission: ToolPermission | undefined): permission is Refusal =>
  permission === 'refused' || permission === 'denied' || permission === 'interrupted' || permission === 'cancelled'
