/** The hashes of an object: which one it is, what it contains, and whether its source changed. SHA-256, 64 hex digits. */
import type { ObjectEnvelope } from '../model/objects/object-identity.ts'
import { stableStringify, type StableFields } from '../model/objects/stable-stringify.ts'
import { sha256 } from './sha256.ts'

/** Of type and source; the id of an object that has a source. */
export const identityHash = ({ type, source }: ObjectEnvelope): string => sha256(stableStringify({ type, source }))

/** Of everything that a version contains but the hashes themselves. */
export const contentHash = (payload: StableFields): string =>
  sha256(stableStringify({ ...payload, source_hash: undefined, content_hash: undefined }))

/** Of the bytes outside of the store. */
export const sourceHash = (bytes: Uint8Array): string => sha256(bytes)
