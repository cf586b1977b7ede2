/** A hook as a process: it reads JSON, prints JSON or nothing, and ends in time with success, also after a fault. */
import { readConfig } from '../../../agent-context/config.ts'
import { noteFault, readMark } from '../local-state.ts'
import { clientProject, findProject, type ProjectFiles } from '../project.ts'
import { readText } from '../stored-text.ts'
import { limitOf, type Hook } from './hook.ts'
import { hookInputIn, type HookInput } from './hook-input.ts'

const hooks: Readonly<Record<string, () => Promise<Hook>>> = {
  stop: async () => (await import('./at-stop.ts')).atStop,
  prompt: async () => (await import('./first-prompt.ts')).firstPrompt,
  'pre-tool': async () => (await import('./before-action.ts')).beforeAction,
  'session-start': async () => (await import('./after-compaction.ts')).afterCompaction,
}

type Environment = Readonly<Record<string, string | undefined>>

/** A person wants no hooks in this shell. */
const isOff = (env: Environment): boolean => ['1', 'true', 'yes'].includes((env['AGENT_CONTEXT_OFF'] ?? '').toLowerCase())

/** Longest input: that of a call that writes a large file. */
const maxInput = 64 * 1024 * 1024

const readInput = async (): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size > maxInput) return ''
  }
  return Buffer.concat(parts).toString('utf8')
}

const callFor = (input: HookInput, files: ProjectFiles, env: Environment) => ({
  input,
  files,
  env,
  config: readConfig(readText(files.config) ?? '', env),
})

/** @returns what is printed */
const outputOf = async (name: string, env: Environment): Promise<string> => {
  const load = hooks[name]
  if (load === undefined || isOff(env)) return ''
  let files: ProjectFiles | undefined
  try {
    const text = await readInput()
    const input = text.trim() === '' ? undefined : hookInputIn(text)
    if (input === undefined) return ''
    files = clientProject(env, input.cwd, name === 'stop' ? 'start' : 'now')
    if (files === undefined) return ''
    const call = callFor(input, files, env)
    if (!call.config.hooks || readMark(files, input.sessionId).isOff) return ''
    return await (
      await load()
    )(call)
  } catch (thrown) {
    noteFault(files, name, thrown)
    return ''
  }
}

/** Work of a Stop hook for which the client did not wait. */
const finishLeft = async (transcript: string, sessionId: string, env: Environment): Promise<void> => {
  const files = findProject(process.cwd())
  if (files === undefined) return
  try {
    const input: HookInput = { sessionId, transcript, cwd: undefined, prompt: '', source: '', tool: '', toolInput: {} }
    const { extractAndCommit } = await import('./at-stop.ts')
    await extractAndCommit(callFor(input, files, env), leftWaitMs, leftWaitMs)
  } catch (thrown) {
    noteFault(files, 'stop', thrown)
  }
}

const leftWaitMs = 30_000
/** Runs the hook with a name, and ends the process with success. */
export const runHook = async (name: string, rest: readonly string[]): Promise<void> => {
  const [option, transcript, sessionId] = rest
  if (option === '--left' && transcript !== undefined && sessionId !== undefined) {
    await finishLeft(transcript, sessionId, process.env)
    process.exit(0)
  }
  setTimeout(() => process.exit(0), limitOf(process.env)).unref()
  process.stdout.on('error', () => process.exit(0))
  const output = await outputOf(name, process.env)
  process.stdout.write(output, () => process.exit(0))
}
