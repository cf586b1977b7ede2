/** Plain BLAKE3 of whole files and lines: identifies versions, does not name artifacts. */
import blake from '@napi-rs/blake-hash'

/** Unkeyed BLAKE3, 64 hex digits. */
export const hashBytes = (bytes: Uint8Array | string): string =>
  blake.blake3(typeof bytes === 'string' ? bytes : hashable(bytes)).toString('hex')

/** Unkeyed BLAKE3 of content that arrives in pieces. */
export class ContentHasher {
  readonly #hasher = new blake.Blake3Hasher()

  update(piece: Uint8Array): this {
    this.#hasher.update(hashable(piece))
    return this
  }

  /** Hash of everything so far, 64 hex digits. */
  digest(): string {
    return this.#hasher.digest('hex')
  }
}

/** The hasher's types name Buffer only; its code reads any Uint8Array, so no copy is made. */
export const hashable = (bytes: Uint8Array): Buffer => bytes as Buffer
