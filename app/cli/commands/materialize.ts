/** strata materialize: the conversation that an agent would see from a commit. */
import { jsonText } from '../text/failure-text.ts'
import type { DefineCommand } from './command.ts'
import type { MaterialisedView } from '../../contract/materialise.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { lossLine } from '../text/loss-text.ts'
import { printable } from '../text/printable.ts'
import { printExport } from '../print-export.ts'
import { policyOf, policyOptions, type PolicyOptions } from './policy-options.ts'

interface Options extends PolicyOptions {
  readonly stop: string
  readonly format?: string
}

const notes = `
The conversation goes to standard output, its description to standard error; a terminal shows only the description.
With --policy, the conversation is the body of a Messages API request, as written by strata export --for messages.
Formats: events-v1, bureau-agent-v1, claude-code-v1; docs/formats.md lists what a conversion loses.`

export const materializeCommand: DefineCommand = (command, run) =>
  policyOptions(
    command
      .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
      .option('--stop <where>', 'first commit: compaction (the nearest), root, or an id', 'compaction')
      .option('--format <id>', 'output format (default: that of the chain)'),
  )
    .addHelpText('after', notes)
    .action((name: string, { stop, format, ...options }: Options) => {
      const policy = policyOf(options)
      if ('policy' in policy) {
        if (format !== undefined)
          command.error('error: cannot combine --policy, --per-turn or --turns-back with --format: a policy writes a Messages API request')
        return run.withEngine(async (strata) =>
          printExport(strata, await strata.ask('export.make', { commitId: name, target: 'messages', stop, ...policy }), 'described'),
        )
      }
      return run.withEngine(async ({ ask, json, quiet, terminal }) => {
        const view = await ask('commit.materialise', { commitId: name, stop, ...(format === undefined ? {} : { format }) })
        if (json) await terminal.print(jsonText(view))
        else if (terminal.width !== undefined) await terminal.print(materialisedText(view))
        else {
          if (view.artifactHash !== null) await terminal.printData(await ask('artifact.bytes', { ref: view.artifactHash }))
          terminal.printError(quiet ? lostText(view) : materialisedText(view))
        }
        return undefined
      })
    })

const tiers: Readonly<Record<MaterialisedView['tier'], string>> = {
  native: 'as stored',
  field: 'converted field by field',
  rendered: 'converted, some parts as plain text',
  raw: 'as bytes of an unknown format',
}

/** One line for each kind of thing that was lost; nothing when nothing was. */
const lostText = ({ lost }: MaterialisedView): string => lost.map(lossLine).join('')

const materialisedText = (view: MaterialisedView): string => {
  const tokens =
    view.tokenCount === null ? 'tokens n/a: no commit has a count' : `${countOf(view.tokenCount, 'token')} in the commits with a count`
  const size = `${countOf(view.messageCount, 'item')} of ${printable(view.format)}, ${bytesText(view.bytes)}, ${tokens}`
  const made = `${size}; from ${countOf(view.commitCount, 'commit')}, ${tiers[view.tier]}${view.cached ? ', cached' : ''}\n`
  return `${view.artifactRef ?? 'nothing stored: the conversation is empty'}: ${made}${lostText(view)}`
}
