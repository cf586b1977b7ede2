/** Bytes that lie in several places of memory: a long conversation is copied together only for who needs all of it as one. */
export class Pieces {
  readonly #parts: Uint8Array[] = []
  #length = 0

  /** Adds bytes at the end, without a copy: they may not change any more. */
  add(part: Uint8Array): void {
    this.#parts.push(part)
    this.#length += part.length
  }

  get length(): number {
    return this.#length
  }

  /** All of it, a copy. */
  whole(): Buffer {
    return Buffer.concat(this.#parts, this.#length)
  }

  /** All of it, this many bytes at a time; the last piece may be shorter. */
  *cut(bytes: number): Generator<Uint8Array> {
    let gathered: Uint8Array[] = []
    let missing = bytes
    for (const part of this.#parts) {
      for (let from = 0; from < part.length;) {
        const taken = part.subarray(from, from + missing)
        gathered.push(taken)
        from += taken.length
        missing -= taken.length
        if (missing > 0) continue
        yield Buffer.concat(gathered, bytes)
        gathered = []
        missing = bytes
      }
    }
    if (missing < bytes) yield Buffer.concat(gathered, bytes - missing)
  }
}
