/** strata pin: keeps commits from being collected. */
import type { PinView } from '../../contract/refs.ts'
import { jsonText } from '../text/failure-text.ts'
import { timeText } from '../text/format.ts'
import { printTable, type TableColumn } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const pinsText = (pins: readonly PinView[], { colors, width }: Terminal): string => {
  if (pins.length === 0) return 'No pins. To add one: strata pin COMMIT\n'
  const columns: readonly TableColumn[] = [
    { title: 'COMMIT', paint: colors.yellow },
    { title: 'PINNED', paint: colors.dim },
    { title: 'SUMMARY', flexible: true },
  ]
  const rows = pins.map(({ commitId, summary, pinnedAt }) => [commitId, timeText(pinnedAt), printableLine(summary)])
  return printTable(columns, rows, width, colors.bold)
}

const examples = `
Examples:
  strata pin ctx-1a2b3c4d         keep a commit and its ancestors
  strata pin ctx-1a2b3c4d --off   remove the pin
  strata pin                      list all pins`

export const pinCommand: DefineCommand = (command, run) =>
  command
    .argument('[commit]', 'commit, ref or session; without one, list all pins')
    .option('--off', 'remove the pin')
    .addHelpText('after', examples)
    .action((commit: string | undefined, { off }: { readonly off?: boolean }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        if (commit === undefined) {
          const pins = await ask('pins.list', {})
          await terminal.print(json ? jsonText({ pins }) : pinsText(pins, terminal))
          return undefined
        }
        const detail = await ask('commit.pin', { commitId: commit, pinned: off !== true })
        const { commitId, pinned } = detail.commit
        await terminal.print(json ? jsonText(detail) : `${commitId} is ${pinned ? 'pinned' : 'not pinned'}\n`)
        return undefined
      }),
    )
