/** strata materialize: the conversation that an agent would see from a commit. */
import { Command } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import { lostText, materialisedText } from '../text/materialised-text.ts'
import type { RunCommand } from './command.ts'

interface Options {
  readonly stop: string
  readonly format?: string
}

const notes = `
The conversation goes to standard output, what it is made of to standard error; on a terminal only the latter is printed.
Formats: events-v1, bureau-agent-v1, claude-code-v1; docs/formats.md says what is lost on the way from one to another.`

export const materializeCommand = (run: RunCommand): Command =>
  new Command('materialize')
    .alias('materialise')
    .description('the conversation that an agent would see from a commit, rebuilt from its chain')
    .argument('<name>', 'a commit, a ref or a session; the beginning of an id is enough')
    .option('--stop <where>', 'how far back: compaction (the nearest one, included), root, or a commit', 'compaction')
    .option('--format <id>', 'the format to tell it in; left out: that of the chain')
    .addHelpText('after', notes)
    .action((name: string, { stop, format }: Options) =>
      run.withEngine(async ({ ask, json, quiet, terminal }) => {
        const view = await ask('commit.materialise', { commitId: name, stop, ...(format === undefined ? {} : { format }) })
        if (json) await terminal.print(jsonText(view))
        else if (terminal.width !== undefined) await terminal.print(materialisedText(view))
        else {
          if (view.artifactHash !== null) await terminal.printData(await ask('artifact.bytes', { ref: view.artifactHash }))
          terminal.printError(quiet ? lostText(view) : materialisedText(view))
        }
        return undefined
      }),
    )
