/** The key/value store that older writers keep their contexts in (events-v1 §5.2): entries that name an artifact each. */
import { wholeSeconds } from '../chains/describe-commit.ts'
import type { CborMap } from '../store/cbor/canonical-cbor.ts'
import { localName, numberIn, readable, required, text, type Action, type Actions } from './agent-action.ts'
import { AgentRefusal } from './agent-refusal.ts'
import type { ContextStore } from './context-store.ts'

const entryNote = (key: string): string => `context/${key}`

const entriesOf = async (store: ContextStore, owner: string, prefix: string): Promise<ReadonlyMap<string, CborMap>> => {
  const notes = await store.remembered(owner, entryNote(prefix))
  return new Map(notes.map((note) => [note.key.slice(entryNote('').length), JSON.parse(note.text) as CborMap]))
}

const setContext: Action = async (fields, { principal }, { store, now }) => {
  const key = required(fields, 'key')
  const ref = required(fields, 'artifact_ref')
  const contentType = required(fields, 'content_type')
  const optional = {
    session_id: text(fields, 'session_id'),
    message_count: numberIn(fields, 'message_count'),
    token_count: numberIn(fields, 'token_count'),
  }
  const entry = {
    artifact_ref: ref,
    size: numberIn(fields, 'size'),
    content_type: contentType,
    modified_at: wholeSeconds(now()),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '' && value !== 0)),
  }
  await store.remember(principal, entryNote(key), JSON.stringify(entry), ref)
  return undefined
}

const getContext: Action = async (fields, caller, options) => {
  const key = required(fields, 'key')
  const principal = readable(fields, caller, options)
  return { entry: (await entriesOf(options.store, principal, key)).get(key) }
}

const listContext: Action = async (fields, caller, options) => {
  const principal = readable(fields, caller, options)
  const entries = await entriesOf(options.store, principal, text(fields, 'prefix'))
  return { entries: entries.size === 0 ? undefined : Object.fromEntries(entries) }
}

const deleteContext: Action = async (fields, { principal }, { store }) => {
  const key = required(fields, 'key')
  if (!(await entriesOf(store, principal, key)).has(key))
    throw new AgentRefusal(`no context entry ${JSON.stringify(key)} exists for ${localName(principal)}`)
  await store.remember(principal, entryNote(key), undefined)
  return undefined
}

export const contextEntryActions: Actions = {
  'set-context': [
    setContext,
    {
      key: 'text',
      artifact_ref: 'text',
      size: 'int',
      content_type: 'text',
      session_id: 'text',
      message_count: 'int',
      token_count: 'int',
    },
  ],
  'get-context': [getContext, { principal_local: 'text', key: 'text' }],
  'list-context': [listContext, { principal_local: 'text', prefix: 'text' }],
  'delete-context': [deleteContext, { key: 'text' }],
}
