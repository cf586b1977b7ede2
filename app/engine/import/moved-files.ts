/**
 * Files that moved, as when a project's folder is renamed: the store holds them under the path where nothing stands any more, and the same
 * session has a file of the same name elsewhere that begins with all that they held. They would count twice among the copies.
 */
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ContentHasher } from '../../store/content-hash.ts'
import type { ImportPlan, LastVersion, PlannedSession, PlannedSource } from './plan-import.ts'

type DiskSource = Extract<PlannedSource, { readonly kind: 'disk' }>

const pieceBytes = 1 << 20

/** Plain BLAKE3 of the first bytes of a file; undefined when they cannot be read. */
const hashOfStart = async (path: string, bytes: number): Promise<string | undefined> => {
  try {
    const file = await open(path, 'r')
    try {
      const hasher = new ContentHasher()
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes))
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, bytes - at), at)
        if (bytesRead === 0) return undefined
        hasher.update(piece.subarray(0, bytesRead))
        at += bytesRead
      }
      return hasher.digest()
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

const mayBe = ({ source, bytes }: DiskSource, known: LastVersion): boolean =>
  source.role === known.role && source.agentId === known.agentId && basename(source.path) === basename(known.path) && bytes >= known.bytes

const hasMoved = async (known: LastVersion, onDisk: readonly DiskSource[]): Promise<boolean> => {
  const places = onDisk.filter((one) => mayBe(one, known))
  if (places.length === 0 || existsSync(known.path)) return false
  for (const { source } of places) if ((await hashOfStart(source.path, known.bytes)) === known.contentHash) return true
  return false
}

const sessionWithoutMoved = async (session: PlannedSession): Promise<PlannedSession> => {
  const onDisk = session.sources.flatMap((planned) => (planned.kind === 'disk' ? [planned] : []))
  const moved = new Set<string>()
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
