/** How people name a record of a file: by the line that contains it. */

export interface LineName {
  /** Number of the line in the file, from 1. */
  readonly fileLine: number
  /** Number of the record among those that share the line, from 1. */
  readonly ofLine: number
}

/** `12`, or `12.2` for the second record of a line with several. */
export const lineName = ({ fileLine, ofLine }: LineName): string => (ofLine === 1 ? String(fileLine) : `${fileLine}.${ofLine}`)

/** The line of a corrected record; of one that is no longer in the file, the key that it had. */
export const correctionLine = ({
  line,
  fileLine,
  ofLine,
}: { readonly line: number } & { readonly [K in keyof LineName]: LineName[K] | null }): string =>
  fileLine === null || ofLine === null ? String(line) : lineName({ fileLine, ofLine })
