/** Makes the ids, numbers and choices of a test conversation from a seed, so that every run writes the same bytes. */

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

export class SeededIds {
  private state: number

  constructor(seed: string) {
    this.state = hashOf(seed)
  }

  /** A number in [0, 1), the next of the sequence. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number between two bounds, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.between(0, choices.length - 1)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }

  letters(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(this.between(0, alphabet.length - 1))).join('')
  }

  hex(length: number): string {
    return this.letters('0123456789abcdef', length)
  }

  uuid(): string {
    const variant = this.oneOf(['8', '9', 'a', 'b'])
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`
  }

  /** An id of the API's kind, such as `msg_01…`, `req_011…` or `toolu_01…`. */
  apiId(prefix: 'msg_01' | 'req_011' | 'toolu_01'): string {
    return prefix + this.letters(base62, 22)
  }

  /** Text that looks like a thinking block's signature: base64 of the given length. */
  signature(length: number): string {
    return this.letters(`${base62}+/`, length - 2) + '=='
  }
}
