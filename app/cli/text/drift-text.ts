/** Text about files that differ from the known content. */
import type { DriftedFile } from '../../contract/known-files.ts'
import { driftWords } from '../../model/objects/disk-words.ts'
import type { Terminal } from '../terminal.ts'
import { printableLine, visible } from './printable.ts'

const width = Math.max(...Object.values(driftWords).map(({ length }) => length))

const countText = ({ added, removed }: Pick<DriftedFile, 'added' | 'removed'>): string =>
  added === null || removed === null ? '' : `  +${added} -${removed}`

type Row = Pick<DriftedFile, 'path' | 'state' | 'added' | 'removed' | 'note'>

/** One line, without its end. */
export const driftLine = (file: Row, { colors }: Terminal): string => {
  const note = file.note === null ? '' : `  (${printableLine(file.note)})`
  return `${driftWords[file.state].padEnd(width)}  ${colors.cyan(printableLine(file.path))}${countText(file)}${note}`
}

const painted = (line: string, { colors }: Terminal): string => {
  if (line.startsWith('@@')) return colors.cyan(line)
  return line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line
}

/** Hunks of a unified diff. */
export const paintedPatch = (patch: string, terminal: Terminal): string =>
  patch
    .split('\n')
    .map((line) => painted(visible(line), terminal))
    .join('\n')

/** The diff of a file with its head; '': it has none. */
export const patchText = ({ path, patch }: DriftedFile, terminal: Terminal): string => {
  if (patch === null || patch === '') return ''
  const name = printableLine(path)
  return `--- ${name} (known)\n+++ ${name} (on disk)\n${paintedPatch(patch, terminal)}\n`
}
