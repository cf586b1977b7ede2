/** Blank lines among those of a transcript, of every kind that there is. */
import fc from 'fast-check'

/** Lines of white space only, and where they are put: 0 is in front of the first line, 1 behind the last. */
export interface BlankLines {
  readonly place: number
  readonly text: string
}

const blank = fc.constantFrom('\n', '\n', '\r\n', '   \n', '\t\r\n', ' \u00a0\n', '\ufeff\n', '\f\n')

/** Blank lines in up to `runs` places. */
export const anyBlankLines = (runs: number): fc.Arbitrary<readonly BlankLines[]> =>
  fc.array(
    fc.record({
      place: fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000),
      text: fc.array(blank, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('')),
    }),
    { minLength: 1, maxLength: runs },
  )

/** The transcript with blank lines between its lines. */
export function withBlankLines(bytes: Buffer, runs: readonly BlankLines[]): Buffer {
  const lines = bytes.toString('latin1').split(/(?<=\n)/)
  const before = lines.map(() => '')
  before.push('')
  for (const { place, text } of runs) {
    const at = Math.round(place * lines.length)
    before[at] = `${before[at] ?? ''}${Buffer.from(text).toString('latin1')}`
  }
  return Buffer.from(before.map((text, at) => `${text}${lines[at] ?? ''}`).join(''), 'latin1')
}
