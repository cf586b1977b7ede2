/** strata repair: replaces damaged packs and reports what is lost. */
import type { RepairResult } from '../../contract/repair.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const packText = ({ packId, keptAs }: RepairResult['packs'][number]): string =>
  keptAs === undefined ? `Pack ${packId} was missing\n` : `Pack ${packId} was damaged; its file is kept as ${printableLine(keptAs)}\n`

const repairText = ({ packs, lost }: RepairResult, { colors, width }: Terminal): string => {
  const replaced = packs.map(packText).join('')
  if (lost.length === 0) return `${replaced}${packs.length === 0 ? 'Nothing to repair' : 'Repaired'}: nothing is lost.\n`
  const columns = [{ title: 'LOST', paint: colors.red }, { title: 'KIND' }, { title: 'SESSION', paint: colors.cyan }, { title: 'FILES' }]
  const table = printTable(
    [...columns, { title: 'REASON', flexible: true }],
    lost.map(({ ref, kind, sessionId, files, reason }) => [
      ref,
      kind,
      sessionId ?? 'n/a',
      printableLine(files.join(', ')) || 'none',
      printableLine(reason),
    ]),
    width,
    colors.bold,
  )
  return `${replaced}${countOf(lost.length, 'artifact')} lost:\n\n${table}
Everything else can be read. To bring lost artifacts back, import the transcripts, fetch from a remote that has them, or restore the
pack file from a backup.
`
}

export const repairCommand: DefineCommand = (command, run) =>
  command.action(() =>
    run.withEngine(async ({ ask, finish, json, terminal }) => {
      const result = (await finish(() => ask('repair.start', {}))).result
      await terminal.print(json ? jsonText(result) : repairText(result, terminal))
      return result.lost.length > 0 ? exitCodes.faults : undefined
    }),
  )
