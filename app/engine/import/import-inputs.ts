/** The inputs of an import to a session besides its bytes; inputs that are not given do not change. */
import type { Granularity } from '../../model/granularity.ts'
import type { Store } from '../../store/store.ts'
import type { DeriveInputs } from '../../transcripts/derive-task.ts'
import { filesystemOfRoot } from '../file-systems/file-systems.ts'
import { inputsOf } from './linked-sessions.ts'
import type { PlannedSession } from './plan-import.ts'

interface Given {
  readonly principal: string | undefined
  readonly granularity?: Granularity | undefined
}

/** Inputs for sessions that are not yet in the store. */
interface ForNew {
  readonly granularity: Granularity | undefined
  /** The file system of this machine. */
  readonly filesystemId: string
}

const filesystemsOf = (store: Store, { sources }: PlannedSession, had: DeriveInputs['filesystems'], machine: string) => {
  const roots = new Set(sources.map((planned) => (planned.kind === 'disk' ? planned.source.root : planned.known.root)))
  const known = new Map(had)
  return [...roots].sort().map((root): [string, string] => [root, known.get(root) ?? filesystemOfRoot(store, root) ?? machine])
}

export const importInputs = (store: Store, session: PlannedSession, given: Given, forNew: ForNew): DeriveInputs => {
  const isKnown = store.session(session.sessionId) !== undefined
  const before = inputsOf(store, session.sessionId)
  const asBefore = isKnown ? before.granularity : forNew.granularity
  const { principal = before.principal, granularity = asBefore } = given
  // A session of an older version keeps the file system that the journal names for all such sessions.
  const isUnnamed = isKnown && before.filesystems === undefined
  const filesystems = isUnnamed ? undefined : filesystemsOf(store, session, before.filesystems, forNew.filesystemId)
  return { ...before, principal, granularity, filesystems }
}
