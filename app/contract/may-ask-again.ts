/** Whether a call may be made again when the result of the first is not known. */
import type { CallEffect } from './call.ts'
import { calls, isEngineCall } from './calls.ts'

/** False for a call that does not exist, and for an input that the call refuses. */
export const mayAskAgain = (name: string, input: unknown): boolean => {
  if (!isEngineCall(name)) return false
  const { input: schema, effectOf } = calls[name]
  const parsed = schema.safeParse(input)
  return parsed.success && (effectOf as (input: unknown) => CallEffect)(parsed.data) !== 'once'
}
