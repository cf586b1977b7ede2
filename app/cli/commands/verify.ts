/** strata verify: proves that the store holds what it says. */
import type { StoreFault, VerifyResult } from '../../contract/verify.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const faultTable = (faults: readonly StoreFault[], title: string, { colors, width }: Terminal): string =>
  printTable(
    [
      { title, paint: colors.red },
      { title: 'WHERE', paint: colors.cyan },
      { title: 'REASON', flexible: true },
    ],
    faults.map(({ what, where, reason }) => [what, printableLine(where), printableLine(reason)]),
    width,
    colors.bold,
  )

const whatToDo = `
To repair the packs, restore their files from a backup and run \`strata reindex\`. Without a backup, run \`strata repair\`: it saves
what can be read, keeps the damaged files and lists what is lost. For a damaged journal, run \`strata reindex --salvage\`.
`

/** The scope of the check, and its faults. */
const verifyText = (result: VerifyResult, terminal: Terminal): string => {
  const { colors } = terminal
  const { faults, losses } = result
  const checked = `${countOf(result.entries, 'entry', 'entries')} (${bytesText(result.bytes)}), ${countOf(result.sources, 'source file')}, ${countOf(result.commits, 'commit')} checked`
  const end = faults.length === 0 ? colors.green('no faults') : colors.red(countOf(faults.length, 'fault'))
  const known = losses.length === 0 ? '' : `; ${countOf(losses.length, 'loss', 'losses')} already reported by \`strata repair\``
  const listed = faults.length === 0 ? '' : `\n${faultTable(faults, 'FAULT', terminal)}${whatToDo}`
  const lost = losses.length === 0 ? '' : `\n${faultTable(losses, 'LOST', terminal)}`
  return `${checked}: ${end}${known}\n${listed}${lost}`
}

export const verifyCommand: DefineCommand = (command, run) =>
  command.action(() =>
    run.withEngine(async ({ ask, finish, json, terminal }) => {
      const job = await finish(() => ask('verify.start', {}))
      const result = job.result
      await terminal.print(json ? jsonText(result) : verifyText(result, terminal))
      return result.faults.length > 0 ? exitCodes.faults : undefined
    }),
  )
