/** Recognises files that are not UTF-8 text by their first bytes. */

interface Form {
  /** Bytes that a file begins with; undefined: any but 0. */
  readonly starts: readonly (readonly (number | undefined)[])[]
  readonly reason: string
}

const letter = undefined

const forms: readonly Form[] = [
  {
    starts: [
      [0xff, 0xfe, 0, 0],
      [0, 0, 0xfe, 0xff],
    ],
    reason: 'the file is UTF-32, transcripts are UTF-8',
  },
  {
    // Without a byte order mark, several characters are needed: one damaged byte does not change the form of a file.
    starts: [
      [0xff, 0xfe],
      [0xfe, 0xff],
      [letter, 0, letter, 0, letter, 0, letter, 0],
      [0, letter, 0, letter, 0, letter, 0, letter],
    ],
    reason: 'the file is UTF-16, transcripts are UTF-8',
  },
  { starts: [[0x1f, 0x8b, 8]], reason: 'the file is compressed with gzip' },
  { starts: [[0x28, 0xb5, 0x2f, 0xfd]], reason: 'the file is compressed with zstd' },
  { starts: [[0x50, 0x4b, 3, 4]], reason: 'the file is a zip archive' },
]

/** Number of bytes that are needed to recognise the form of a file. */
export const formBytes = 8

const fits = (head: Uint8Array, start: Form['starts'][number]): boolean =>
  head.length >= start.length && start.every((byte, at) => (byte === letter ? head[at] !== 0 : head[at] === byte))

/** Why a file that begins like this is no transcript as text; undefined: it may be one. */
export const foreignForm = (head: Uint8Array): string | undefined =>
  forms.find(({ starts }) => starts.some((start) => fits(head, start)))?.reason
