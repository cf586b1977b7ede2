/** Finds secrets in the columns of Markdown tables whose heading names them. */
import { isSecretValue, isStrong } from './is-secret-value.ts'
import { secretOf } from './secret-names.ts'
import type { FoundAt } from './secret-rule.ts'

interface Cell {
  /** Where its text is, without blanks and marks, UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly text: string
}

const mayHaveTable = /\|[ \t]{0,8}:?--/
const rule = /^[ \t|:-]{3,1000}$/
const maxRows = 500

const cellsOf = (line: string, from: number): readonly Cell[] => {
  let at = from
  return line.split('|').map((written) => {
    const begin = at + (written.length - written.replace(/^[\s*_`]+/, '').length)
    const text = written.replace(/^[\s*_`]+/, '').replace(/[\s*_`]{1,40}$/, '')
    at += written.length + 1
    return { start: begin, end: begin + text.length, text }
  })
}

const secretIn = (cell: Cell | undefined, name: string): FoundAt | undefined => {
  const of = secretOf(name)
  if (cell === undefined || of === undefined || (of === 'token' && !isStrong(cell.text))) return undefined
  const before = `${name}|`
  return isSecretValue(cell.text, { quote: '', before, of }) ? { start: cell.start, end: cell.end, before } : undefined
}

/** The values in columns of passwords, keys and tokens. */
export const columnsIn = (text: string): readonly FoundAt[] => {
  if (!mayHaveTable.test(text)) return []
  const found: FoundAt[] = []
  let heading: readonly Cell[] = []
  let last: readonly Cell[] = []
  let [at, rows] = [0, 0]
  for (const line of text.split('\n')) {
    const cells = line.includes('|') ? cellsOf(line, at) : []
    if (cells.length === 0 || rows > maxRows) heading = []
    else if (rule.test(line) && line.includes('--')) [heading, rows] = [last, 0]
    else found.push(...heading.flatMap(({ text: name }, column) => secretIn(cells[column], name) ?? []))
    ;[last, rows, at] = [cells, rows + 1, at + line.length + 1]
  }
  return found
}
