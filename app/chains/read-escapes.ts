/** What a text says where programs have written it down with escapes: JSON within a text, addresses, HTML. */

/** What it says, and where each UTF-16 unit of that stands in what is written; one place more: where it ends. */
interface ReadText {
  readonly text: string
  readonly places: Uint32Array
}

/** Backslashes stand in a row where JSON is within JSON. */
const escapes =
  /\\+u(?<unit>[0-9a-f]{4})|\\+(?<blank>[nrt])|\\*(?<sign>["'/\\])|(?<percent>(?:%[0-9a-f]{2})+)|&(?<entity>#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,6});/gi
const mayBeEscaped = /\\|%[0-9a-f]{2}|&[#\w]{2,9};/i

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: ' ' }

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

type Groups = Readonly<Record<'unit' | 'blank' | 'sign' | 'percent' | 'entity', string | undefined>>

/** Undefined: it is no escape, but what stands there. */
const saidBy = ({ unit, blank, sign, percent, entity }: Groups, hasBlanks: boolean): string | undefined => {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16))
  if (blank !== undefined) return hasBlanks ? ' ' : `\\${blank}`
  if (percent !== undefined) return percentOf(percent)
  return entity === undefined ? sign : entityOf(entity)
}

/** @param hasBlanks whether `\n` is a line break, or a backslash and a letter */
const readAs = (written: string, hasBlanks: boolean): ReadText => {
  const places = new Uint32Array(written.length + 1)
  let text = ''
  let from = 0
  const add = (said: string, place: (unit: number) => number): void => {
    for (let unit = 0; unit < said.length; unit += 1) places[text.length + unit] = place(unit)
    text += said
  }
  for (const match of written.matchAll(escapes)) {
    const said = saidBy(match.groups as Groups, hasBlanks)
    if (said === undefined) continue
    const start = from
    add(written.slice(start, match.index), (unit) => start + unit)
    add(said, () => match.index)
    from = match.index + match[0].length
  }
  const start = from
  add(written.slice(start), (unit) => start + unit)
  places[text.length] = written.length
  return { text, places: places.subarray(0, text.length + 1) }
}

/**
 * Replaces what a pattern finds in what the text says, with the whole of the escapes that say it.
 * @param replace the same text: what is written stays as it is
 */
export const replaceEscaped = (written: string, pattern: RegExp, replace: (found: string) => string): string =>
  [true, false].reduce((before, hasBlanks) => {
    if (!mayBeEscaped.test(before)) return before
    const { text, places } = readAs(before, hasBlanks)
    let clean = ''
    let from = 0
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const [start = 0, end = 0] = [places[index], places[index + found.length]]
      const said = replace(found)
      clean += before.slice(from, start) + (said === found ? before.slice(start, end) : said)
      from = end
    }
    return clean + before.slice(from)
  }, written)
