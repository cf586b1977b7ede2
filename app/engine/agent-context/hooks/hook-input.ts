/** What the client writes to the standard input of a hook. */
import { isObject, objectIn, textIn, type JsonObject } from '../../../model/json-object.ts'

export interface HookInput {
  readonly sessionId: string
  readonly transcript: string | undefined
  readonly cwd: string | undefined
  readonly prompt: string
  /** Why a session starts. */
  readonly source: string
  readonly tool: string
  readonly toolInput: JsonObject
}

/** Undefined: it names no session. */
export const hookInputIn = (text: string): HookInput | undefined => {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return undefined
  const sessionId = textIn(value, 'session_id')
  if (sessionId === undefined) return undefined
  return {
    sessionId,
    transcript: textIn(value, 'transcript_path'),
    cwd: textIn(value, 'cwd'),
    prompt: textIn(value, 'prompt') ?? '',
    source: textIn(value, 'source') ?? '',
    tool: textIn(value, 'tool_name') ?? '',
    toolInput: objectIn(value, 'tool_input'),
  }
}

/** The client shows a longer context as a preview. */
const maxContext = 9_900

/** What a hook prints so that the model reads the text. */
export const contextOutput = (event: string, text: string): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text.slice(0, maxContext) } })}\n`
