/** What was decided before the changes of lines, as text below blame. */
import type { BlameView } from '../../contract/objects.ts'
import type { ChangeReason } from '../../contract/reasoning.ts'
import { groupBy } from '../../model/group-by.ts'
import { originWords, statusWords } from '../../model/reasoning.ts'
import type { Terminal } from '../terminal.ts'
import { timeText } from './format.ts'
import { printableLine } from './printable.ts'
import { recordText } from './file-text.ts'

/** Lines that an agent wrote with one call, and what was decided before it. */
export interface ExplainedLines {
  /** Place in `origins`. */
  readonly origin: number
  readonly lines: readonly number[]
  readonly reasons: readonly ChangeReason[]
}

/** `3–5, 9`. */
const runsText = (numbers: readonly number[]): string => {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

const nothingFound = '  No decision, rejection or trade-off about this file was found before it.'

/** Calls of one commit before which the same was decided are shown together. */
const together = (explained: readonly ExplainedLines[], { origins }: BlameView): readonly ExplainedLines[] => {
  const keyOf = ({ origin, reasons }: ExplainedLines): string =>
    JSON.stringify([origins[origin]?.commitId, reasons.map(({ sourceId, line, block, type }) => [sourceId, line, block, type])])
  return [...groupBy(explained, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, lines: [first, ...others].flatMap(({ lines }) => lines).sort((a, b) => a - b) }],
  )
}

export const reasonsText = (explained: readonly ExplainedLines[], view: BlameView, { colors }: Terminal): string =>
  together(explained, view)
    .map(({ origin, lines, reasons }) => {
      const of = view.origins[origin]
      const head = `${lines.length === 1 ? 'Line' : 'Lines'} ${runsText(lines)}: ${of?.commitId ?? ''}, ${timeText(of?.occurredAt ?? null)}`
      const rows = reasons.map(({ type, status, origin: from, summary, ...record }) => {
        const what = `${type}${status === 'unknown' ? '' : `, ${statusWords[status]}`} (${originWords[from]})`
        return `  ${colors.cyan(what)}  ${printableLine(summary)}  ${colors.dim(recordText(record))}`
      })
      return [head, ...(rows.length === 0 ? [colors.dim(nothingFound)] : rows)].map((row) => `${row}\n`).join('')
    })
    .join('\n')
