/** strata snapshot: the state of the work at a commit. */
import { jsonText } from '../text/failure-text.ts'
import { printable } from '../text/printable.ts'
import { snapshotJson } from '../text/snapshot-text.ts'
import type { DefineCommand } from './command.ts'

const examples = `
Goal, plan, changed files, last validation, open errors, decisions of the person and the next step, each with its record. Only what is
before the commit is read. A guess, recognised by its words alone, is called one.

Examples:
  strata snapshot 4f2a                 at the end of a session
  strata snapshot ctx-1a2b3c4d --compact   at most 2 KB, as exports and packs contain it
  strata snapshot ctx-1a2b3c4d --json | jq '.plan[] | select(.done == false)'`

export const snapshotCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', 'commit, ref, fork or session')
    .option('--compact', 'text of at most 2 KB')
    .option('--redact', 'remove secrets and private words')
    .addHelpText('after', examples)
    .action((at: string, { compact, redact = false }: { readonly compact?: boolean; readonly redact?: boolean }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('snapshot.show', { at, redact })
        const text = compact === true ? view.compactText : view.text
        await terminal.print(json ? jsonText(snapshotJson(view)) : `${printable(text)}\n`)
        return undefined
      }),
    )
