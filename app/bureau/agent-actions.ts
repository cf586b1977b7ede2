/** The actions of the agent service, as the reference answers them (events-v1 §5.2), over a store. */
import { decodeCbor, type CborMap } from '../store/cbor/canonical-cbor.ts'
import type { StructFields } from '../store/cbor/cbor-struct.ts'
import { allow, bytesOf, numberIn, readable, required, text, type Action, type Actions, type AgentServiceOptions } from './agent-action.ts'
import type { AgentRequest, AnswerAgent } from './agent-connection.ts'
import { requestFields } from './agent-connection.ts'
import { AgentRefusal } from './agent-refusal.ts'
import { contextEntryActions } from './context-entries.ts'
import type { KeptContext } from './context-store.ts'
import { unknownAction } from './current-context.ts'
import { objectActions, principalOf } from './object-actions.ts'
import { readToken, type Caller } from './service-token.ts'
import { sessionActions } from './session-actions.ts'

/** Most commits in one history, as in the reference. */
const maxHistoryLength = 10_000
const userId = /^@[^\s:]+:\S+$/

/** The fields of a record as they go over the wire: who ran it only in the form that the reference can read. */
const wireRecord = ({ record, summary, tokenCount }: KeptContext): CborMap => {
  const fields = Object.entries(decodeCbor(record) as CborMap).filter(
    ([name, value]) =>
      name !== 'summary' && (!['principal', 'machine'].includes(name) || (typeof value === 'string' && userId.test(value))),
  )
  const tokens = tokenCount === undefined ? {} : { token_count: tokenCount }
  return { ...Object.fromEntries(fields), ...tokens, ...(summary === '' ? {} : { summary }) }
}

const checkpoint: Action = async (fields, { principal, machine }, { store, sessions, now }) => {
  const data = bytesOf(fields, 'data')
  const artifactRef = text(fields, 'artifact_ref')
  if ((data === undefined || data.length === 0) === (artifactRef === ''))
    throw new AgentRefusal('exactly one of data and artifact_ref is required')
  const sessionId = text(fields, 'session_id')
  const id = await store.checkpoint({
    parent: text(fields, 'parent'),
    commitType: text(fields, 'commit_type'),
    data,
    artifactRef,
    format: text(fields, 'format'),
    template: text(fields, 'template'),
    sessionId,
    checkpoint: text(fields, 'checkpoint'),
    ticketId: text(fields, 'ticket_id'),
    threadId: text(fields, 'thread_id'),
    summary: text(fields, 'summary'),
    messageCount: numberIn(fields, 'message_count'),
    tokenCount: numberIn(fields, 'token_count'),
    principal,
    machine,
  })
  sessions.moved(sessionId, id)
  if (data !== undefined && text(fields, 'format') === 'events-v1') sessions.live(principal)?.note(data, now())
  return { id }
}

/** Without a commit the conversation is empty. */
const materialise: Action = async (fields, _caller, { store }) => {
  const found = await store.materialise(text(fields, 'commit_id'), text(fields, 'stop_strategy'), text(fields, 'output_format'))
  const { artifactRef, format, messageCount, tokenCount, commitCount, contentType } = found
  const answer = { artifact_ref: artifactRef, format, message_count: messageCount, token_count: tokenCount, commit_count: commitCount }
  return fields['include_content'] === true ? { ...answer, content: await found.content(), content_type: contentType } : answer
}

const show: Action = async (fields, caller, options) => {
  const kept = await options.store.show(required(fields, 'commit_id'))
  allow(caller, 'agent/read', principalOf(kept), options)
  return { id: kept.id, commit: wireRecord(kept) }
}

const history: Action = async (fields, caller, options) => {
  const depth = numberIn(fields, 'depth')
  const commits: CborMap[] = []
  let kept = await options.store.show(required(fields, 'commit_id'))
  allow(caller, 'agent/read', principalOf(kept), options)
  for (;;) {
    commits.push({ id: kept.id, content: wireRecord(kept) })
    if (kept.parent === '' || commits.length === depth) return { commits }
    if (commits.length >= maxHistoryLength) throw new AgentRefusal(`the chain has more than ${maxHistoryLength} commits`)
    kept = await options.store.show(kept.parent)
  }
}

