/** Who refused or stopped the call of a tool result of events-v1, which has only its text to say it. */
import type { Event } from '../model/event.ts'
import { refusalIn } from '../model/refusal.ts'
import type { Refusal } from '../model/transcript-line.ts'

type Result = Extract<Event, { readonly type: 'tool_result' }>['payload']

/** Undefined: the call was neither refused nor stopped, or nothing says it. */
export const resultRefusal = ({ output, is_error: isError }: Result): Refusal | undefined =>
  isError === true ? refusalIn(output ?? '') : undefined
