/** Texts of which a longer text may consist, found by how they begin: a longer text is read once, however many there are. */

/** Texts that are at least this long are known by their beginning, shorter ones by the whole. */
const beginningLength = 24

export class TextParts {
  /** By the beginning, the longest first. */
  readonly #known = new Map<string, string[]>()

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      if (text.trim() === '') continue
      const key = text.slice(0, beginningLength)
      const own = this.#known.get(key)
      if (own === undefined) this.#known.set(key, [text])
      else own.push(text)
    }
    for (const own of this.#known.values()) own.sort((a, b) => b.length - a.length)
  }

  /**
   * The texts of which `whole` consists, in their order, with nothing but spaces between them; undefined: it has other words.
   * @param countOf how often a text may be used
   */
  of(whole: string, countOf: (text: string) => number): readonly string[] | undefined {
    const used = new Map<string, number>()
    const isFree = (text: string): boolean => (used.get(text) ?? 0) < countOf(text)
    const parts: string[] = []
    for (let at = firstWord(whole, 0); at < whole.length;) {
      const part = this.#startingAt(whole, at, isFree)
      if (part === undefined) return undefined
      used.set(part, (used.get(part) ?? 0) + 1)
      parts.push(part)
      at = firstWord(whole, at + part.length)
    }
    return parts
  }

  /** The longest of them. */
  #startingAt(whole: string, at: number, isFree: (text: string) => boolean): string | undefined {
    for (let length = beginningLength; length > 0; length -= 1) {
      const found = this.#known.get(whole.slice(at, at + length))?.find((text) => isFree(text) && whole.startsWith(text, at))
      if (found !== undefined) return found
    }
    return undefined
  }
}

const notSpace = /\S/g

/** The place of the next character that is no space, from one on. */
const firstWord = (text: string, from: number): number => {
  notSpace.lastIndex = from
  return notSpace.exec(text)?.index ?? text.length
}
