/** strata doctor: where Strata looks for transcripts, what it finds, and why it may find nothing. */
import { resolve } from 'node:path'
import type { DoctorView, RootView } from '../../contract/sources.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, countText, timeText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const rootCells = (root: RootView): readonly string[] => [
  root.exists ? 'found' : 'missing',
  countText(root.files),
  bytesText(root.bytes),
  countText(root.pendingFiles),
  root.firstPurgeAt === null ? '' : timeText(root.firstPurgeAt),
  root.origin,
  printableLine(root.path),
]

const sampleText = ({ sample }: DoctorView): string => {
  if (sample === null) return 'No transcript to test.'
  const parsed = `${countText(sample.parsed)} of ${countOf(sample.lines, 'line')} parsed`
  return `Newest transcript: ${printableLine(sample.file)}: ${sample.problem === null ? parsed : printableLine(sample.problem)}`
}

const storeText = ({ store }: DoctorView): string =>
  store === null
    ? 'No store yet.'
    : `Store ${printableLine(store.dir)}: ${countOf(store.sessions, 'session')}, ${countOf(store.commits, 'commit')}, ${countOf(store.problems, 'problem')}, ${bytesText(store.packBytes + store.indexBytes)} on disk`

/** Whether something is wrong, unlike a folder that does not exist or a store that is not created yet. */
const hasFaults = ({ faults, roots, sample }: DoctorView): boolean =>
  faults.length > 0 || roots.some(({ problem }) => problem !== null) || (sample !== null && sample.problem !== null)

/** The findings, ending with the likely cause. */
const doctorText = (view: DoctorView, { colors, width }: Terminal): string => {
  const table = printTable(
    [
      { title: 'FOLDER' },
      { title: 'FILES', align: 'right' },
      { title: 'SIZE', align: 'right' },
      { title: 'NEW', align: 'right' },
      { title: 'FIRST DELETED', dropped: 2 },
      { title: 'ORIGIN', dropped: 1 },
      { title: 'PATH', paint: colors.cyan, flexible: 'start' },
    ],
    view.roots.map(rootCells),
    width,
    colors.bold,
  )
  const broken = view.roots.flatMap((root) =>
    root.problem === null ? [] : [`${printableLine(root.path)}: ${printableLine(root.problem)}`],
  )
  const faults = view.faults.map((fault) => colors.red(printableLine(fault)))
  return [
    table.trimEnd(),
    ...broken,
    '',
    sampleText(view),
    storeText(view),
    ...faults,
    '',
    colors.bold(printableLine(view.likelyCause)),
    '',
  ].join('\n')
}

export const doctorCommand: DefineCommand = (command, run) =>
  command
    .argument('[path...]', 'additional folders to check')
    .addHelpText('after', `\nThe exit code is ${exitCodes.faults} when a folder, a transcript, the settings or a capture has a fault.`)
    .action((paths: readonly string[]) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('doctor.run', { paths: paths.map((path) => resolve(path)) })
        await terminal.print(json ? jsonText(view) : doctorText(view, terminal))
        return hasFaults(view) ? exitCodes.faults : undefined
      }, 'empty'),
    )
