/** Decides whether the result of a tool call that is marked as an error is a refusal or an interruption: such a call did not fail. */
import type { Event } from './event.ts'
import type { Refusal, ToolPermission } from './transcript-line.ts'

/** Texts with which an error result says so, and the clients that wrote them. */
const refusals: readonly { readonly text: string; readonly permission: Refusal; readonly clients: string }[] = [
  { text: "The user doesn't want to proceed with this tool use.", permission: 'refused', clients: '2.0.64 to 2.1.39' },
  { text: "The user doesn't want to take this action right now.", permission: 'refused', clients: 'before 2.0.64' },
  { text: 'User rejected tool use', permission: 'refused', clients: '2.1.25 to 2.1.32' },
  { text: 'User declined to answer questions', permission: 'refused', clients: '2.1' },
  { text: 'Permission to use ', permission: 'denied', clients: '2.1.4' },
  { text: '[Request interrupted by user', permission: 'interrupted', clients: '1.0 and later' },
]

/** Beginnings of texts that say so. */
export const refusalTexts: readonly string[] = refusals.map(({ text }) => text)

/** Who refused or stopped the call, by the text of its error result; undefined: the text does not say it. */
export const refusalIn = (result: string): Refusal | undefined => {
  const found = refusals.find(({ text, permission }) => result.startsWith(text) && (permission !== 'denied' || result.includes('denied')))
  return found?.permission
}

type Result = Extract<Event, { readonly type: 'tool_result' }>['payload']

/** Who refused or stopped the call of a result of events-v1, which has only its text to say it. Undefined: nothing says it. */
export const resultRefusal = ({ output, is_error: isError }: Result): Refusal | undefined =>
  isError === true ? refusalIn(output ?? '') : undefined

/** Whether a call with this permission was refused or stopped: it did not fail. The macro is_refusal of the tables says the same. */
export const isRefusal = (permission: ToolPermission | undefined): permission is Refusal =>
  permission === 'refused' || permission === 'denied' || permission === 'interrupted'
