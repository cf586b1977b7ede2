/** Actions on the objects in the context of an agent: lists, activates, deactivates and pins them. Not in the reference. */
import { decodeCbor, type CborMap } from '../store/cbor/canonical-cbor.ts'
import { allow, required, text, type Action, type Actions, type AgentServiceOptions } from './agent-action.ts'
import type { Caller } from './service-token.ts'
import type { KeptContext, ObjectChange } from './context-store.ts'

/** Who ran the commit; '' where its record does not say. */
export const ownerOf = ({ record }: KeptContext): string => {
  const { principal } = decodeCbor(record) as CborMap
  return typeof principal === 'string' ? principal : ''
}

/** The name that the store has for what a field names, where the caller may do that. */
const allowed = async (
  name: string,
  action: 'agent/read' | 'agent/write',
  caller: Caller,
  options: AgentServiceOptions,
): Promise<string> => {
  const own = await options.store.named(name)
  allow(caller, action, ownerOf(await options.store.show(own)), options)
  return own
}

const change =
  (kind: ObjectChange): Action =>
  async (fields, caller, options) => {
    const objectId = required(fields, 'object_id')
    const on = await allowed(required(fields, 'on'), 'agent/write', caller, options)
    const changed = await options.store.change(kind, objectId, on)
    return { object_id: changed.objectId, on: changed.on, level: changed.level, pinned: changed.pinned, changed: changed.changed }
  }

const state: Action = async (fields, caller, options) => {
  const at = await allowed(required(fields, 'at'), 'agent/read', caller, options)
  const { sessionId, commitId, on, objects } = await options.store.state(at, text(fields, 'policy'))
  return {
    session_id: sessionId,
    commit_id: commitId,
    ...(on === null ? {} : { on }),
    objects: objects.map(({ id, type, level, pinned, line }) => ({ id, type, level, pinned, line })),
  }
}

const changed = { object_id: 'text', on: 'text' } as const

export const objectActions: Actions = {
  'session-state': [state, { at: 'text', policy: 'text' }],
  'activate-object': [change('activate'), changed, 'strict'],
  'deactivate-object': [change('deactivate'), changed, 'strict'],
  'pin-object': [change('pin'), changed, 'strict'],
  'unpin-object': [change('unpin'), changed, 'strict'],
}
