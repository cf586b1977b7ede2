/** Cuts the texts of a commit into passages: stretches of a turn that are ranked and shown as one. */
import type { TextKind } from '../../../model/search/search-query.ts'

/** A text of the commit, whole. */
export interface CommitText {
  /** Place among the rows that the commit's texts were read from. */
  readonly row: number
  readonly kind: TextKind
  readonly text: string
  /** A human's own words: a turn begins. */
  readonly beginsTurn: boolean
}

/** A stretch of a text. */
export interface PassagePart {
  readonly row: number
  readonly kind: TextKind
  /** UTF-16 code units. */
  readonly from: number
  readonly to: number
  readonly text: string
}

/** About as much as fills ten screens: what is said in it belongs together. */
const maxChars = 20_000
/** Number of characters that the next part of a cut text repeats, so that a phrase is complete in one of the parts. */
const overlap = 200

/** A blank near the end, so that no word is cut. */
const cutBefore = (text: string, from: number, end: number): number => {
  if (end >= text.length) return text.length
  const blank = text.slice(Math.max(from, end - overlap), end).search(/\s\S*$/)
  return blank === -1 ? end : Math.max(from, end - overlap) + blank + 1
}

const startAfter = (text: string, cut: number): number => {
  const blank = text.slice(cut - overlap, cut).search(/\s\S/)
  return blank === -1 ? cut : cut - overlap + blank + 1
}

function* partsOf({ row, kind, text }: CommitText): Generator<PassagePart, undefined> {
  for (let from = 0; ;) {
    const to = cutBefore(text, from, from + maxChars)
    yield { row, kind, from, to, text: text.slice(from, to) }
    if (to >= text.length) return
    from = Math.max(from + 1, startAfter(text, to))
  }
}

/** In the order of the texts; empty texts are in none. */
export const cutPassages = (texts: readonly CommitText[]): readonly (readonly PassagePart[])[] => {
  const passages: PassagePart[][] = []
  let chars = Infinity
  for (const one of texts) {
    if (one.beginsTurn) chars = Infinity
    if (one.text.trim() === '') continue
    for (const part of partsOf(one)) {
      if (chars + part.text.length > maxChars) {
        passages.push([])
        chars = 0
      }
      chars += part.text.length
      passages.at(-1)?.push(part)
    }
  }
  return passages
}
