/** strata pin: keeps commits from being collected; with --on, keeps objects of a fork from being collapsed. */
import type { PinView } from '../../contract/refs.ts'
import { Option } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import { timeText } from '../text/format.ts'
import { printTable, type TableColumn } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'
import { changeState, listPinned, objectArgument, onOption, pinCommit } from './working-state.ts'

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
  strata pin                      list all pins
  strata pin toolu_01Ab --on try-again   keep the output of a call in the context of a fork
  strata pin --on try-again       list the objects that are pinned there`

interface Options {
  readonly off?: boolean
  readonly on?: string
}

export const pinCommand: DefineCommand = (command, run) =>
  command
    .argument('[commit]', `commit, ref or session; with --on, ${objectArgument}; without one, list all pins`)
    .addOption(new Option('--off', 'remove the pin of a commit').conflicts('on'))
    .option(...onOption)
    .addHelpText('after', examples)
    .action((commit: string | undefined, { off, on }: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        if (on !== undefined) return commit === undefined ? listPinned(strata, on) : changeState(strata, commit, on, 'pin')
        if (commit === undefined) {
          const pins = await ask('pins.list', {})
          await terminal.print(json ? jsonText({ pins }) : pinsText(pins, terminal))
          return undefined
        }
        return pinCommit(strata, commit, off !== true)
      }),
    )
