/** The unknown parts of a file. */
import type { Gap } from '../../contract/known-files.ts'
import type { KnownFile } from '../../files/known-file.ts'

/** Lines that are not known, in their order. */
export const gapsOf = ({ stretches, total }: KnownFile): readonly Gap[] => {
  const gaps: Gap[] = []
  let next = 1
  for (const { from, lines } of stretches) {
    if (from > next) gaps.push({ from: next, to: from - 1 })
    next = from + lines.length
  }
  if (total === undefined || next <= total) gaps.push({ from: next, to: total ?? null })
  return gaps
}

const gapText = ({ from, to }: Gap): string => {
  if (to === null) return from === 1 ? '[no line is known]' : `[what follows line ${from - 1} is not known]`
  return from === to ? `[line ${from} is not known]` : `[lines ${from} to ${to} are not known]`
}

/** A gap of more lines gets its mark alone. */
const maxBlank = 100_000

/** As many lines as the gap has, so that what follows has its numbers; the first says what is missing. */
const gapLines = (gap: Gap): string => {
  const lines = gap.to === null ? 1 : gap.to - gap.from + 1
  return gapText(gap) + '\n'.repeat(lines > maxBlank ? 0 : lines - 1)
}

/** The known lines at their places, with a mark for each gap. */
export const markedContent = (file: KnownFile): string => {
  const parts = [
    ...file.stretches.map(({ from, lines }) => ({ from, text: lines.join('\n') })),
    ...gapsOf(file).map((gap) => ({ from: gap.from, text: gapLines(gap) })),
  ].sort((a, b) => a.from - b.from)
  return parts.map(({ text }) => text).join('\n')
}
