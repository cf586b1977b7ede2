/** The state of a session at a commit: what the agent had met, and which objects were in its context. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { ObjectView, SessionStateView, SetSize, StatedObject } from '../../contract/session-state.ts'
import { aboutTokens, charsPerToken } from '../../model/objects/about-tokens.ts'
import { metadataLine } from '../../model/objects/metadata-line.ts'
import { chatId, sessionObjectId, systemPromptId } from '../../model/objects/object-identity.ts'
import { sessionPayload } from '../../model/objects/object-payload.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import { lastLook } from '../files/known-tree.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { currentChain, knownChain } from '../commits/current-chain.ts'
import { statesOn } from '../kernel/working-states.ts'
import { contentHash } from '../../files/object-hash.ts'
import { collapsePolicies, givenPolicy } from '../../packs/collapse-policy.ts'
import { asInherited } from './as-inherited.ts'
import { gatherObjects } from './gather-objects.ts'
import { inheritedState, withInherited, type InheritedState } from './inherited-state.ts'
import type { MetObjects } from './met-objects.ts'
import { objectLevels, type ObjectLevels, type SetState } from './object-levels.ts'
import { ownChars, ownVersions } from './own-sizes.ts'
import { sizesAsWas, trackedVersions } from './tracked-files.ts'
import { workingRef } from './working-ref.ts'

type Input = Omit<CallParsed<'session.state'>, 'at'>

const sized = (chars: number | null): Pick<ObjectView, 'chars' | 'aboutTokens'> => ({
  chars,
  aboutTokens: chars === null ? null : aboutTokens(chars),
})

const none = { tool: null, failed: null, locked: false } as const

/** One for each of the session, in the order in which they come in a context. */
const ownObjects = ({ sessionId, title, systemPrompt, chat }: MetObjects): readonly ObjectView[] => {
  const common = { ...none, name: title, locked: true, lastUsedAt: chat.lastUsedAt }
  const sizes = { chatChars: chat.allChars, turns: chat.turns, systemPromptChars: systemPrompt?.length ?? null }
  const versions = ownVersions(chat.turns)
  return [
    { ...common, id: systemPromptId(sessionId), type: 'system_prompt', versions: 1, ...sized(ownChars('system_prompt', sizes)) },
    { ...common, id: chatId(sessionId), type: 'chat', versions, ...sized(ownChars('chat', sizes)) },
    { ...common, id: sessionObjectId(sessionId), type: 'session', versions, ...sized(ownChars('session', sizes)) },
  ]
}

/** Files whose newest version a tracker saw, by their ids. */
type Tracked = ReadonlyMap<string, Pick<ObjectView, 'versions' | 'chars'>>

const noneTracked: Tracked = new Map()

const objectsOf = (met: MetObjects, tracked: Tracked): readonly ObjectView[] => [
  ...ownObjects(met),
  ...met.files
    .map((file) => ({ ...file, ...tracked.get(file.id) }))
    .map(({ id, path, versions, chars, lastUsedAt }): ObjectView => ({
      ...none,
      id,
      type: 'file',
      name: path,
      versions,
      ...sized(chars),
      lastUsedAt,
    })),
  ...met.calls.map(({ id, tool, about, chars, failed, lastUsedAt }): ObjectView => ({
    ...none,
    id,
    type: 'toolcall',
    name: about,
    tool,
    failed,
    versions: 1,
    ...sized(chars),
    lastUsedAt,
  })),
]

const sizeOf = (objects: number, chars: number): SetSize => ({ objects, chars, aboutTokens: aboutTokens(chars) })

const sum = <T>(all: readonly T[], charsOf: (one: T) => number): number => all.reduce((total, one) => total + charsOf(one), 0)

/**
 * Contents of files are in the outputs of calls, and count there; that of a file that was activated by itself counts with it. Of the chat, what
 * came before the last compaction is no longer in the context.
 */
const charsIn = ({ id, type, chars }: ObjectView, { chat }: MetObjects, loaded: ReadonlyMap<string, number>): number => {
  if (type === 'chat') return chat.chars
  return type === 'file' ? (loaded.get(id) ?? 0) : (chars ?? 0)
}

const sizesOf = (met: MetObjects, objects: readonly StatedObject[], levels: ObjectLevels): SessionStateView['sizes'] => {
  const active = objects.filter(({ level }) => level === 'active')
  const inOneLine = objects.filter(({ level }) => level === 'metadata')
  const pinned = objects.filter((object) => object.pinned)
  const outputs = sum(met.calls, ({ chars }) => chars)
  const loaded = new Map(met.files.filter(({ id }) => levels.loadedFiles.has(id)).map(({ id, chars }) => [id, chars ?? 0]))
  return {
    index: sizeOf(objects.length, met.chat.allChars + outputs + (met.systemPrompt?.length ?? 0)),
    metadata: sizeOf(
      active.length + inOneLine.length,
      sum(inOneLine, (object) => metadataLine(object).length),
    ),
    active: sizeOf(
      active.length,
      sum(active, (object) => charsIn(object, met, loaded)),
    ),
    pinned: sizeOf(
      pinned.length,
      sum(pinned, ({ chars }) => chars ?? 0),
    ),
  }
}

