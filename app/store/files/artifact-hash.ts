/** The identity of an artifact: keyed BLAKE3 of its chunks, their Merkle root, and the file hash above it (events-v1 §4.1). */
import blake from '@napi-rs/blake-hash'
import { StrataError } from '../../model/failure.ts'
import { artifactHash, type ArtifactHash } from '../../model/ids.ts'
import { certainChunks, chunkSizes, singleChunkBytes, windowBytes } from './chunk-boundaries.ts'
import { hashable } from './content-hash.ts'

/** Domain keys are the ASCII name, zero-padded to 32 bytes. */
const keyed = (name: string): blake.Blake3Hasher => {
  const key = Buffer.alloc(32)
  key.write(name, 'ascii')
  return blake.Blake3Hasher.newKeyed(key)
}
const chunkHasher = keyed('bureau.artifact.chunk')
const fileHasher = keyed('bureau.artifact.file')

/** 64 hex digits: a buffer of the hasher's own costs more than the digits and a buffer made of them. */
const keyedHash = (hasher: blake.Blake3Hasher, parts: readonly Uint8Array[]): string => {
  hasher.reset()
  for (const part of parts) hasher.update(hashable(part))
  return hasher.digest('hex')
}

const hashOf = (...parts: readonly Uint8Array[]): Buffer => Buffer.from(keyedHash(chunkHasher, parts), 'hex')

/** Hash of one chunk's bytes, 32 bytes. */
export const chunkHash = (bytes: Uint8Array): Buffer => hashOf(bytes)

/** Root of the tree over chunk hashes: pairs are hashed, an odd last node moves up as it is. At least one hash is needed. */
export const merkleRoot = (hashes: readonly Uint8Array[]): Uint8Array => {
  const [first, second] = hashes
  if (first === undefined) throw new Error('A tree needs at least one chunk')
  if (second === undefined) return first
  const parents: Uint8Array[] = []
  for (let at = 0; at < hashes.length; at += 2) {
    const left = hashes[at]
    const right = hashes[at + 1]
    if (left !== undefined) parents.push(right === undefined ? left : hashOf(left, right))
  }
  return merkleRoot(parents)
}

/** The file hash above a root: the artifact's identity. */
export const fileHash = (root: Uint8Array): ArtifactHash => artifactHash(keyedHash(fileHasher, [root]))

/**
 * Identity of an artifact whose bytes are in memory.
 * @throws StrataError empty-content
 */
export const hashArtifact = (bytes: Uint8Array): ArtifactHash => {
  if (bytes.length === 0) throw new StrataError('empty-content', 'An artifact cannot be empty')
  let start = 0
  const hashes = chunkSizes(bytes).map((size) => chunkHash(bytes.subarray(start, (start += size))))
  return fileHash(merkleRoot(hashes))
}

/** The first bytes of parts that follow each other, and the parts that are left. */
const split = (parts: Uint8Array[], bytes: number): { readonly first: readonly Uint8Array[]; readonly rest: Uint8Array[] } => {
  let missing = bytes
  const at = parts.findIndex((part) => (missing -= part.length) <= 0)
  const last = parts[at]
  if (last === undefined) return { first: parts, rest: [] }
  const end = last.length + missing
  return { first: [...parts.slice(0, at), last.subarray(0, end)], rest: [last.subarray(end), ...parts.slice(at + 1)] }
}

/** Identity of an artifact that arrives in pieces; looks at about a megabyte at a time, and holds that and one piece. */
export class ArtifactHasher {
  readonly #chunkHashes: Buffer[] = []
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  /** The piece may not change any more. */
  update(piece: Uint8Array): this {
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    if (this.#pendingBytes >= windowBytes) this.#cut()
    return this
  }

  /** @throws StrataError empty-content */
  digest(): ArtifactHash {
    if (this.#pendingBytes === 0 && this.#chunkHashes.length === 0) throw new StrataError('empty-content', 'An artifact cannot be empty')
    if (this.#chunkHashes.length > 0 || this.#pendingBytes > singleChunkBytes) this.#cut()
    if (this.#pendingBytes > 0) this.#chunkHashes.push(hashOf(...this.#pending))
    return fileHash(merkleRoot(this.#chunkHashes))
  }

  /** Hashes every chunk whose end is certain, that is while more than the largest chunk is left. */
  #cut(): void {
    for (const size of certainChunks(this.#pending)) {
      const { first, rest } = split(this.#pending, size)
      this.#chunkHashes.push(hashOf(...first))
      this.#pending = rest
      this.#pendingBytes -= size
    }
  }
}
