/** Reads the plain text where programs wrote it with escapes: JSON within a text, addresses, HTML, colours, signs that cannot be seen. */

/** A part of a text as it is written, or one escape. */
interface Part {
  /** Where it begins in the plain text, and in the written text, UTF-16 units. */
  readonly plain: number
  readonly written: number
  readonly isEscape: boolean
}

/** The plain text, and where each unit of it is written. */
export interface ReadText {
  readonly text: string
  /** The place of a unit in what is written; of the unit after the last: the end. */
  readonly placeOf: (unit: number) => number
}

const colour = String.raw`(?:\u001b|\\+(?:u001b|x1b|033|e))\[[\d;?]{0,20}[A-Za-z]`
const unseen = String.raw`[\u00ad\u200b-\u200f\u2060\ufeff]|\udb40[\udc00-\udc7f]`
/** Several backslashes are in a row where JSON is within JSON. */
const escapes = new RegExp(
  String.raw`(?<dropped>${colour}|${unseen})|\\+u(?<unit>[0-9a-f]{4})|\\+(?<blank>[nrt])|\\+(?<sign>["'/\\])|(?<percent>(?:%[0-9a-f]{2})+)|&(?<entity>#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,6});`,
  'gi',
)
const mayBeEscaped = new RegExp(String.raw`\\|\u001b|%[0-9a-f]{2}|&[#\w]{2,9};|${unseen}`, 'i')
const isUnseen = new RegExp(`^(?:${unseen})$`)

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' }
const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const entityOf = (name: string): string | undefined => {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const percentOf = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type Groups = Readonly<Record<'dropped' | 'unit' | 'blank' | 'sign' | 'percent' | 'entity', string | undefined>>

/** The text of an escape; undefined: it is not an escape. */
const decoded = ({ dropped, unit, blank, sign, percent, entity }: Groups, hasBlanks: boolean): string | undefined => {
  if (dropped !== undefined) return ''
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16)).replace(isUnseen, '')
  if (blank !== undefined) return hasBlanks ? (blanks[blank.toLowerCase()] ?? blank) : `\\${blank}`
  if (percent !== undefined) return percentOf(percent)
  return entity === undefined ? sign : entityOf(entity)
}

/** The last part that begins at a unit or before it. */
const partAt = (parts: readonly Part[], unit: number): Part => {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.plain ?? 0) <= unit) low = middle
    else high = middle - 1
  }
  return parts[low] ?? { plain: 0, written: 0, isEscape: false }
}

/**
 * @param hasBlanks whether `\n` is a line break, or a backslash and a letter
 * @returns undefined when the text has no escapes
 */
export const readEscapes = (written: string, hasBlanks: boolean): ReadText | undefined => {
  if (!mayBeEscaped.test(written)) return undefined
  const parts: Part[] = []
  let text = ''
  let from = 0
  const add = (plain: string, at: number, isEscape: boolean): void => {
    parts.push({ plain: text.length, written: at, isEscape })
    text += plain
  }
  for (const match of written.matchAll(escapes)) {
    const plain = decoded(match.groups as Groups, hasBlanks)
    if (plain === undefined) continue
    if (match.index > from) add(written.slice(from, match.index), from, false)
    add(plain, match.index, true)
    from = match.index + match[0].length
  }
  if (parts.length === 0) return undefined
  add(written.slice(from), from, false)
  const placeOf = (unit: number): number => {
    const part = partAt(parts, unit)
    return part.isEscape ? part.written : part.written + unit - part.plain
  }
  return { text, placeOf }
}

/**
 * Replaces what a pattern finds in what the text says, with the whole of the escapes that say it.
 * @param replace the same text: what is written stays as it is
 */
export const replaceEscaped = (written: string, pattern: RegExp, replace: (found: string) => string): string =>
  [true, false].reduce((before, hasBlanks) => {
    const read = readEscapes(before, hasBlanks)
    if (read === undefined) return before
    let clean = ''
    let from = 0
    for (const { 0: found, index } of read.text.matchAll(pattern)) {
      const [start, end] = [read.placeOf(index), read.placeOf(index + found.length)]
      const replaced = replace(found)
      clean += before.slice(from, start) + (replaced === found ? before.slice(start, end) : replaced)
      from = end
    }
    return clean + before.slice(from)
  }, written)
