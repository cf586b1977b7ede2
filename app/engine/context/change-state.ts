/** Activates, deactivates, pins, unpins and demotes an object on a fork. Nothing of the session's history changes. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ObjectLevel, SessionStateView, StateChange, StatedObject } from '../../contract/session-state.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { stateUnit } from '../kernel/working-states.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { sessionState } from './session-state.ts'
import { requireWorkingRef } from './working-ref.ts'

type Change = CallParsed<'state.change'>['change']

interface Wanted {
  readonly level: ObjectLevel
  readonly pinned: boolean
}

/** A pinned object is active, so a deactivation and a demotion also unpin it. */
const wanted = (change: Change, { level, pinned }: StatedObject): Wanted => {
  switch (change) {
    case 'activate':
      return { level: 'active', pinned }
    case 'deactivate':
      return { level: level === 'active' ? 'metadata' : level, pinned: false }
    case 'pin':
      return { level: 'active', pinned: true }
    case 'unpin':
      return { level, pinned: false }
    case 'demote':
      return { level: 'indexed', pinned: false }
  }
}

const shortest = 4

/** By the id, its unique beginning, or the path of a file or how it ends. @throws StrataError not-found, ambiguous-id */
const objectIn = ({ objects, commitId, on }: SessionStateView, text: string): StatedObject => {
  const exact = objects.filter(({ id, name, type }) => id === text || (type === 'file' && name === text))
  const close = objects.filter(
    ({ id, name, type }) => (text.length >= shortest && id.startsWith(text)) || (type === 'file' && name.endsWith(`/${text}`)),
  )
  const [found, ...others] = exact.length > 0 ? exact : close
  if (found === undefined) {
    const message = `“${text}” is not in the session index at ${commitId}: only what the agent has met can be changed`
    throw new StrataError('not-found', message, { text, commit: commitId, list: `strata objects --at ${on ?? commitId}` })
  }
  if (others.length === 0) return found
  const candidates = [found, ...others].map(({ id }) => id)
  throw new StrataError('ambiguous-id', `“${text}” is ambiguous: ${candidates.slice(0, 5).join(', ')}`, { text, candidates })
}

const lockedNames: readonly (readonly [string, string])[] = [
  ['chat:', 'The chat'],
  ['system_prompt:', 'The system prompt'],
  ['session:', 'The session'],
]

/** @throws StrataError invalid-input */
const requireUnlocked = (id: string): void => {
  const [, name] = lockedNames.find(([beginning]) => id.startsWith(beginning)) ?? []
  if (name !== undefined) throw new StrataError('invalid-input', `${name} is locked: its state cannot be changed`, { text: id })
}

/** @throws StrataError invalid-input, not-found, ambiguous-id, malformed-id, artifact-corrupt, disk-full */
export const changeState = async (context: EngineContext, input: CallParsed<'state.change'>): Promise<StateChange> => {
  const { on } = await requireWorkingRef(context, input.on)
  requireUnlocked(input.objectId)
  const object = objectIn(await sessionState(context, on, {}), input.objectId)
  const { id, level, pinned } = object
  const next = wanted(input.change, object)
  const isSame = level === next.level && pinned === next.pinned
  const set = { active: next.level === 'active', pinned: next.pinned, ...(next.level === 'indexed' ? { indexed: true } : {}) }
  const sessionId = await withWriteLock(context.store, async () => {
    // The fork may be gone by now.
    const { detail } = await requireWorkingRef(context, on)
    const { commitId } = detail.commit
    const entry = { kind: 'state', on, object_id: id, ...set, commit_id: commitId, set_at: new Date().toISOString() } as const
    // What is active already is so from now on for a policy, too.
    if (!isSame || input.change === 'activate') await context.store.writeUnits([stateUnit(entry)])
    return detail.commit.sessionId
  })
  context.changed([sessionId])
  return { on, objectId: id, ...next, changed: !isSame }
}
