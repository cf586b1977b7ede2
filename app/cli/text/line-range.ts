/** Which lines of a file `-L` means, as `git blame` has it. */

export interface LineRange {
  readonly from: number
  /** Infinity: to the end. */
  readonly to: number
}

const numbers = /^(\d+)?(?:(,)([+-])?(\d+)?)?$/

/** Undefined: it is no range of numbers. */
const numbered = (text: string): LineRange | 'empty' | undefined => {
  const [, first, comma, sign, second] = numbers.exec(text) ?? []
  if (first === undefined && second === undefined) return undefined
  const from = Math.max(1, Number(first ?? 1))
  if (comma === undefined || second === undefined) return { from, to: Infinity }
  if (sign !== undefined && Number(second) === 0) return 'empty'
  if (sign === '+') return { from, to: from + Number(second) - 1 }
  if (sign === '-') return { from: Math.max(1, from - Number(second) + 1), to: from }
  const to = Math.max(1, Number(second))
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0

/** A line that closes the head of a declaration and opens its body. */
const opensBody = (text: string): boolean => /^\s*[)\]}>].*(?:[{:(]|=>)\s*$/.test(text)

/** A line that only closes what an earlier one opened. */
const closes = (text: string): boolean => /^\s*[)\]}>;,]+\s*$|^\s*(?:end|fi|done|esac)\b/.test(text)

interface NumberedLine {
  readonly number: number
  readonly text: string
}

interface Gap {
  readonly from: number
  /** Null: it is not known how many lines follow. */
  readonly to: number | null
}

/** The parts of gaps that are in a range. */
export const gapsWithin = (gaps: readonly Gap[], range: LineRange): readonly Gap[] =>
  gaps
    .filter(({ from, to }) => from <= range.to && (to ?? Infinity) >= range.from)
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: to === null ? null : Math.min(to, range.to) }))

/** Lines and gaps in the order of the file. */
export const withGaps = <L extends { readonly number: number }, G extends Gap>(
  lines: readonly L[],
  gaps: readonly G[],
): readonly (L | G)[] => {
  const placed = [...lines.map((row) => ({ row, at: row.number })), ...gaps.map((row) => ({ row, at: row.from }))]
  return placed.sort((a, b) => a.at - b.at).map(({ row }) => row)
}

/** From the line that declares a name to the last one that is indented more, by words of the usual languages: a guess. */
const declared = (name: string, lines: readonly NumberedLine[]): LineRange | undefined => {
  const words = '(?:function|func|fn|def|class|struct|enum|interface|trait|impl|type|const|let|var|val|module|sub|proc|test|macro)'
  const named = escaped(name)
  const starts = [
    new RegExp(String.raw`\b${words}\*?\s+(?:\([^)]*\)\s*)?${named}(?![\w$])`),
    new RegExp(String.raw`^\s*(?:[\w$<>,\[\]*&:]+\s+)*${named}\s*\([^;]*$`),
  ]
  const at = starts.map((start) => lines.findIndex(({ text }) => start.test(text))).find((found) => found !== -1)
  const first = at === undefined ? undefined : lines[at]
  if (at === undefined || first === undefined) return undefined
  let to = first.number
  for (const { number, text } of lines.slice(at + 1)) {
    if (text.trim() === '') continue
    const isInside = indentOf(text) > indentOf(first.text) || opensBody(text)
    if (!isInside && !closes(text)) break
    to = number
    if (!isInside) break
  }
  return { from: first.number, to }
}

/**
 * Undefined: no line declares the name; empty: its count is 0.
 * @param text `FROM,TO`, `FROM,+COUNT`, `FROM,-COUNT`, `FROM`, or the name of a function, also with a colon
 */
export const lineRange = (text: string, lines: readonly NumberedLine[]): LineRange | 'empty' | undefined =>
  numbered(text.trim()) ?? declared(text.trim().replace(/^:/, ''), lines)
