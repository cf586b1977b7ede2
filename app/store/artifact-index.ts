/** Where every artifact lies, in memory: open addressing over 128 bits of the hash, 28 bytes an artifact and slot. */
import type { ArtifactHash } from '../model/ids.ts'
import type { EntryLocation } from './pack-files.ts'

/** Four words of the hash, then pack, offset and length; pack 0 is an empty slot. Packs end long before 2^32 bytes. */
const slotWords = 7
const packWord = 4

/** Two artifacts with the same first 128 bits would be a broken hash function; a read checks all 256. */
export class ArtifactIndex {
  #slots = new Uint32Array(1024 * slotWords)
  #capacity = 1024
  #size = 0

  /** How many artifacts there are. */
  get size(): number {
    return this.#size
  }

  has(hash: ArtifactHash): boolean {
    return this.#slots[this.#slotOf(wordsOf(hash)) + packWord] !== 0
  }

  find(hash: ArtifactHash): EntryLocation | undefined {
    const slot = this.#slotOf(wordsOf(hash)) + packWord
    const [packId = 0, offset = 0, length = 0] = this.#slots.subarray(slot, slot + 3)
    return packId === 0 ? undefined : { packId, offset, length }
  }

  /** Adds an artifact, or moves one that is there. */
  set(hash: ArtifactHash, { packId, offset, length }: EntryLocation): void {
    if ((this.#size + 1) * 10 > this.#capacity * 7) this.#grow()
    this.#put([...wordsOf(hash), packId, offset, length])
  }

  #put(words: readonly number[]): void {
    const slot = this.#slotOf(words)
    if (this.#slots[slot + packWord] === 0) this.#size++
    this.#slots.set(words, slot)
  }

  /** First word of the slot that holds the hash, or of the empty one where it belongs. */
  #slotOf(words: readonly number[]): number {
    let slot = ((words[0] ?? 0) & (this.#capacity - 1)) * slotWords
    while (this.#slots[slot + packWord] !== 0 && !this.#holds(slot, words)) {
      slot += slotWords
      if (slot === this.#slots.length) slot = 0
    }
    return slot
  }

  #holds(slot: number, words: readonly number[]): boolean {
    for (let at = 0; at < packWord; at++) if (this.#slots[slot + at] !== words[at]) return false
    return true
  }

  #grow(): void {
    const old = this.#slots
    this.#capacity *= 2
    this.#slots = new Uint32Array(this.#capacity * slotWords)
    this.#size = 0
    for (let slot = 0; slot < old.length; slot += slotWords) {
      if (old[slot + packWord] !== 0) this.#put(Array.from(old.subarray(slot, slot + slotWords)))
    }
  }
}

const wordsOf = (hash: ArtifactHash): readonly number[] => [0, 8, 16, 24].map((start) => Number.parseInt(hash.slice(start, start + 8), 16))
