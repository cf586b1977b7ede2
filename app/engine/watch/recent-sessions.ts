/** Finds the sessions that will probably continue: those that were written to a short time ago. */
import { maxKept } from '../../transcripts/derive-task.ts'
import type { KnownSource } from '../import/plan-import.ts'
import type { FileStamp, FileStamps } from '../import/file-changes.ts'

/** As long as an agent works on something, or a person thinks about an answer, milliseconds. */
export const recentMs = 15 * 60_000
/** The maximum number of sessions that a user usually works on together. */
const maxRecent = 4

type Dated = Pick<KnownSource, 'sessionId' | 'modifiedNs' | 'bytes'>

const changedAt = ({ modifiedNs }: Dated): number => Number(modifiedNs) / 1e6

/**
 * Ids of the sessions whose files were changed last, the latest first, as many as can be kept at the same time.
 * @param now milliseconds since 1970
 */
export const recentSessions = (sources: readonly Dated[], now: number): readonly string[] => {
  const recent = sources.filter((source) => changedAt(source) >= now - recentMs).sort((a, b) => changedAt(b) - changedAt(a))
  const ids = [...new Set(recent.map(({ sessionId }) => sessionId))].slice(0, maxRecent)
  let left = maxKept
  return ids.filter((id) => {
    const bytes = sources.reduce((sum, source) => sum + (source.sessionId === id ? source.bytes : 0), 0)
    if (bytes > left) return false
    left -= bytes
    return true
  })
}

const stampOf = ({ bytes, modifiedNs, seen }: KnownSource): FileStamp => ({
  size: bytes,
  modifiedNs,
  changedNs: seen?.changedNs,
  inode: seen?.inode === '' ? undefined : seen?.inode,
  isFile: true,
})

/** The stamps of files at their last import; watching compares them with the current files. */
export const knownStamps = (sources: readonly KnownSource[]): FileStamps => new Map(sources.map((source) => [source.path, stampOf(source)]))
