/** strata file: a file as an agent knew it, and its versions in all sessions. */
import { Command, Option } from 'commander'
import type { RecordKey } from '../../contract/objects.ts'
import { recordPlace } from '../record-place.ts'
import { jsonText } from '../text/failure-text.ts'
import { contentText, fileJson, historyText, missing, patchesText, proofText } from '../text/file-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { reportLacking, reportUnreadable } from '../report-unreadable.ts'
import { wholeNumber, type DefineCommand, type RunCommand } from './command.ts'

const notes = `
The path is the one that the transcript gives, or an ending that only one file has. RECORD is a line of a transcript, as strata
ledger prints it; of a captured agent, COMMIT:NUMBER of an event.

How lines are known:
  observed   a record contains them
  computed   the result of edits of lines that were observed, and nothing in between could write
  likely     the same, but a command or a person may have changed the file in between
  partial    only some lines are known
  unknown    no line is known

A change is stale when the file had changed after the agent last saw it.

Examples:
  strata file show src/parser.ts                 as the agent knew it that touched it last
  strata file show src/parser.ts --at ctx-4f2a --proof
  strata file history src/parser.ts -p           all versions, as diffs`

interface ShowOptions {
  readonly at?: string
  readonly before?: string
  readonly after?: string
  readonly asWas?: boolean
  readonly proof?: boolean
}

const named = async (strata: Strata, name: 'before' | 'after', text: string | undefined): Promise<Record<string, RecordKey>> => {
  if (text === undefined) return {}
  const [, commit, event] = /^(ctx-[\da-f]+):([1-9]\d{0,9})$/.exec(text) ?? []
  if (commit !== undefined) return { [name]: { sourceId: commit, line: Number(event) } }
  const { sourceId, line } = await recordPlace(strata, text)
  return { [name]: { sourceId, line } }
}

const showCommand = (run: RunCommand): Command =>
  new Command('show')
    .description('Print a file as an agent knew it')
    .argument('<path>', 'path, or the end of one')
    .option('--at <commit>', 'at the end of this commit')
    .addOption(new Option('--before <record>', 'before this record').conflicts(['at', 'after']))
    .addOption(new Option('--after <record>', 'after this record').conflicts('at'))
    .addOption(new Option('--as-known', 'content that this agent knew (default)').conflicts('asWas'))
    .option('--as-was', 'newest content that any session had seen')
    .option('--proof', 'beside each line: how it is known, and by which record')
    .action((path: string, { at, before, after, asWas, proof }: ShowOptions) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const where = {
          reading: asWas === true ? ('as-was' as const) : ('as-known' as const),
          ...(at === undefined ? {} : { at }),
          ...(await named(strata, 'before', before)),
          ...(await named(strata, 'after', after)),
        }
        const file = await ask('file.show', { path, ...where })
        const nothing = missing(file)
        if (json) await terminal.print(jsonText(fileJson(file)))
        else if (nothing !== undefined) await terminal.print(`${nothing}\n`)
        else if (proof === true) await terminal.print(`${proofText(file, terminal)}\n`)
        else await terminal.printData(contentText(file))
        return asWas === true ? undefined : reportLacking(strata, file.commitId)
      }),
    )

interface HistoryOptions {
  readonly session?: string
  readonly patch?: boolean
  readonly thisCheckout?: boolean
  readonly number: number
}

const historyCommand = (run: RunCommand): Command =>
  new Command('history')
    .description('List the versions of a file in all sessions, newest first')
    .argument('<path>', 'path, or the end of one')
    .option('--session <id>', 'session to include')
    .option('-p, --patch', 'show each version as a diff')
    .option('--this-checkout', 'without other checkouts of its repository')
    .option('-n, --number <n>', 'maximum number of versions', wholeNumber, 1000)
    .action((path: string, { session, patch, number, thisCheckout }: HistoryOptions) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const ofSession = session === undefined ? {} : { sessionId: session }
        const history = await ask('file.history', {
          path,
          ...ofSession,
          limit: number,
          withContents: patch === true,
          everywhere: thisCheckout !== true,
        })
        await terminal.print(json ? jsonText(history) : patch === true ? patchesText(history, terminal) : historyText(history, terminal))
        return session === undefined ? reportUnreadable(strata) : undefined
      }),
    )

export const fileCommand: DefineCommand = (command, run) =>
  command.addHelpText('after', notes).addCommand(showCommand(run)).addCommand(historyCommand(run))
