/** Texts of a passage for the columns of the index. */
import type { TextKind } from '../../../model/search/search-query.ts'
import { foldedText, nameParts, withoutPackedBytes } from '../../../model/search/words.ts'
import type { PassagePart } from './cut-passages.ts'

const isWordUnit = new Uint8Array(128)
const isCapital = new Uint8Array(128)
for (let unit = 48; unit < 58; unit += 1) isWordUnit[unit] = 1
for (let unit = 65; unit < 91; unit += 1) {
  isWordUnit[unit] = 1
  isWordUnit[unit + 32] = 1
  isCapital[unit] = 1
}

/** Adds the words of a folded text, each once; of names in mixed case their parts too. */
const addWords = (text: string, words: Set<string>, names: Set<string>): void => {
  let start = -1
  let capitals = 0
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : 0
    if (unit >= 128 || isWordUnit[unit] === 1) {
      if (start === -1) {
        start = at
        capitals = 0
      }
      if (unit < 128 && isCapital[unit] === 1) capitals += 1
    } else if (start !== -1) {
      const word = text.slice(start, at)
      if (capitals === 0) words.add(word)
      else {
        words.add(word.toLowerCase())
        if (capitals < word.length && (capitals > 1 || isCapital[text.charCodeAt(start)] === 0)) names.add(word)
      }
      start = -1
    }
  }
}

/** Kinds of texts whose words are in the index with their positions, in the order of its columns. */
export const saidKinds = ['title', 'prompt', 'response', 'thinking', 'call', 'injected'] as const satisfies readonly TextKind[]

export interface PassageWords {
  /** In the order of `saidKinds`; at their end the parts of names, so that a search in one kind finds them too. */
  readonly said: readonly string[]
  /** Every word once, and the parts of names. */
  readonly bag: string
}

export const wordsOf = (parts: readonly PassagePart[]): PassageWords => {
  const texts = new Map<TextKind, string[]>()
  const bag = new Set<string>()
  const names = new Set<string>()
  for (const { kind, text } of parts) {
    const folded = foldedText(withoutPackedBytes(text))
    addWords(folded, bag, names)
    if (kind === 'output') continue
    const own = texts.get(kind)
    if (own === undefined) texts.set(kind, [folded])
    else own.push(folded)
  }
  const said = saidKinds.map((kind) => {
    const text = (texts.get(kind) ?? []).join('\n')
    const parts = nameParts(text)
    return parts.length === 0 ? text : `${text}\n${[...new Set(parts)].join(' ')}`
  })
  for (const name of names) for (const part of nameParts(name)) bag.add(part)
  return { said, bag: [...bag].join(' ') }
}
