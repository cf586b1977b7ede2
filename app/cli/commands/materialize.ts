/** strata materialize: the conversation that an agent would see from a commit. */
import { resolve } from 'node:path'
import { isNewFolder, makeFolder, writeNewFile } from '../new-folder.ts'
import { jsonText } from '../text/failure-text.ts'
import { readLog } from './log.ts'
import type { DefineCommand } from './command.ts'
import type { Lost } from '../../model/chain-event.ts'
import type { Strata } from '../run-with-engine.ts'
import type { MaterialisedView } from '../../contract/materialise.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { lossLine } from '../text/loss-text.ts'
import { printable } from '../text/printable.ts'
import { printExport } from '../print-export.ts'
import { policyOf, policyOptions, type PolicyOptions } from './policy-options.ts'

interface Options extends PolicyOptions {
  readonly stop: string
  readonly deltas?: string
  readonly format?: string
}

const notes = `
The conversation goes to standard output, its description to standard error; a terminal shows only the description.
With --policy, the conversation is the body of a Messages API request, as written by strata export --for messages.
With --deltas, each commit from the root is a file of the folder: strata import --format events-v1 FOLDER makes the chain from them.
Formats: events-v1, bureau-agent-v1, claude-code-v1; docs/formats.md lists what a conversion loses.`

export const materializeCommand: DefineCommand = (command, run) =>
  policyOptions(
    command
      .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
      .option('--stop <where>', 'first commit: compaction (the nearest), root, or an id', 'compaction')
      .option('--format <id>', 'output format (default: that of the chain)')
      .option('--deltas <folder>', 'write one events-v1 file for each commit from the root'),
  )
    .addHelpText('after', notes)
    .action((name: string, { stop, format, deltas, ...options }: Options) => {
      const policy = policyOf(options)
      if (deltas !== undefined) {
        if ('policy' in policy || format !== undefined || stop !== 'compaction')
          command.error('error: cannot combine --deltas with --stop, --format or a policy: it writes every commit as events-v1')
        if (!isNewFolder(deltas)) command.error(`error: the folder ${deltas} is not empty`)
        return run.withEngine((strata) => writeDeltas(strata, name, resolve(deltas)))
      }
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

const deltaFormat = 'events-v1'

/** Writes what each commit adds to the one before it, numbered from the root. */
const writeDeltas = async ({ ask, json, terminal }: Strata, name: string, folder: string): Promise<undefined> => {
  const { commit } = await ask('commit.show', { commitId: name })
  const { commits } = await readLog(ask, { of: commit.commitId, quiet: false }, Infinity)
  const digits = Math.max(4, String(commits.length).length)
  makeFolder(folder)
  const files: { readonly file: string; readonly commitId: string; readonly bytes: number }[] = []
  const lost: Lost[] = []
  for (const { commitId } of [...commits].reverse()) {
    const view = await ask('commit.materialise', { commitId, stop: commitId, format: deltaFormat })
    lost.push(...view.lost)
    // Such a commit has only what events have no place for.
    if (view.artifactHash === null) continue
    const file = `${String(files.length + 1).padStart(digits, '0')}.cbor`
    writeNewFile(folder, file, await ask('artifact.bytes', { ref: view.artifactHash }))
    files.push({ file, commitId, bytes: view.bytes })
  }
  const all = addedLosses(lost)
  if (json) await terminal.print(jsonText({ folder, format: deltaFormat, files, lost: all }))
  else await terminal.print(`${countOf(files.length, 'file')} of ${deltaFormat} in ${printable(folder)}\n${all.map(lossLine).join('')}`)
  return undefined
}

/** Losses of all commits, one for each thing and reason. */
const addedLosses = (lost: readonly Lost[]): readonly Lost[] => {
  const sums = new Map<string, Lost>()
  for (const one of lost) {
    const key = JSON.stringify({ ...one, count: 0 })
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

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
