/** Compares what two stores hold under the same name. */
import type { ContextCommit } from '../../model/context-commit.ts'
import { ContentHasher } from '../../store/files/content-hash.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import { pathOfFile } from '../../transcripts/hash-file.ts'
import { storedBytes } from '../kernel/stored-bytes.ts'
import type { SessionState } from '../reachability/catalog.ts'

type Source = SessionState['sources'][number]

/** Whether two records are of the same commit: they have the same parent and content, regardless of their other fields. */
export const isSameCommit = (one: ContextCommit, other: ContextCommit): boolean =>
  one.parent === other.parent &&
  one.artifact_ref === other.artifact_ref &&
  one.created_at === other.created_at &&
  (one.template ?? '') === (other.template ?? '')

/** Whether a source begins with all of another. */
const beginsWith = async (longer: Source, shorter: Source, read: Holdings['read']): Promise<boolean> => {
  if (longer.content_hash === shorter.content_hash) return true
  if (longer.bytes <= shorter.bytes) return false
  const hasher = new ContentHasher()
  let left = shorter.bytes
  for await (const piece of storedBytes(longer.manifest_hash, read)) {
    hasher.update(piece.subarray(0, left))
    left -= Math.min(left, piece.length)
    if (left === 0) break
  }
  return hasher.digest() === shorter.content_hash
}

/** Whether one of some versions of the same file begins with all of a source. */
const isHeld = async (source: Source, versions: readonly Source[], read: Holdings['read']): Promise<boolean> => {
  for (const own of versions) if (pathOfFile(own) === pathOfFile(source) && (await beginsWith(own, source, read))) return true
  return false
}

/**
 * Whether a state of a session holds all of another state of it.
 * @param by what its files hold now, or also what they held before they were rewritten
 * @param read of artifacts of the longer one
 */
export const holdsAll = async (
  longer: SessionState,
  shorter: SessionState,
  by: 'now' | 'ever',
  read: Holdings['read'],
): Promise<boolean> => {
  const versions = longer.sources.filter(({ role }) => by === 'ever' || role !== 'earlier')
  for (const source of shorter.sources) if (!(await isHeld(source, versions, read))) return false
  return true
}
