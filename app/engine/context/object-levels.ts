/** Which objects an agent sees in full, which in one line, and which not at all: as the client had it, or under a policy; and what was set. */
import { toolKind } from '../../../importer/agents.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import type { ObjectLevel } from '../../contract/session-state.ts'
import { chatId, systemPromptId } from '../../model/objects/object-identity.ts'
import { isWithin, keptOutputs, type CollapsePolicy } from '../../packs/collapse-policy.ts'
import { metadataLine } from '../../model/objects/metadata-line.ts'
import type { MetCall, MetFile, MetObjects } from './met-objects.ts'

/** The state that was set for an object on a fork. */
export interface SetState {
  readonly objectId: string
  readonly active: boolean
  readonly pinned: boolean
  /** It left the metadata pool. */
  readonly indexed?: boolean
  /** The commit that the fork named then. */
  readonly commitId: string
}

export interface ObjectLevels {
  readonly levels: ReadonlyMap<string, ObjectLevel>
  readonly pinned: ReadonlySet<string>
  /** Files whose contents no active call has: they were activated themselves. */
  readonly loadedFiles: ReadonlySet<string>
}

/** The level of an output that is no longer in the context, but may be named in it. */
const clientLevel = (call: MetCall, { cleared }: MetObjects): ObjectLevel => {
  if (!call.isSinceCompaction) return 'indexed'
  return cleared.has(call.id) ? 'metadata' : 'active'
}

/** A policy decides in place of a microcompaction. It brings back nothing from before the last compaction. */
const policyLevels = (met: MetObjects, policy: CollapsePolicy): ReadonlyMap<string, ObjectLevel> => {
  const present = met.calls.filter(({ isSinceCompaction }) => isSinceCompaction)
  const outputs = present.filter(({ failed }) => failed !== null)
  const kept = keptOutputs(policy, outputs, met.chat.turns)
  return new Map(met.calls.map((call) => [call.id, levelUnder(call, kept)]))
}

export const lineOfCall = ({ id, tool, failed }: MetCall, name: string): string =>
  metadataLine({ id, type: 'toolcall', name, tool, failed })

/** Its line would be no shorter than its output: a policy leaves it. Both are measured in characters, from which tokens are estimated. */
export const isShorterThanLine = (call: MetCall): boolean => !call.hasMedia && call.chars <= lineOfCall(call, call.about).length

const levelUnder = (call: MetCall, kept: ReadonlySet<string>): ObjectLevel => {
  if (!call.isSinceCompaction) return 'indexed'
  return call.failed === null || kept.has(call.id) || isShorterThanLine(call) ? 'active' : 'metadata'
}

/** Whether an activated output stays active. It is collapsed as if it had been called when it was activated, unless it is pinned. */
const staysActive = (set: SetState, met: MetObjects, policy: CollapsePolicy | undefined): boolean => {
  if (policy === undefined || (set.pinned && policy.exempt.includes('pinned'))) return true
  const turn = met.turnOf.get(set.commitId)
  return turn !== undefined && isWithin(turn, met.chat.turns, policy.turnsBack)
}

const withSet = (level: ObjectLevel, set: SetState | undefined, met: MetObjects, policy: CollapsePolicy | undefined): ObjectLevel => {
  if (set === undefined) return level
  if (set.indexed === true) return 'indexed'
  if (!set.active) return 'metadata'
  return level === 'active' || staysActive(set, met, policy) ? 'active' : 'metadata'
}

/** The outputs that show a file are collapsed with it, unless they were set themselves. */
const collapseWith = (calls: readonly MetCall[], states: ReadonlyMap<string, SetState>, levels: Map<string, ObjectLevel>): void => {
  const isDeactivated = (id: string): boolean => states.get(id)?.active === false
  for (const { id, fileIds } of calls)
    if (levels.get(id) === 'active' && !states.has(id) && fileIds.some(isDeactivated)) levels.set(id, 'metadata')
}

/** The answer to an edit shows a few lines of a file, if any, and its input only what is replaced. */
const mayShowAll = ({ tool }: MetCall): boolean => toolKind(tool) === 'write' || !changerKinds.has(toolKind(tool))

const fileLevel = (file: MetFile, calls: readonly MetCall[], levels: ReadonlyMap<string, ObjectLevel>): ObjectLevel => {
  const shown = calls.filter(({ failed }) => failed === false)
  if (file.isAttached || shown.some((call) => mayShowAll(call) && levels.get(call.id) === 'active')) return 'active'
  // Calls that failed or were collapsed still name it.
  const isNamed = file.isNamed || calls.some(({ id }) => levels.get(id) !== 'indexed')
  return isNamed ? 'metadata' : 'indexed'
}

const callsByFile = ({ calls }: MetObjects): ReadonlyMap<string, readonly MetCall[]> => {
  const byFile = new Map<string, MetCall[]>()
  for (const call of calls)
    for (const id of call.fileIds) {
      const own = byFile.get(id)
      if (own === undefined) byFile.set(id, [call])
      else own.push(call)
    }
  return byFile
}

/**
 * Chat and system prompt are always active; the session itself, which holds the sets, is in its index alone.
 * @param policy undefined: as the client had it
 * @param states of objects of the index; others do not count
 * @param oneLine calls whose output was one line in the conversation that the session continues
 */
export const objectLevels = (
  met: MetObjects,
  policy: CollapsePolicy | undefined,
  states: readonly SetState[],
  oneLine: ReadonlySet<string> = new Set(),
): ObjectLevels => {
  const set = new Map(states.map((state) => [state.objectId, state]))
  const levels = new Map<string, ObjectLevel>()
  const ofPolicy = policy === undefined ? undefined : policyLevels(met, policy)
  for (const call of met.calls) {
    const level = ofPolicy?.get(call.id) ?? clientLevel(call, met)
    levels.set(call.id, withSet(level === 'active' && oneLine.has(call.id) ? 'metadata' : level, set.get(call.id), met, policy))
  }
  collapseWith(met.calls, set, levels)
  const byFile = callsByFile(met)
  const loadedFiles = new Set<string>()
  for (const file of met.files) {
    const own = fileLevel(file, byFile.get(file.id) ?? [], levels)
    const level = withSet(own, set.get(file.id), met, policy)
    levels.set(file.id, level)
    if (level === 'active' && own !== 'active') loadedFiles.add(file.id)
  }
  const pinned = states.filter((state) => state.pinned && levels.get(state.objectId) === 'active')
  return {
    levels: levels.set(chatId(met.sessionId), 'active').set(systemPromptId(met.sessionId), 'active'),
    pinned: new Set(pinned.map(({ objectId }) => objectId)),
    loadedFiles,
  }
}
