/** The bytes of a commit record: canonical CBOR, so that the same commit is the same artifact everywhere (events-v1 §2). */
import { contextCommit, type ContextCommit } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { decodeCbor, encodeCbor } from '../cbor/canonical-cbor.ts'

/** Encodes a record. Optional fields that are undefined, empty or 0 are omitted, as the original writer of the format does. */
export const encodeCommit = (commit: ContextCommit): Buffer => {
  const kept = Object.entries(commit).filter(([, value]) => value !== '' && value !== 0)
  return encodeCbor(Object.fromEntries(kept))
}

/**
 * Decodes a record; unknown keys are ignored.
 * @throws StrataError commit-malformed
 */
export const decodeCommit = (bytes: Uint8Array): ContextCommit => {
  try {
    return contextCommit.parse(decodeCbor(bytes))
  } catch (cause) {
    throw new StrataError('commit-malformed', 'The bytes are not a commit record', { bytes: bytes.length }, cause)
  }
}
