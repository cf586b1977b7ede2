/** strata capture: runs an agent and keeps what it does, commit by commit, while it does it. */
import { constants } from 'node:os'
import type { Captured } from '../../engine/capture/capture.ts'
import { beginCapture, recoverCaptures, startAgent, type RunningCapture } from '../../engine/capture/begin-capture.ts'
import { openContextSocket } from '../../engine/agents/context-socket.ts'
import { localPrincipal } from '../../engine/capture/local-names.ts'
import { planCapture, resumingCommand } from '../../engine/capture/plan-capture.ts'
import type { CaptureChoices } from '../../engine/capture/plan-capture.ts'
import { StrataError } from '../../model/failure.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { countOf } from '../../model/format/count.ts'
import type { Strata } from '../run-with-engine.ts'
import { captureGranularityOf, type DefineCommand } from './command.ts'

interface Options extends CaptureChoices {
  readonly parent?: string
  readonly continue?: boolean
  readonly from?: string
  readonly keepTraffic?: boolean
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The newest commit of a principal; '' when there is none. */
const newestOf = async ({ ask }: Strata, principal: string): Promise<string> =>
  (await ask('commit.resolve', { principal, at: new Date().toISOString() }))?.commitId ?? ''

const commitNamed = async ({ ask }: Strata, name: string): Promise<string> => (await ask('commit.show', { commitId: name })).commit.commitId

/** @throws StrataError not-found */
const tipOfFork = async (strata: Strata, name: string): Promise<string> => {
  try {
    return await commitNamed(strata, name.startsWith('fork/') ? name : `fork/${name}`)
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    throw new StrataError('not-found', `No fork has the name “${name}”`, { text: name, list: 'strata fork' }, thrown)
  }
}

const parentFor = async (strata: Strata, options: Options): Promise<string> => {
  const { parent, from } = options
  if (parent !== undefined || from !== undefined) return commitNamed(strata, parent ?? from ?? '')
  if (options.onto !== undefined) return tipOfFork(strata, options.onto)
  return options.continue === true ? newestOf(strata, options.principal ?? localPrincipal()) : ''
}

const refuseTwoStarts = ({ parent, onto, continue: continues, from }: Options): void => {
  if ([parent, onto, continues, from].filter((start) => start !== undefined).length > 1)
    throw new StrataError('invalid-input', 'Give only one of --parent, --continue, --onto and --from')
}

/**
 * Gives the client the conversation at a commit as a new session, and the command that continues with it.
 * @param parent the commit; it is the parent of what is captured.
 */
const loaded = async ({ ask, quiet, terminal }: Strata, command: readonly string[], parent: string): Promise<readonly string[]> => {
  // What is no command of the client is refused before anything is installed.
  resumingCommand(command, '')
  const configDir = process.env['CLAUDE_CONFIG_DIR']
  const { sessionId, path } = await ask('export.make', {
    commitId: parent,
    target: 'claude-code',
    install: true,
    // The client looks for the transcript in the folder of the directory in which it is started.
    cwd: process.cwd(),
    ...(configDir === undefined || configDir === '' ? {} : { configDir }),
  })
  if (!quiet) terminal.printError(`strata: the agent continues from ${parent}, as session ${sessionId ?? ''} (${path ?? ''})\n`)
  return resumingCommand(command, sessionId ?? '')
}

/** Traffic of the client that its work does not need, each switched off by a variable unless the environment has it. */
const quietVariables = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' } as const

const agentEnv = (socket: string, { keepTraffic }: Options): NodeJS.ProcessEnv => ({
  ...(keepTraffic === true ? {} : quietVariables),
  ...process.env,
  BUREAU_AGENT_CONTEXT_SOCKET: socket,
})

/** Captures what another program writes to standard input, and passes it on. */
const fromInput = async ({ terminal }: Strata, { capture }: RunningCapture): Promise<Ended> => {
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    capture.push('output', piece)
    await terminal.printData(piece)
  }
  return { code: exitCodes.success, signal: null }
}

/** Captures standard input and passes it to the agent; a person at a terminal writes to the agent directly. */
const passInput = (to: NodeJS.WritableStream, { capture }: RunningCapture): void => {
  to.on('error', () => undefined)
  process.stdin.on('data', (piece: Buffer) => capture.push('input', piece))
  process.stdin.pipe(to)
}

