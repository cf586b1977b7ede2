/** The reference totals for people: one line a figure, what belongs together indented under its name. */
import { bytesText, countText, notAvailable } from './format.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

export interface ReferenceGroup {
  readonly group: string
  readonly totals: Readonly<Record<string, unknown>>
}

const valueText = (value: unknown): string => {
  if (value === null) return notAvailable
  if (typeof value === 'number') return Number.isInteger(value) ? countText(value) : value.toFixed(3)
  return typeof value === 'string' ? printableLine(value) : notAvailable
}

const nameWidth = 28

const lines = (totals: unknown, indent: string, { colors }: Terminal): readonly string[] =>
  Object.entries(totals as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    const label = `${indent}${printableLine(name) || '(no name)'}`
    if (typeof value !== 'object' || value === null) return [`${colors.dim(label.padEnd(nameWidth))}  ${valueText(value)}`]
    const inner = lines(value, `${indent}  `, { colors } as Terminal)
    return inner.length === 0 ? [`${colors.dim(label.padEnd(nameWidth))}  none`] : [colors.dim(label), ...inner]
  })

/** All totals. */
export const referenceText = (totals: unknown, terminal: Terminal): string =>
  lines(totals, '', terminal)
    .map((line) => `${line}\n`)
    .join('')

const shown = ['records', 'userRecords', 'humanPrompts', 'toolResultRecords', 'injectedTotal', 'responses', 'toolCalls'] as const
const titles = ['RECORDS', 'USER', 'HUMAN', 'RESULTS', 'INJECTED', 'RESPONSES', 'TOOLS'] as const

/** A line for each group with the totals that matter most. */
export const referenceGroupsText = (groups: readonly ReferenceGroup[], name: string, { colors, width }: Terminal): string =>
  printTable(
    [
      ...titles.map((title, at) => ({ title, align: 'right' as const, dropped: at + 1 })),
      { title: 'SIZE', align: 'right' },
      { title: name.toUpperCase(), paint: colors.cyan, flexible: 'start' },
    ],
    groups.map(({ group, totals }) => [
      ...shown.map((key) => valueText(totals[key])),
      bytesText(typeof totals['bytes'] === 'number' ? totals['bytes'] : null),
      printableLine(group),
    ]),
    width,
    colors.bold,
  )
