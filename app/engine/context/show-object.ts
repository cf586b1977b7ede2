/** An object with its payload: everything that the version at a commit contains. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ObjectDetail } from '../../contract/session-state.ts'
import { text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { aboutTokens } from '../../model/objects/about-tokens.ts'
import { fileEnvelope, type ObjectEnvelope, type ObjectType } from '../../model/objects/object-identity.ts'
import { filePayload, sessionPayload, systemPromptPayload } from '../../model/objects/object-payload.ts'
import type { StableFields } from '../../model/objects/stable-stringify.ts'
import { knownChain } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { contentHash, identityHash } from '../../files/object-hash.ts'
import { showFile } from '../files/show-file.ts'
import { gatherObjects } from './gather-objects.ts'
import { sessionState } from './session-state.ts'
import { chatOf } from './chat-content.ts'
import { fileObjects } from './file-objects.ts'
import { charsOfCall, detailsOfSessions, sessionIn, type SessionDetails } from './list-objects.ts'
import namedCalls from './named-calls.sql?raw'
import { ownChars, ownSizes, type OwnType } from './own-sizes.ts'
import { toolcallContent } from './toolcall-content.ts'
import { charsOfFile, newestFile, trackedVersions } from './tracked-files.ts'

type Input = CallParsed<'objects.show'>

interface Shown {
  readonly payload: StableFields | null
  readonly unknownBecause: string | null
  readonly chars: number | null
  readonly sessionId: string
  readonly commitId: string
}

const detailOf = (id: string, envelope: ObjectEnvelope, { payload, chars, ...rest }: Shown): ObjectDetail => ({
  id,
  type: envelope.type,
  source: envelope.source,
  identityHash: identityHash(envelope),
  payload,
  contentHash: payload === null ? null : contentHash(payload),
  chars,
  aboutTokens: chars === null ? null : aboutTokens(chars),
  ...rest,
})

const unsourced = (type: ObjectType): ObjectEnvelope => ({ type, source: null })

const notFound = (id: string): StrataError =>
  new StrataError('not-found', `No object has the id “${id}”`, { text: id, list: 'strata objects' })

/** @throws StrataError not-found, ambiguous-id */
const sessionOf = async ({ store }: EngineContext, id: string): Promise<SessionDetails> => {
  const [details] = await detailsOfSessions(store, [await resolveSession(store.database, sessionIn(id))])
  if (details === undefined) throw notFound(id)
  return details
}

const ownShown = async (context: EngineContext, type: OwnType, at: string): Promise<Shown> => {
  if (type === 'session') {
    const { sessionId, commitId, index, metadata, active, pinned } = await sessionState(context, at, {})
    return { sessionId, commitId, payload: sessionPayload(sessionId, { index, metadata, active, pinned }), unknownBecause: null, chars: 0 }
  }
  const { commit } = await findCommit(context, at)
  const { sessionId, commitId } = commit
  const chain = await knownChain(context.store, commit)
  const [sizes] = await ownSizes(context.store, [chain])
  const chars = sizes === undefined ? null : ownChars(type, sizes)
  if (type === 'chat') return { sessionId, commitId, chars, ...(await chatOf(context.store, sessionId, chain)) }
  const { systemPrompt } = await gatherObjects(context, commit, chain)
  const why = 'no record contains it: clients before 2.1.330 did not write it'
  return { sessionId, commitId, chars, payload: systemPromptPayload(systemPrompt), unknownBecause: systemPrompt === null ? why : null }
}

/** The session of a fork has the id of the session that it continues. @throws StrataError not-found */
const showOwn = async (context: EngineContext, id: string, type: OwnType, at: string | undefined): Promise<ObjectDetail> => {
  const details = await sessionOf(context, id)
  const shown = await ownShown(context, type, at ?? details.sessionId)
  if (shown.sessionId !== details.sessionId)
    throw new StrataError('not-found', `“${id}” is of another session than the commit ${shown.commitId}`, {
      text: id,
      commit: shown.commitId,
    })
  return detailOf(`${type}:${details.sessionId}`, unsourced(type), shown)
}

/** The id of the only file or call that begins so; undefined: none does. @throws StrataError ambiguous-id */
const only = (ids: readonly string[], given: string): string | undefined => {
  const [first, ...others] = ids
  if (first === undefined || first === given || others.length === 0) return first
  throw new StrataError('ambiguous-id', `“${given}” is ambiguous: ${ids.slice(0, 5).join(', ')}`, { text: given, candidates: ids })
}

const fileShape = /^[0-9a-f]{6,64}$/

const showFileObject = async (context: EngineContext, given: string, at: string | undefined): Promise<ObjectDetail | undefined> => {
  const files = await fileObjects(context, given, 100)
  const id = only(
    files.map((file) => file.id),
    given,
  )
  const details = files.find((file) => file.id === id)
  if (id === undefined || details === undefined) return undefined
  const { path, filesystemId, ownPath } = details
  const envelope = fileEnvelope(filesystemId, ownPath)
  // What a tracker saw, no agent knew.
  const isTracked = at === undefined && (await trackedVersions(context.store, [id])).size > 0
  const file = isTracked
    ? await newestFile(context, path, details.commitId)
    : await showFile(context, { path, reading: 'as-known', at: at ?? details.commitId })
  const isKnown = file.content !== null || !file.isThere
  return detailOf(id, envelope, {
    sessionId: file.sessionId,
    commitId: file.commitId,
    payload: isKnown ? { ...filePayload(path, file.content), ...(file.sourceHash === null ? {} : { source_hash: file.sourceHash }) } : null,
    chars: charsOfFile(file),
    unknownBecause: isKnown ? null : `not all of it is known: strata file show ${path}`,
  })
}

const showCall = async (context: EngineContext, given: string): Promise<ObjectDetail | undefined> => {
  const rows = await context.store.database.query(namedCalls, { id: text('id') }, { id: given })
  const id = only(
    rows.map((row) => row.id),
    given,
  )
  if (id === undefined) return undefined
  const shown = await toolcallContent(context, id)
  return shown && detailOf(id, unsourced('toolcall'), { ...shown, chars: await charsOfCall(context.store, id) })
}

const ownType = (id: string): OwnType | undefined =>
  (['chat', 'system_prompt', 'session'] as const).find((type) => id.startsWith(`${type}:`))

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const showObject = async (context: EngineContext, { objectId, at }: Input): Promise<ObjectDetail> => {
  const own = ownType(objectId)
  if (own !== undefined) return showOwn(context, objectId, own, at)
  const file = fileShape.test(objectId) ? await showFileObject(context, objectId, at) : undefined
  const found = file ?? (await showCall(context, objectId))
  if (found === undefined) throw notFound(objectId)
  return found
}
