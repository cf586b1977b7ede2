/** The lines of an artifact as text to look at; bytes that are no text as rows of hex. */

const maxLineLength = 20_000

export interface RawLines {
  readonly isText: boolean
  readonly count: number
  readonly line: (index: number) => string
}

/** Text is cut into its lines; lines longer than 20,000 UTF-16 code units are cut, and say so. */
export const rawLines = (bytes: Uint8Array): RawLines => {
  const text = decoded(bytes)
  if (text === undefined) return hexRows(bytes)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return { isText: true, count: lines.length, line: (index) => shortened(lines[index] ?? '') }
}

const shortened = (line: string): string =>
  line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}… (${line.length - maxLineLength} more)`

/** A byte order mark or a few undecodable bytes do not make it binary: a byte that no text has does. */
const decoded = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(bytes)
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(0, maxLineLength)) ? undefined : text
}

const rowBytes = 16

/** `00000010  81 a2 64 74 …  ..dt` */
const hexRows = (bytes: Uint8Array): RawLines => ({
  isText: false,
  count: Math.ceil(bytes.length / rowBytes),
  line: (index) => {
    const row = [...bytes.subarray(index * rowBytes, (index + 1) * rowBytes)]
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const signs = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    return `${(index * rowBytes).toString(16).padStart(8, '0')}  ${hex.padEnd(rowBytes * 3 - 1)}  ${signs}`
  },
})
