/** strata serve: answers agents on a socket, until Ctrl-C. */
import { resolve } from 'node:path'
import { Option } from 'commander'
import { readKeys, serveAgents } from '../../engine/agents/serve-agents.ts'
import { agentAddress } from '../../engine/kernel/local-socket.ts'
import { StrataError } from '../../model/failure.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

interface Options {
  readonly socket?: string
  readonly maxMessage?: number
  readonly tokens?: string
  readonly principal?: string
  readonly machine?: string
  readonly group?: boolean
  readonly granularity?: string
}

/** Refused with a reason, since capture and import have the option. */
const noGranularity = (): StrataError =>
  new StrataError(
    'invalid-input',
    'strata serve has no --granularity: its clients decide where a commit ends. Use strata capture --granularity for a captured agent, or strata import --granularity for transcripts.',
  )

const given = <K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [name]: value } as Partial<Record<K, V>>)

const serve = async ({ ask, storeDir, terminal, json, quiet, untilStopped }: Strata, options: Options): Promise<undefined> => {
  const stopped = untilStopped()
  const service = await serveAgents({
    ask,
    address: options.socket === undefined ? await agentAddress(storeDir, process.env) : resolve(options.socket),
    mode: options.group === true ? 0o770 : 0o600,
    onBug: (error) => terminal.printError(`strata: a request failed: ${error instanceof Error ? error.name : 'bug'}\n`),
    ...given('maxBytes', options.maxMessage),
    ...given('keys', options.tokens === undefined ? undefined : readKeys(resolve(options.tokens))),
    ...given('principal', options.principal),
    ...given('machine', options.machine),
  })
  if (json) await terminal.print(jsonText({ socket: service.address }))
  else await terminal.print(`${service.address}\n`)
  if (!quiet) terminal.printError('strata: serving agents until Ctrl-C\n')
  await stopped
  await service.close()
  return undefined
}

export const serveCommand: DefineCommand = (command, run) =>
  command
    .option('--socket <path>', "path of the socket (default: in the user's runtime folder)")
    .option('--max-message <bytes>', 'maximum size of a request or response (default: 1048576)', wholeNumber)
    .option('--tokens <file>', 'Ed25519 public keys (hex, one a line); tokens are required')
    .option('--principal <user>', 'client without a token, @name:server (default: this user)')
    .option('--machine <machine>', 'machine, @name:server')
    .option('--group', "access for the socket's group (mode 0770, not 0600)")
    .addOption(new Option('--granularity <unit>').hideHelp())
    .action((options: Options) => {
      if (options.granularity !== undefined) throw noGranularity()
      return run.withEngine((strata) => serve(strata, options), 'create')
    })
