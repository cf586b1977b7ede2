/** What a file holds by the plainest reading there is, to check the importer's reading against. */

/** One line that is not blank. Offsets and lengths in bytes, the line ending included. */
export interface PlainLine {
  readonly line: number
  readonly offset: number
  readonly length: number
  /** Its record; undefined for a line that holds none. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

const bom = '\ufeff'

const recordOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** True for UTF-16, with its mark or with every other byte of the first characters NUL: it is kept as it is and not read. */
export const isOtherEncoding = (bytes: Buffer): boolean =>
  /^(?:fffe|feff|(?:(?!00)..00){4}|(?:00(?!00)..){4})/.test(bytes.toString('hex', 0, 8))

/** All lines but blank ones, in order. */
export function plainLines(bytes: Buffer): readonly PlainLine[] {
  const lines: PlainLine[] = []
  let line = 0
  for (let offset = 0; offset < bytes.length;) {
    const end = bytes.indexOf(0x0a, offset)
    const next = end < 0 ? bytes.length : end + 1
    const decoded = bytes.toString('utf8', offset, next)
    const text = decoded.startsWith(bom) ? decoded.slice(1) : decoded
    line += 1
    if (text.trim() !== '') lines.push({ line, offset, length: next - offset, record: recordOf(text) })
    offset = next
  }
  return lines
}
