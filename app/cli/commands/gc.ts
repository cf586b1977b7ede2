/** strata gc: removes what nothing needs, after it said what that is. */
import type { GcResult } from '../../contract/gc.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import { printTable } from '../text/print-table.ts'
import type { Terminal } from '../terminal.ts'
import { dayCount, type DefineCommand } from './command.ts'

/** Lines about the data that removed sessions left. */
const erasureText = ({ erasure, dryRun }: GcResult): string => {
  if (erasure === null) return ''
  const { sessions, isDone, damagedPacks, setAside } = erasure
  const removed = countOf(sessions, 'removed session')
  if (dryRun) return `Text of ${removed} is still in files of the store: a collection erases it, regardless of the retention.\n`
  const lines = [
    isDone
      ? `Text of ${removed} erased from packs, index, search index and journal. Their ids stay: imports skip them.`
      : `Not erased: ${damagedPacks.length === 1 ? 'pack' : 'packs'} ${damagedPacks.join(', ')} may contain text of ${removed} and cannot be read. Repair: strata repair; then: strata gc --yes`,
    ...setAside.map((path) => `Not checked: ${printableLine(path)}. Delete it if you do not need it.`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const gcText = (result: GcResult, terminal: Terminal): string => `${garbageText(result, terminal)}${erasureText(result)}`

const garbageText = (result: GcResult, { colors, width }: Terminal): string => {
  const { rows, young, dryRun, packBytesBefore, packBytesAfter } = result
  const kept =
    young.artifacts === 0
      ? ''
      : `${countOf(young.artifacts, 'artifact')} (${bytesText(young.bytes)}) younger than ${countOf(result.keepDays, 'day')}: kept\n`
  if (rows.length === 0) return `Nothing to remove.\n${kept}`
  const columns = [{ title: 'WHAT', paint: colors.cyan }, { title: 'KIND' }, { title: 'ARTIFACTS' }, { title: 'BYTES' }]
  const table = printTable(
    columns,
    rows.map(({ what, kind, artifacts, bytes }) => [what, kind, countText(artifacts), bytesText(bytes)]),
    width,
    colors.bold,
  )
  const done =
    packBytesAfter === null
      ? 'Nothing was removed. To remove it: strata gc --yes\n'
      : `Removed. Size of the packs: ${bytesText(packBytesAfter)}, before: ${bytesText(packBytesBefore)}\n`
  return `${table}${kept}${dryRun ? done.replace('--yes', `--keep-days ${result.keepDays} --yes`) : done}`
}

interface Options {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly keepDays?: number
}

export const gcCommand: DefineCommand = (command, run) =>
  command
    .option('--dry-run', 'preview only, even with --yes')
    .option('--yes', 'remove them; without it they are only listed')
    .option('--keep-days <n>', 'retention in days (0 = none; default: strata settings)', dayCount)
    .action(({ yes, dryRun, keepDays }: Options) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const job = await finish(() =>
          ask('gc.start', { dryRun: yes !== true || dryRun === true, ...(keepDays === undefined ? {} : { keepDays }) }),
        )
        const result = job.result
        await terminal.print(json ? jsonText(result) : gcText(result, terminal))
        return undefined
      }),
    )
