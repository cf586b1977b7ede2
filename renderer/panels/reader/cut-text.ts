/** The beginning or the end of a long text, whole lines only. */

interface CutText {
  readonly shown: string
  readonly lines: number
  /** Lines that are not shown. */
  readonly hiddenLines: number
}

/** At most `most` lines; one line more is shown rather than hidden. `from`: which lines those are. */
export const cutText = (text: string, most: number, from: 'beginning' | 'end' = 'beginning'): CutText => {
  const lines = text.replace(/\n+$/, '').split('\n')
  if (lines.length <= most + 1) return { shown: lines.join('\n'), lines: lines.length, hiddenLines: 0 }
  const shown = from === 'beginning' ? lines.slice(0, most) : lines.slice(-most)
  return { shown: shown.join('\n'), lines: lines.length, hiddenLines: lines.length - most }
}
