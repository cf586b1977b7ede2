/** strata remote, push, fetch, clone: stores elsewhere, as on a shared drive. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { RemoteView } from '../../contract/transfer.ts'
import { checkClone } from '../../engine/transfer/check-clone.ts'
import { exitCodes } from '../exit-codes.ts'
import { failureJson, failureText, jsonText } from '../text/failure-text.ts'
import { toFailure } from '../../model/failure.ts'
import { checkSecretsOption, confirmSecrets, type SecretsOptions } from '../confirm-secrets.ts'
import { runWithEngine, type Strata } from '../run-with-engine.ts'
import { printableLine } from '../text/printable.ts'
import { remotesText, transferText } from '../text/transfer-text.ts'
import type { DefineCommand } from './command.ts'

const lineOf = ({ name, path, isThere }: RemoteView): string =>
  `${printableLine(name)} is ${printableLine(path)}${isThere ? '' : ': no store yet; push creates one'}\n`

export const remoteCommand: DefineCommand = (command, run) =>
  command
    .addCommand(
      new Command('add')
        .description('Add a name for another store')
        .argument('<name>', 'name of the remote')
        .argument('<path>', 'folder of the store')
        .action((name: string, path: string) =>
          run.withEngine(async ({ ask, json, terminal }) => {
            const remote = await ask('remote.add', { name, path: resolve(path) })
            await terminal.print(json ? jsonText(remote) : lineOf(remote))
            return undefined
          }, 'create'),
        ),
    )
    .addCommand(
      new Command('list').description('List all names and paths (default)').action(() =>
        run.withEngine(async ({ ask, json, terminal }) => {
          const remotes = await ask('remote.list', {})
          await terminal.print(json ? jsonText({ remotes }) : remotesText(remotes, terminal))
          return undefined
        }),
      ),
      { isDefault: true },
    )
    .addCommand(
      new Command('remove')
        .description('Remove a name; keep what was fetched')
        .argument('<name>', 'name of the remote')
        .action((name: string) =>
          run.withEngine(async ({ ask, json, terminal }) => {
            const removed = await ask('remote.remove', { name })
            await terminal.print(json ? jsonText(removed) : `${printableLine(name)} removed; the store at ${removed.path} is unchanged\n`)
            return undefined
          }),
        ),
    )

interface ExchangeOptions {
  readonly dryRun?: boolean
}

interface FetchOptions extends ExchangeOptions {
  readonly includeRemoved?: boolean
}

interface PushOptions extends ExchangeOptions, SecretsOptions {
  readonly all?: boolean
}

const finished = async (
  { ask, finish, json, terminal }: Strata,
  call: 'push.start' | 'fetch.start',
  input: { readonly remote: string; readonly names: string[]; readonly dryRun: boolean; readonly includeRemoved?: boolean },
): Promise<number | undefined> => {
  const result = (await finish(() => ask(call, input))).result
  await terminal.print(json ? jsonText(result) : transferText(result, call === 'push.start' ? 'pushed' : 'imported', terminal))
  return result.refused.length + result.unreadable.length > 0 ? exitCodes.faults : undefined
}

export const pushCommand: DefineCommand = (command, run) => {
  command
    .argument('<remote>', 'name of a remote: strata remote list')
    .argument('[names...]', 'commits with their ancestors, refs, or whole sessions')
    .option('--all', 'the whole store')
    .option('--dry-run', 'preview only')
    .option('--yes', 'do not list secrets and do not ask')
    .addOption(checkSecretsOption())
  return command.action((remote: string, names: readonly string[], { all, dryRun, yes, checkSecrets }: PushOptions) => {
    if (names.length > 0 === (all === true)) command.error('error: give commits, refs or sessions, or --all')
    return run.withEngine(async (strata) => {
      // A dry run sends nothing, so that there is nothing to ask.
      const leave = { yes: yes === true || dryRun === true, checkSecrets: checkSecrets === true }
      if (!(await confirmSecrets(strata, { names: [...names] }, `Push to ${printableLine(remote)}?`, leave))) return exitCodes.usage
      return finished(strata, 'push.start', { remote, names: [...names], dryRun: dryRun === true })
    })
  })
}

export const fetchCommand: DefineCommand = (command, run) =>
  command
    .argument('<remote>', 'name of a remote: strata remote list')
    .argument('[names...]', 'commits with ancestors, refs, or sessions (default: all)')
    .option('--dry-run', 'preview only')
    .option('--include-removed', 'also sessions removed with strata remove')
    .action((remote: string, names: readonly string[], { dryRun, includeRemoved }: FetchOptions) => {
      const input = { remote, names: [...names], dryRun: dryRun === true, includeRemoved: includeRemoved === true }
      return run.withEngine((strata) => finished(strata, 'fetch.start', input), 'create')
    })

export const cloneCommand: DefineCommand = (command, run) =>
  command
    .argument('<path>', 'folder of the store to clone')
    .argument('<dir>', 'folder of the new store; empty or missing')
    .action((path: string, dir: string) =>
      run.alone(async (terminal, options) => {
        const [from, to] = [resolve(path), resolve(dir)]
        try {
          await checkClone(from, to)
        } catch (thrown) {
          const failure = toFailure(thrown)
          terminal.printError(options.json === true ? failureJson(failure) : failureText(failure))
          return exitCodes.failure
        }
        return runWithEngine(terminal, { ...options, store: to, whereNone: 'create' }, async (strata) => {
          await strata.ask('remote.add', { name: 'origin', path: from })
          return finished(strata, 'fetch.start', { remote: 'origin', names: [], dryRun: false })
        })
      }),
    )
