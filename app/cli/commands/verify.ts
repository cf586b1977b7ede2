/** strata verify: proves that the store holds what it says. */
import { Command } from 'commander'
import type { VerifyResult } from '../../contract/job-results.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../failure-text.ts'
import { bytesText, plural } from '../figures.ts'
import { printTable } from '../print-table.ts'
import { printableLine } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import type { RunCommand } from './command.ts'

/** What was checked, and the faults when there are any. */
const verifyText = (result: VerifyResult, { colors, width }: Terminal): string => {
  const checked = `${plural(result.entries, 'entry', 'entries')} (${bytesText(result.bytes)}), ${plural(result.sources, 'source file')}, ${plural(result.commits, 'commit')} checked`
  if (result.faults.length === 0) return `${checked}: ${colors.green('everything is as it should be')}\n`
  const table = printTable(
    [
      { title: 'FAULT', paint: colors.red },
      { title: 'WHERE', paint: colors.cyan },
      { title: 'REASON', flexible: true },
    ],
    result.faults.map(({ what, where, reason }) => [what, printableLine(where), printableLine(reason)]),
    width,
    colors.bold,
  )
  return `${checked}: ${colors.red(plural(result.faults.length, 'fault'))}\n\n${table}`
}

export const verifyCommand = (run: RunCommand): Command =>
  new Command('verify').description('read every byte of the store and prove that it holds what it says').action(() =>
    run.withEngine(async ({ ask, finish, json, terminal }) => {
      const job = await finish(() => ask('verify.start', {}))
      const result = job.result as VerifyResult
      await terminal.print(json ? jsonText(result) : verifyText(result, terminal))
      return result.faults.length > 0 ? exitCodes.faults : undefined
    }),
  )
