/** strata serve: answers agents on a socket, until Ctrl-C. */
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { readKeys, serveAgents } from '../../engine/agents/serve-agents.ts'
import { agentAddress } from '../../engine/kernel/local-socket.ts'
import { StrataError } from '../../model/failure.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { wholeNumber, type RunCommand } from './command.ts'

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
    'strata serve has no --granularity: agents that ask for checkpoints say themselves where a commit ends. Use strata capture --granularity to cut a captured agent, or strata import --granularity for transcripts.',
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
    ...given('mostBytes', options.maxMessage),
    ...given('keys', options.tokens === undefined ? undefined : readKeys(resolve(options.tokens))),
    ...given('principal', options.principal),
    ...given('machine', options.machine),
  })
  if (json) await terminal.print(jsonText({ socket: service.address }))
  else await terminal.print(`${service.address}\n`)
  if (!quiet) terminal.printError('strata: answering agents until Ctrl-C\n')
  await stopped
  await service.close()
  return undefined
}

export const serveCommand = (run: RunCommand): Command =>
  new Command('serve')
    .description('answer agents on a socket until Ctrl-C: checkpoint, materialise, show, history, resolve; prints its path')
    .option('--socket <path>', 'the socket; left out: a place of this user, the same each time for a store')
    .option('--max-message <bytes>', 'longest request and longest answer; left out: 1048576, as in the reference', wholeNumber)
    .option('--tokens <file>', 'let in only who has a token signed with one of these Ed25519 public keys, 64 hex digits a line')
    .option('--principal <user>', 'who asks without a token, @name:server; left out: the user of this machine')
    .option('--machine <machine>', 'where, @name:server')
    .option('--group', "let the socket's group connect too (mode 0770 instead of 0600)")
    .addOption(new Option('--granularity <unit>').hideHelp())
    .action((options: Options) => {
      if (options.granularity !== undefined) throw noGranularity()
      return run.withEngine((strata) => serve(strata, options), 'create')
    })
