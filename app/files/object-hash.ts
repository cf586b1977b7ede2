/** The hashes of an object: which one it is, what it contains, and whether its source changed. SHA-256, 64 hex digits. */
import { createHash } from 'node:crypto'
import type { ObjectEnvelope } from '../model/objects/object-identity.ts'
import { stableStringify, type StableFields } from '../model/objects/stable-stringify.ts'

/** 64 hex digits; of a text, of its UTF-8 bytes. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** SHA-256 of type and source: the id of an object that has a source. */
export const identityHash = ({ type, source }: ObjectEnvelope): string => sha256(stableStringify({ type, source }))

/** SHA-256 of a version without its hashes. */
export const contentHash = (payload: StableFields): string =>
  sha256(stableStringify({ ...payload, source_hash: undefined, content_hash: undefined }))

/** SHA-256 of the bytes of the file outside of the store. */
export const sourceHash = (bytes: Uint8Array): string => sha256(bytes)
