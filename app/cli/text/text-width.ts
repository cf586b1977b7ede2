/** The width of texts on a terminal. Transcripts contain texts of any length, so the time to measure one grows linearly with its length. */
import stringWidth from 'string-width'

let segmenter: Intl.Segmenter | undefined
/** Made when a text is first cut: loading its data takes milliseconds. */
const graphemesOf = (text: string): Intl.Segments => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)

/** Characters of one column each, and short pieces of others: what segments a text takes longer for each segment of a longer one. */
const pieces = /[ -~]+|[^ -~]{1,100}/gu
const isPlain = /^[ -~]/

/** Terminal columns. */
export const columnsOf = (text: string): number => {
  let columns = 0
  for (const [piece] of text.matchAll(pieces)) columns += isPlain.test(piece) ? piece.length : stringWidth(piece)
  return columns
}

/** Code units in which that many columns are found, unless marks are heaped on each other. */
const unitsFor = (columns: number): number => columns * 8 + 64

/** Cuts a text to a number of terminal columns; `…` marks the removed part. */
export const cutToWidth = (text: string, width: number): string => {
  if (width === Infinity || columnsOf(text) <= width) return text
  let cut = ''
  let used = 0
  for (const { segment } of graphemesOf(text.slice(0, unitsFor(width)))) {
    used += columnsOf(segment)
    if (used > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

/** The same from the front: the end of the text stays. */
export const cutStart = (text: string, width: number): string => {
  if (width === Infinity || columnsOf(text) <= width) return text
  let kept = text.slice(-unitsFor(width))
  while (columnsOf(kept) > width - 1) kept = kept.slice((kept.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
  return `…${kept}`
}
