/** In which entry every artifact lies, in memory: open addressing over 128 bits of the hash, 28 bytes an artifact and slot. */
import type { ArtifactHash } from '../../model/ids.ts'
import type { EntryLocation } from '../files/pack-files.ts'

/** Four words of the hash, then pack, offset and length; pack 0 is an empty slot. Packs end long before 2^32 bytes. */
const slotWords = 7
const packWord = 4
/** Share of the slots that may be taken. */
const fullest = 0.7

/** Two artifacts with the same first 128 bits would be a broken hash function; a read checks all 256. */
export class ArtifactIndex {
  #capacity: number
  #slots: Uint32Array
  #size = 0

  /** An index with room for as many artifacts; it grows beyond that. */
  constructor(expected = 0) {
    this.#capacity = 2 ** Math.ceil(Math.log2(Math.max(expected / fullest, 1024)))
    this.#slots = new Uint32Array(this.#capacity * slotWords)
  }

  /** How many artifacts there are. */
  get size(): number {
    return this.#size
  }

  /** Ids of the packs that contain an artifact of the index. */
  packIds(): ReadonlySet<number> {
    const ids = new Set<number>()
    for (let slot = 0; slot < this.#slots.length; slot += slotWords) ids.add(this.#slots[slot + packWord] ?? 0)
    ids.delete(0)
    return ids
  }

  has(hash: ArtifactHash): boolean {
    return this.#slots[this.#slotOf(wordsOf(hash)) + packWord] !== 0
  }

  find(hash: ArtifactHash): EntryLocation | undefined {
    const slot = this.#slotOf(wordsOf(hash))
    return this.#slots[slot + packWord] === 0 ? undefined : this.#locationAt(slot)
  }

  /** Where the artifacts lie whose hash begins with these digits, eight or more; of digits beyond 32 nothing is known. */
  startingWith(prefix: string): readonly EntryLocation[] {
    const first = Number.parseInt(prefix.slice(0, 8), 16)
    const found: EntryLocation[] = []
    // All with the same first word lie between its own slot and the next empty one.
    for (let slot = this.#home(first); this.#slots[slot + packWord] !== 0; slot = this.#after(slot)) {
      const words = this.#slots.subarray(slot, slot + packWord)
      const digits = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
      if (digits.startsWith(prefix.slice(0, digits.length))) found.push(this.#locationAt(slot))
    }
    return found
  }

  #locationAt(slot: number): EntryLocation {
    const [packId = 0, offset = 0, length = 0] = this.#slots.subarray(slot + packWord, slot + slotWords)
    return { packId, offset, length }
  }

  #home(first: number): number {
    return (first & (this.#capacity - 1)) * slotWords
  }

  #after(slot: number): number {
    return slot + slotWords === this.#slots.length ? 0 : slot + slotWords
  }

  /** Adds an artifact, or moves an existing one. */
  set(hash: ArtifactHash, { packId, offset, length }: EntryLocation): void {
    const words = wordsOf(hash)
    words.set([packId, offset, length], packWord)
    this.setWords(words)
  }

  /** The same with the first four words of the hash as numbers, then pack, offset and length. */
  setWords(words: ArrayLike<number>): void {
    if (this.#size + 1 > this.#capacity * fullest) this.#grow()
    this.#put(words)
  }

  #put(words: ArrayLike<number>): void {
    const slot = this.#slotOf(words)
    if (this.#slots[slot + packWord] === 0) this.#size++
    for (let at = 0; at < slotWords; at++) this.#slots[slot + at] = words[at] ?? 0
  }

  /** First word of the slot that holds the hash, or of the empty one where it belongs. */
  #slotOf(words: ArrayLike<number>): number {
    let slot = this.#home(words[0] ?? 0)
    while (this.#slots[slot + packWord] !== 0 && !this.#holds(slot, words)) slot = this.#after(slot)
    return slot
  }

  #holds(slot: number, words: ArrayLike<number>): boolean {
    for (let at = 0; at < packWord; at++) if (this.#slots[slot + at] !== words[at]) return false
    return true
  }

  #grow(): void {
    const old = this.#slots
    this.#capacity *= 2
    this.#slots = new Uint32Array(this.#capacity * slotWords)
    this.#size = 0
    for (let slot = 0; slot < old.length; slot += slotWords) {
      if (old[slot + packWord] !== 0) this.#put(old.subarray(slot, slot + slotWords))
    }
  }
}

/** Words of the hash that was looked up last. */
const askedWords = new Uint32Array(slotWords)

const wordsOf = (hash: ArtifactHash): Uint32Array => {
  for (let word = 0; word < packWord; word++) askedWords[word] = Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16)
  return askedWords
}
