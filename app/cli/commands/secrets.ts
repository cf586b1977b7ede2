/** strata secrets: what looks like a secret in what an export would hold. */
import { Command } from 'commander'
import type { SecretsView } from '../../contract/export.ts'
import { jsonText } from '../text/failure-text.ts'
import { plural } from '../text/format.ts'
import { foundSecretsText } from '../text/found-secrets-text.ts'
import type { Terminal } from '../terminal.ts'
import type { RunCommand } from './command.ts'

const notes = `
Found are keys, tokens and passwords by their shape or by their name, also within commands, files and results. Only the first letters are shown.

Examples:
  strata secrets ctx-1a2b --stop root
  strata export ctx-1a2b --for html --stop root --redact --out page.html     without all of them
  strata export ctx-1a2b --for messages --redact --leave 0123456789abcdef    but for one that is none`

const secretsText = ({ commitId, commits, found }: SecretsView, terminal: Terminal): string => {
  const looked = `${plural(commits, 'commit')} of ${commitId}`
  if (found.length === 0) return `Nothing in ${looked} looks like a secret\n`
  return `${foundSecretsText(found, terminal)}${plural(found.length, 'secret')} in ${looked}\n`
}

export const secretsCommand = (run: RunCommand): Command =>
  new Command('secrets')
    .description('what looks like a secret in what an export of a commit would hold')
    .argument('<name>', 'a commit, a ref or a session; the beginning of an id is enough')
    .option('--stop <where>', 'how far back: compaction (the nearest one, included), root, or a commit', 'compaction')
    .addHelpText('after', notes)
    .action((name: string, { stop }: { readonly stop: string }) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const result = (await finish(() => ask('export.secrets', { commitId: name, stop }))).result
        await terminal.print(json ? jsonText(result) : secretsText(result, terminal))
        return undefined
      }),
    )
