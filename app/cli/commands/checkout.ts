/** strata checkout: the files as known at a commit, written to a folder. */
import { resolve } from 'node:path'
import type { CheckoutResult, SkippedFile } from '../../contract/known-files.ts'
import { countOf } from '../../model/format/count.ts'
import { skipReasons } from '../../model/objects/disk-words.ts'
import { exitCodes } from '../exit-codes.ts'
import { reportLacking } from '../report-unreadable.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const notes = `
Files keep their path below the working directory of the session, when all of them are below it, else their whole path: /etc/hosts goes to
DIR/etc/hosts, C:\\x\\y to DIR/C/x/y. MANIFEST.json says of each how it is known, and lists what was deleted and what was not written.

When a file exists already, nothing is written. Paths that would leave DIR, go through a link, or change what git runs are not written.

Examples:
  strata checkout 4f2a --to /tmp/before          all files, at the end of a session
  strata checkout ctx-1a2b --to out src          only those below src
  strata checkout ctx-1a2b --to out --as-was     the newest content that any session had seen by then`

const reasonText = ({ reason }: SkippedFile): string => `${skipReasons[reason]}${reason === 'partial' ? ': add --partial' : ''}`

const isMissing = ({ reason }: SkippedFile): boolean => reason === 'partial' || reason === 'unknown'

const maxListed = 20

const listOf = (heading: string, lines: readonly string[], { colors }: Terminal): string => {
  if (lines.length === 0) return ''
  const more = lines.length > maxListed ? `  … and ${lines.length - maxListed} more: see MANIFEST.json\n` : ''
  const shown = lines.slice(0, maxListed).map((line) => `  ${line}\n`)
  return `${colors.bold(heading)}\n${shown.join('')}${more}`
}

const checkoutText = (result: CheckoutResult, terminal: Terminal): string => {
  const { files, skipped, deleted, to, without } = result
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const likely = files.filter(({ proof }) => proof === 'likely').length
  const whole = without === null ? 'with their whole paths' : `from ${printableLine(without)}`
  const doubt = likely === 0 ? '' : `; ${likely} may differ (likely)`
  const head = `${countOf(files.length, 'file')} (${bytesText(bytes)}) written below ${printableLine(to)}, ${whole}${doubt}\n`
  const left = skipped.map((file) => `${terminal.colors.cyan(printableLine(file.path))}: ${reasonText(file)}`)
  const gone = deleted.map(({ path }) => terminal.colors.cyan(printableLine(path)))
  return `${head}${listOf('Not written:', left, terminal)}${listOf('Deleted by then:', gone, terminal)}`
}

interface Options {
  readonly to: string
  readonly asWas?: boolean
  readonly partial?: boolean
}

export const checkoutCommand: DefineCommand = (command, run) => {
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .argument('[path...]', 'files, ends of paths, or folders; default: all files')
    .requiredOption('--to <dir>', 'folder to write to; existing files are never overwritten')
    .option('--as-was', 'newest content that any session had seen, not only this agent')
    .option('--partial', 'also files of which only some lines are known, with marks for the others')
    .addHelpText('after', notes)
  return command.action((commitId: string, paths: readonly string[], { to, asWas = false, partial = false }: Options) =>
    run.withEngine(async (strata) => {
      const { ask, finish, json, terminal } = strata
      const request = { commitId, to: resolve(to), paths: [...paths], asWas, partial }
      const { result } = await finish(() => ask('checkout.start', request))
      await terminal.print(json ? jsonText(result) : checkoutText(result, terminal))
      const lacks = await reportLacking(strata, commitId)
      return result.skipped.every(isMissing) ? lacks : exitCodes.faults
    }),
  )
}
