/**
 * Files that moved, as when a project's folder is renamed: the store holds them under the path where nothing stands any more, and the same
 * session has a file of the same name elsewhere that begins with all that they held. They would count twice among the copies.
 */
import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { hashOfStart } from '../../store/files/hash-of-start.ts'
import type { ImportPlan, LastVersion, PlannedSession, PlannedSource } from './plan-import.ts'

type DiskSource = Extract<PlannedSource, { readonly kind: 'disk' }>

const mayBe = ({ source, bytes }: DiskSource, known: LastVersion): boolean =>
  source.role === known.role && source.agentId === known.agentId && basename(source.path) === basename(known.path) && bytes >= known.bytes

/**
 * Whether something exists at a path itself. This is false where a link now leads elsewhere, such as after a folder was moved to another
 * disk.
 */
const isThere = (path: string): boolean => {
  try {
    return realpathSync(path) === path
  } catch {
    return false
  }
}

const hasMoved = async (known: LastVersion, onDisk: readonly DiskSource[]): Promise<boolean> => {
  const places = onDisk.filter((one) => mayBe(one, known))
  if (places.length === 0 || isThere(known.path)) return false
  for (const { source } of places) if ((await hashOfStart(source.path, known.bytes)) === known.contentHash) return true
  return false
}

const sessionWithoutMoved = async (session: PlannedSession): Promise<PlannedSession> => {
  const onDisk = session.sources.flatMap((planned) => (planned.kind === 'disk' ? [planned] : []))
  const moved = new Set(session.moved)
  for (const planned of session.sources)
    if (planned.kind === 'stored' && (await hasMoved(planned.known, onDisk))) moved.add(planned.known.sourceId)
  if (moved.size === 0) return session
  return { ...session, moved, sources: session.sources.filter((planned) => planned.kind === 'disk' || !moved.has(planned.known.sourceId)) }
}

/** The plan with every file where it is now. */
export const withoutMoved = async (plan: ImportPlan): Promise<ImportPlan> => {
  const sessions: PlannedSession[] = []
  for (const session of plan.sessions) sessions.push(await sessionWithoutMoved(session))
  return { ...plan, sessions }
}
