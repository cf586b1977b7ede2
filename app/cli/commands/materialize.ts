/** strata materialize: the conversation that an agent would see from a commit. */
import { Command } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import type { RunCommand } from './command.ts'
import type { MaterialisedView } from '../../contract/materialise.ts'
import { bytesText, countText, plural } from '../text/format.ts'
import { printable } from '../text/printable.ts'

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

const tiers: Readonly<Record<MaterialisedView['tier'], string>> = {
  native: 'as it was stored',
  field: 'translated field by field',
  rendered: 'translated, parts of it told in words only',
  raw: 'as bytes of a format that Strata does not know',
}

/** One line for each kind of thing that was lost; nothing when nothing was. */
const lostText = ({ lost }: MaterialisedView): string =>
  lost.map(({ what, count, why }) => `lost: ${countText(count)} × ${printable(what)} (${printable(why)})\n`).join('')

const materialisedText = (view: MaterialisedView): string => {
  const tokens =
    view.tokenCount === null
      ? 'tokens n/a: not known of any commit'
      : `${plural(view.tokenCount, 'token')} in the commits of which they are known`
  const size = `${plural(view.messageCount, 'item')} of ${printable(view.format)}, ${bytesText(view.bytes)}, ${tokens}`
  const made = `${size}; from ${plural(view.commitCount, 'commit')}, ${tiers[view.tier]}${view.cached ? ', read from an earlier time' : ''}\n`
  return `${view.artifactRef ?? 'nothing stored: it is empty'}: ${made}${lostText(view)}`
}
