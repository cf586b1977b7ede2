/** strata secrets: what looks like a secret in what an export would hold. */
import type { SecretsView } from '../../contract/export.ts'
import { jsonText } from '../text/failure-text.ts'
import { countOf } from '../../model/format/count.ts'
import { foundSecretsText } from '../text/found-secrets-text.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const notes = `
Keys, tokens and passwords are found by their form or their name, also in commands, files and tool results. Only the first letters
are shown.

Examples:
  strata secrets ctx-1a2b --stop root
  strata export ctx-1a2b --for html --stop root --redact --out page.html     redacts all
  strata export ctx-1a2b --for messages --redact --leave 0123456789abcdef    redacts all but one`

const secretsText = ({ commitIds, commits, found }: SecretsView, terminal: Terminal): string => {
  const searched = `${countOf(commits, 'commit')} of ${commitIds.join(', ')}`
  if (found.length === 0) return `No secrets in ${searched}\n`
  return `${foundSecretsText(found, terminal)}${countOf(found.length, 'secret')} in ${searched}\n`
}

export const secretsCommand: DefineCommand = (command, run) =>
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .option('--stop <where>', 'first commit: compaction (the nearest), root, or an id', 'compaction')
    .addHelpText('after', notes)
    .action((name: string, { stop }: { readonly stop: string }) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const result = (await finish(() => ask('export.secrets', { commitIds: [name], stop }))).result
        await terminal.print(json ? jsonText(result) : secretsText(result, terminal))
        return undefined
      }),
    )
