/** Whether the service reads the thinking of earlier turns: what the request asks for, else the rule of the model. */
import { objectIn, objectsIn, type JsonObject } from '../../../model/json-object.ts'

/** Models before Claude Opus 4.5 do not read the thinking of turns before the last prompt; a fact of the maker, as published in 2026. */
const forgetful = /claude-(?:3|(?:opus|sonnet)-4(?:[.-][01](?!\d)|-\d{8}|@|$)|sonnet-4[.-]5|haiku-4[.-]5)/

const clearing = 'clear_thinking_20251015'

/** @param described records of the client about its requests @param requestRef the request that the reply names */
export const dropsThinking = (model: string, described: readonly JsonObject[], requestRef: string | undefined): boolean => {
  const request = requestRef === undefined ? undefined : described.find((one) => one['type'] === 'api-request' && one['id'] === requestRef)
  const edits = objectsIn(objectIn(objectIn(request ?? {}, 'params'), 'context_management')['edits'])
  const edit = edits.find((one) => one['type'] === clearing)
  if (edit !== undefined) return edit['keep'] !== 'all'
  return forgetful.test(model)
}
