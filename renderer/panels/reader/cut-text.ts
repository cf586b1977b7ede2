/** The beginning of a long text. */

/** The beginning of a long text, whole lines only. */
interface CutText {
  readonly shown: string
  readonly lines: number
  /** Lines that are not shown. */
  readonly hiddenLines: number
}

/** At most `most` lines; one line more is shown rather than hidden. */
export const cutText = (text: string, most: number): CutText => {
  const lines = text.replace(/\n+$/, '').split('\n')
  if (lines.length <= most + 1) return { shown: lines.join('\n'), lines: lines.length, hiddenLines: 0 }
  return { shown: lines.slice(0, most).join('\n'), lines: lines.length, hiddenLines: lines.length - most }
}
