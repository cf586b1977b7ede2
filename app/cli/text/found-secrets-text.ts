/** Secrets that were found, as a table. */
import type { FoundSecret } from '../../contract/export.ts'
import { countText } from './format.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const columns = ({ colors }: Terminal): readonly TableColumn[] => [
  { title: 'ID', paint: colors.dim },
  { title: 'KIND' },
  { title: 'LOOKS', flexible: true },
  { title: 'TIMES', align: 'right' },
  { title: 'FIRST IN', paint: colors.yellow },
]

/** One row per secret, of which only the first letters are shown. */
export const foundSecretsText = (found: readonly FoundSecret[], terminal: Terminal): string => {
  const rows = found.map(({ id, kind, shown, count, commits }) => [id, kind, printableLine(shown), countText(count), commits[0] ?? ''])
  return printTable(columns(terminal), rows, terminal.width, terminal.colors.bold)
}
