/** Actions on the objects in the context of an agent: lists, activates, deactivates, pins and demotes them. Not in the reference. */
import { decodeCbor, type CborMap } from '../store/cbor/canonical-cbor.ts'
import { allow, required, text, type Action, type Actions, type AgentServiceOptions } from './agent-action.ts'
import type { Caller } from './service-token.ts'
import type { KeptContext, ObjectChange } from './context-store.ts'

/** The principal of a commit; '' if its record has none. */
export const principalOf = ({ record }: KeptContext): string => {
  const { principal } = decodeCbor(record) as CborMap
  return typeof principal === 'string' ? principal : ''
}

/** Resolves a name to that of the store, and checks that the caller has the grant. */
const resolveAllowed = async (
  name: string,
  action: 'agent/read' | 'agent/write',
  caller: Caller,
  options: AgentServiceOptions,
): Promise<string> => {
  const resolved = await options.store.storeName(name)
  allow(caller, action, principalOf(await options.store.show(resolved)), options)
  return resolved
}

const change =
  (kind: ObjectChange): Action =>
  async (fields, caller, options) => {
    const objectId = required(fields, 'object_id')
    const on = await resolveAllowed(required(fields, 'on'), 'agent/write', caller, options)
    const changed = await options.store.change(kind, objectId, on)
    return { object_id: changed.objectId, on: changed.on, level: changed.level, pinned: changed.pinned, changed: changed.changed }
  }

const state: Action = async (fields, caller, options) => {
  const at = await resolveAllowed(required(fields, 'at'), 'agent/read', caller, options)
  const { sessionId, commitId, on, objects } = await options.store.state(at, text(fields, 'policy'))
  return {
    session_id: sessionId,
    commit_id: commitId,
    ...(on === null ? {} : { on }),
    objects: objects.map(({ id, type, level, pinned, line }) => ({ id, type, level, pinned, line })),
  }
}

const changeFields = { object_id: 'text', on: 'text' } as const

export const objectActions: Actions = {
  'session-state': [state, { at: 'text', policy: 'text' }],
  'activate-object': [change('activate'), changeFields, 'strict'],
  'deactivate-object': [change('deactivate'), changeFields, 'strict'],
  'pin-object': [change('pin'), changeFields, 'strict'],
  'unpin-object': [change('unpin'), changeFields, 'strict'],
  'demote-object': [change('demote'), changeFields, 'strict'],
}
