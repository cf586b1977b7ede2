/** Runs the real Claude Code client on this machine against a fake API, in a home of its own: to see what it sends. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { tempDir } from './temp-dir.ts'
import type { FakeApi, SentBody } from './fake-messages-api.ts'

const folderOf = (version: string): string => path.join(os.tmpdir(), 'strata-real-client', version)

const programIn = (folder: string): readonly [string, ...string[]] | undefined => {
  const packages = path.join(folder, 'node_modules/@anthropic-ai')
  const native = path.join(packages, `claude-code-${process.platform}-${process.arch}`, 'claude')
  const script = path.join(packages, 'claude-code/cli.js')
  if (existsSync(native)) return [native]
  return existsSync(script) ? [process.execPath, script] : undefined
}

/** The command that runs a version of the client, installed once per machine; undefined where it cannot be. */
export function realClient(version: string): readonly [string, ...string[]] | undefined {
  const folder = folderOf(version)
  const before = programIn(folder)
  if (before !== undefined) return before
  const building = `${folder}.${String(process.pid)}`
  try {
    mkdirSync(building, { recursive: true })
    writeFileSync(path.join(building, 'package.json'), '{"private":true}')
    const install = ['install', `@anthropic-ai/claude-code@${version}`, '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
    execFileSync('npm', install, { cwd: building, stdio: 'ignore', timeout: 300_000 })
    renameSync(building, folder)
  } catch {
    rmSync(building, { recursive: true, force: true })
  }
  return programIn(folder)
}

export interface Resumed {
  /** What was sent for the prompt; undefined when nothing was. */
  readonly body: SentBody | undefined
  readonly output: string
  /** Everything in the transcript folder afterwards: file name → text. */
  readonly transcript: string
}

export interface ResumeOptions {
  readonly client: readonly [string, ...string[]]
  readonly api: FakeApi
  readonly sessionId: string
  readonly transcript: Uint8Array | string
  readonly prompt?: string
  readonly args?: readonly string[]
}

/** Nothing of the one who runs the tests decides what the client does. */
export const clientEnvironment = (home: string, temp: string, api: FakeApi): Record<string, string> => ({
  HOME: home,
  PATH: process.env['PATH'] ?? '',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
  ANTHROPIC_API_KEY: 'sk-ant-fake',
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${String(api.port)}`,
  CLAUDE_CODE_TMPDIR: temp,
  TMPDIR: temp,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
})

/** Resumes a transcript with a prompt in a home that is removed afterwards. */
export async function resume(options: ResumeOptions): Promise<Resumed> {
  const { client, api, sessionId, transcript, prompt = 'next', args = [] } = options
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'strata-resume-')))
  const home = path.join(root, 'home')
  const project = path.join(root, 'project')
  const temp = path.join(root, 'tmp')
  const folder = path.join(home, '.claude/projects', project.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  for (const dir of [folder, project, temp]) mkdirSync(dir, { recursive: true })
  const file = path.join(folder, `${sessionId}.jsonl`)
  writeFileSync(file, transcript)
  const env = clientEnvironment(home, temp, api)
  api.sent()
  const [program, ...first] = client
  let output = ''
  try {
    const running = promisify(execFile)(program, [...first, '-p', prompt, '--resume', sessionId, ...args, '--output-format', 'json'], {
      cwd: project,
      env,
      timeout: 90_000,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    })
    running.child.stdin?.end()
    output = (await running).stdout
  } catch (cause) {
    output = String(cause).slice(0, 2000)
  }
  const bodies = api.sent()
  const mine = bodies.filter(({ messages }) => JSON.stringify(messages.slice(-3)).includes(prompt))
  const after = readFileSync(file, 'utf8')
  rmSync(root, { recursive: true, force: true })
  return { body: mine.at(-1), output, transcript: after }
}

export interface RunOptions {
  readonly client: readonly [string, ...string[]]
  /** Files of the working folder: path → text. */
  readonly files: Readonly<Record<string, string>>
  /** Each resumes the session of the one before. */
  readonly prompts: readonly string[]
  readonly args: readonly string[]
  /** @param folder the working folder */
  readonly answers: (folder: string) => Promise<FakeApi>
}

/** Runs a session in a home of its own; gives the folder of transcripts that the client wrote. */
export async function runClient({ client, files, prompts, args, answers }: RunOptions): Promise<{ readonly projects: string }> {
  const root = realpathSync(tempDir())
  const [home, project, temp] = ['home', 'project', 'tmp'].map((name) => path.join(root, name)) as [string, string, string]
  for (const dir of [home, project, temp]) mkdirSync(dir, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text)
  const api = await answers(project)
  const sessionId = randomUUID()
  const [program, ...first] = client
  try {
    for (const [at, prompt] of prompts.entries()) {
      const session = at === 0 ? ['--session-id', sessionId] : ['--resume', sessionId]
      const running = promisify(execFile)(program, [...first, '-p', prompt, ...session, ...args, '--output-format', 'json'], {
        cwd: project,
        env: clientEnvironment(home, temp, api),
        timeout: 90_000,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
      })
      running.child.stdin?.end()
      await running
    }
  } finally {
    api.close()
  }
  return { projects: path.join(home, '.claude/projects') }
}

/** A home, a working folder and a folder for temporary files, in which several sessions run one after another. */
export interface ClientPlace {
  readonly home: string
  readonly project: string
  readonly temp: string
}

export const clientPlace = (): ClientPlace => {
  const root = realpathSync(tempDir())
  const [home, project, temp] = ['home', 'project', 'tmp'].map((name) => path.join(root, name)) as [string, string, string]
  for (const dir of [home, project, temp]) mkdirSync(dir, { recursive: true })
  return { home, project, temp }
}

export interface PromptOptions {
  readonly client: readonly [string, ...string[]]
  readonly api: FakeApi
  readonly prompt: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs one prompt in a place that stays; gives what the client printed. */
export async function promptClient(place: ClientPlace, { client, api, prompt, args, env = {} }: PromptOptions): Promise<string> {
  const [program, ...first] = client
  const running = promisify(execFile)(program, [...first, '-p', prompt, ...args, '--output-format', 'json'], {
    cwd: place.project,
    env: { ...clientEnvironment(place.home, place.temp, api), ...env },
    timeout: 180_000,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end()
  return (await running).stdout
}
