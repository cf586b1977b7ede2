/** Finds the end of one CBOR item that arrives in pieces. Each byte is examined only once, in any number of pieces. */
import { breakByte, byteAt, checkCount, cborTypes, deeper, headAt, indefinite, type CborHead } from './cbor-head.ts'

/** The longest head, bytes. */
const maxHeadLength = 9
const firstCapacity = 4096

/** How many bytes the head has that begins with this byte. */
const headLength = (first: number): number => {
  const info = first & 31
  return info < 24 || info > 27 ? 1 : 1 + (1 << (info - 24))
}

const isContainer = ({ major }: CborHead): boolean => major === cborTypes.array || major === cborTypes.map
const isString = ({ major }: CborHead): boolean => major === cborTypes.bytes || major === cborTypes.text

export class CborScanner {
  #bytes = new Uint8Array(firstCapacity)
  #length = 0
  /** Where the next head begins; beyond the bytes while a string is incomplete. */
  #at = 0
  /** Items that are missing at each level; Infinity: a break ends it. */
  readonly #missing: number[] = [1]

  /** How many bytes have come. */
  get length(): number {
    return this.#length
  }

  /**
   * Adds a piece. Returns the bytes of the item when it is complete: its outline is well formed, its content is not checked yet.
   * @throws CborError
   */
  push(piece: Uint8Array): Uint8Array | undefined {
    this.#append(piece)
    const bytes = this.#bytes.subarray(0, this.#length)
    while (!this.#isWhole()) if (!this.#step(bytes)) return undefined
    return bytes.subarray(0, this.#at)
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) {
      // Twice the room each time: all copies together are as long as what came.
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  #isWhole(): boolean {
    while (this.#missing.at(-1) === 0) this.#missing.pop()
    return this.#missing.length === 0 && this.#at <= this.#length
  }

  /** Reads one head; false when it, or what is before it, has not come yet. @throws CborError */
  #step(bytes: Uint8Array): boolean {
    if (this.#at >= bytes.length) return false
    const first = byteAt(bytes, this.#at)
    if (first === breakByte && this.#missing.at(-1) === Infinity) {
      this.#missing.pop()
      this.#at += 1
      return true
    }
    if (this.#at + headLength(first) > bytes.length) return false
    this.#enter(headAt(bytes.subarray(this.#at, this.#at + maxHeadLength), 0))
    return true
  }

  #enter(head: CborHead): void {
    const isTag = head.major === cborTypes.tag
    if (!isTag) this.#missing.push((this.#missing.pop() ?? 1) - 1)
    const from = this.#at
    this.#at += head.end
    if (isContainer(head)) {
      deeper(this.#missing.length - 1, from)
      if (head.info !== indefinite) checkCount({ ...head, start: from }, head.argument)
      this.#missing.push(head.info === indefinite ? Infinity : head.argument * (head.major === cborTypes.map ? 2 : 1))
    } else if (isString(head)) {
      if (head.info === indefinite) this.#missing.push(Infinity)
      else this.#at += head.argument
    }
  }
}