const fromAgent = async (
  { terminal, untilStopped }: Strata,
  running: RunningCapture,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> => {
  const [program = '', ...args] = command
  const isTerminal = process.stdin.isTTY
  const child = startAgent(program, args, { stdio: [isTerminal ? 'inherit' : 'pipe', 'pipe', 'inherit'], env })
  const ended = new Promise<Ended>((done, refuse) => {
    child.once('error', (cause) =>
      refuse(new StrataError('path-refused', `Cannot start ${program}: ${cause.message}`, { option: 'program' }, cause)),
    )
    child.once('exit', (code, signal) => done({ code, signal }))
  })
  ended.catch(() => undefined)
  // At a terminal Ctrl-C reaches the agent by itself.
  void untilStopped().then(() => isTerminal || child.kill('SIGINT'))
  if (child.stdin !== null) passInput(child.stdin, running)
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    running.capture.push('output', piece)
    await terminal.printData(piece)
  }
  const end = await ended
  process.stdin.unpipe().pause()
  return end
}

const say = ({ terminal, quiet, json }: Strata, captured: Captured): void => {
  const { events, commits, tip, unsaved, isKept } = captured
  if (json) terminal.printError(jsonText({ captured }))
  else if (!quiet)
    terminal.printError(`strata: captured ${countOf(events, 'event')} in ${countOf(commits, 'commit')}${tip === '' ? '' : `: ${tip}`}\n`)
  if (unsaved > 0) terminal.printError(`strata: ${countOf(unsaved, 'event')} could not be stored yet; the next command imports them\n`)
  if (!isKept) terminal.printError('strata: the capture is incomplete: some events of the agent could not be stored\n')
}

/** Ends as the agent ended: by the same signal, when it was one. */
const exitAs = ({ code, signal }: Ended): number => {
  if (signal === null) return code ?? exitCodes.failure
  process.once('exit', () => process.kill(process.pid, signal))
  return 128 + constants.signals[signal]
}

const capture = async (strata: Strata, command: readonly string[], options: Options): Promise<number> => {
  const { ask, storeDir, terminal } = strata
  const warn = (text: string): void => terminal.printError(`strata: ${text}\n`)
  refuseTwoStarts(options)
  await recoverCaptures(storeDir, ask, warn)
  const parent = await parentFor(strata, options)
  const agent = options.from === undefined ? command : await loaded(strata, command, parent)
  const settings = planCapture(agent, options, parent)
  const running = await beginCapture(storeDir, { ask, settings, warn })
  const socket = await openContextSocket(() => running.capture.settledTip(), process.env)
  try {
    const env = agentEnv(socket.address, options)
    return exitAs(agent.length === 0 ? await fromInput(strata, running) : await fromAgent(strata, running, agent, env))
  } finally {
    await socket.close()
    say(strata, await running.end())
  }
}

const examples = `
Examples:
  strata capture -- claude -p "fix the test" --output-format stream-json --verbose
  strata capture --from ctx-1a2b3c4d -- claude -p "continue" --output-format stream-json --verbose
  strata capture --onto review -- claude -p "continue" --output-format stream-json --verbose
  claude -p "fix the test" --output-format stream-json --verbose | strata capture --prompt "fix the test"

The output of the agent goes to standard output unchanged; the exit code is the agent's. Its tools can ask for its current
commit on the socket BUREAU_AGENT_CONTEXT_SOCKET: strata current prints it.`

export const captureCommand: DefineCommand = (command, run) =>
  command
    .argument('[command...]', 'agent with arguments, after -- (default: standard input)')
    .option('--session <id>', 'session of the commits (default: as the agent names it)')
    .option('--parent <commit>', 'commit to continue from')
    .option('--continue', "the principal's newest commit as parent")
    .option('--onto <fork>', 'fork to continue from and to move')
    .option('--from <commit>', 'commit to load into Claude Code and to continue from')
    .option('--granularity <unit>', 'end of a commit: response, tool, turn, or N turns', captureGranularityOf, 'response' as const)
    .option('--keep-traffic', 'leave telemetry and error reports of the client on')
    .option('--principal <user>', 'who runs the agent, @name:server (default: this user)')
    .option('--machine <machine>', 'machine it runs on, @name:server')
    .option('--template <name>', 'kind of agent', 'claude-code/stream-json')
    .option('--ticket <id>', 'ticket the agent works on')
    .option('--thread <id>', 'thread the agent answers')
    .option('--prompt <text>', 'first prompt, if the command does not contain it')
    .addHelpText('after', examples)
    .action((command: readonly string[], options: Options) => run.withEngine((strata) => capture(strata, command, options), 'create'))