const idsOf = (objects: readonly StatedObject[]): readonly string[] => objects.map(({ id }) => id)

const viewOf = (met: MetObjects, levels: ObjectLevels, tracked: Tracked) => {
  const places = new Map(met.calls.map(({ id, place }) => [id, place]))
  const objects = objectsOf(met, tracked).map((object): StatedObject => ({
    ...object,
    place: places.get(object.id) ?? null,
    level: levels.levels.get(object.id) ?? 'indexed',
    pinned: levels.pinned.has(object.id),
  }))
  const sets = {
    index: idsOf(objects),
    metadata: idsOf(objects.filter(({ level }) => level !== 'indexed')),
    active: idsOf(objects.filter(({ level }) => level === 'active')),
    pinned: [...levels.pinned],
  }
  return { ...sets, sizes: sizesOf(met, objects, levels), objects, contentHash: contentHash(sessionPayload(met.sessionId, sets)) }
}

/** The states that were set on a fork or a captured session. */
export const setStates = ({ store }: Pick<EngineContext, 'store'>, on: string): readonly SetState[] =>
  statesOn(store, on).map((entry) => ({
    objectId: entry.object_id,
    active: entry.active,
    pinned: entry.pinned,
    indexed: entry.indexed === true,
    commitId: entry.commit_id,
  }))

export interface WorkingStates {
  readonly commit: CommitView
  /** The fork or captured session whose changes count; null: none. */
  readonly on: string | null
  readonly otherForks: readonly string[]
  /** The states that were set there. */
  readonly states: readonly SetState[]
  /** The state of the exported conversation that the session continues; undefined: it continues none. */
  readonly inherited: InheritedState | undefined
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const workingStates = async (context: Pick<EngineContext, 'store'>, at: string): Promise<WorkingStates> => {
  const { detail, on, others } = await workingRef(context, at)
  const inherited = await inheritedState(context, await currentChain(context.store, detail.commit))
  return { commit: detail.commit, on, otherForks: others, states: on === null ? [] : setStates(context, on), inherited }
}

/** The objects that the agent of a commit met, as far as the tables have them. @throws StrataError not-found, artifact-corrupt */
export const metAt = async (context: EngineContext, commit: CommitView): Promise<MetObjects> =>
  gatherObjects(context, commit, await currentChain(context.store, commit))

/** At the end of a session its files are as they are shown there. */
const trackedAt = async (
  context: EngineContext,
  { sessionId, commitId, endedAt }: CommitView,
  chain: readonly ChainLink[],
  { files }: MetObjects,
): Promise<Tracked> => {
  const lookedAt = await lastLook(context, chain[0]?.commitId ?? commitId)
  if (lookedAt === null) return noneTracked
  const ids = files.map(({ id }) => id)
  const versions = await trackedVersions(context.store, ids, sessionId)
  const tracked = files.filter(({ id }) => versions.has(id))
  const paths = tracked.map(({ path }) => path)
  const until = endedAt === null ? null : Math.max(endedAt, lookedAt)
  const sizes = await sizesAsWas(context, { sessionId, chain, until }, paths)
  return new Map(
    tracked.map(({ id, path, versions: own }) => [id, { versions: own + (versions.get(id) ?? 0), chars: sizes.get(path) ?? null }]),
  )
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const sessionState = async (context: EngineContext, at: string, input: Input): Promise<SessionStateView> => {
  const policy = givenPolicy(input)
  const { commit, on, otherForks, states, inherited } = await workingStates(context, at)
  const chain = await knownChain(context.store, commit)
  const gathered = await gatherObjects(context, commit, chain)
  const met = policy === undefined ? asInherited(gathered, inherited, chain) : gathered
  const oneLine = new Set(policy === undefined ? [...(inherited?.oneLine ?? []), ...(inherited?.shortened ?? [])] : [])
  return {
    sessionId: commit.sessionId,
    commitId: commit.commitId,
    on,
    otherForks,
    policy: policy ?? null,
    policies: collapsePolicies,
    ...viewOf(met, objectLevels(met, policy, withInherited(inherited, states), oneLine), await trackedAt(context, commit, chain, met)),
    continues:
      inherited === undefined ? null : { commitId: inherited.commitId, policy: inherited.policy, budget: inherited.budget ?? null },
    charsPerToken,
    recordedTokens: met.contextTokens,
    isAfterCompaction: met.isAfterCompaction,
    microcompactions: met.microcompactions,
    unnamedMicrocompactions: met.unnamedMicrocompactions,
    hasSystemPrompt: met.systemPrompt !== null,
  }
}