const update: Action = async (fields, caller, options) => {
  const kept = await options.store.show(required(fields, 'commit_id'))
  allow(caller, 'agent/write', principalOf(kept), options)
  const { version } = decodeCbor(kept.record) as CborMap
  if (typeof version === 'number' && version > 1) throw new AgentRefusal(`the commit has version ${version}; upgrade before modifying it`)
  await options.store.describe(kept.id, text(fields, 'summary'))
  return undefined
}

const resolve: Action = async (fields, caller, options) => {
  const principal = readable(fields, caller, options)
  const id = await options.store.resolve(principal, required(fields, 'timestamp'))
  return id === '' ? {} : { commit_id: id }
}

/** A session that the service has not seen since it started may be in the store. */
const current: Action = async (fields, _caller, { sessions, store }) => {
  const sessionId = text(fields, 'session_id')
  const known = sessions.current(sessionId)
  return { context_id: known !== '' || sessionId === '' ? known : await store.newest(sessionId) }
}

const status: Action = (_fields, _caller, { local, sessions, now }) =>
  Promise.resolve({
    status: 'ok',
    principal: local.principal,
    machine: local.machine,
    uptime_ms: Math.max(0, Math.round(now() - sessions.since)),
  })

const actions: Actions = {
  ...sessionActions,
  ...contextEntryActions,
  ...objectActions,
  'checkpoint-context': [
    checkpoint,
    {
      parent: 'text',
      commit_type: 'text',
      data: 'raw',
      artifact_ref: 'text',
      format: 'text',
      template: 'text',
      session_id: 'text',
      checkpoint: 'text',
      ticket_id: 'text',
      thread_id: 'text',
      summary: 'text',
      message_count: 'int',
      token_count: 'int',
    },
  ],
  'materialize-context': [materialise, { commit_id: 'text', output_format: 'text', stop_strategy: 'text', include_content: 'bool' }],
  'show-context-commit': [show, { commit_id: 'text' }],
  'history-context': [history, { commit_id: 'text', depth: 'int' }],
  // A field that it dropped would be a change that the agent takes for made.
  'update-context-metadata': [update, { commit_id: 'text', summary: 'text' }, 'strict'],
  'resolve-context': [resolve, { principal_local: 'text', timestamp: 'text' }],
  'current-context': [current, { session_id: 'text' }, 'open'],
  status: [status, {}, 'open'],
  health: [() => Promise.resolve({ healthy: true }), {}, 'open'],
}

const callerOf = ({ token }: AgentRequest, { keys, local, now }: AgentServiceOptions): Caller => {
  if (keys.length === 0) return local
  if (token === undefined || token.length === 0) throw new AgentRefusal('authentication required: missing token field')
  return readToken(token, keys, now() / 1000)
}

/** @throws AgentRefusal naming the fields that an action does not have. */
const refuseOthers = ({ action, bytes }: AgentRequest, fields: StructFields): void => {
  const known = ['action', 'token', ...Object.keys(fields)]
  const others = Object.keys(decodeCbor(bytes) as CborMap).filter((name) => !known.includes(name.toLowerCase()))
  if (others.length === 0) return
  const names = others.map((name) => JSON.stringify(name)).join(', ')
  throw new AgentRefusal(`${action} cannot change ${names}: it takes ${Object.keys(fields).join(' and ')}; nothing was changed`)
}

/** Answers agents over a store. */
export const agentService =
  (options: AgentServiceOptions): AnswerAgent =>
  async (request) => {
    const known = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined
    if (known === undefined) throw unknownAction(request.action)
    const [act, fields, mode] = known
    const caller = mode === 'open' ? options.local : callerOf(request, options)
    if (mode === 'strict') refuseOthers(request, fields)
    return act(requestFields(request.bytes, { struct: fields }), caller, options)
  }
