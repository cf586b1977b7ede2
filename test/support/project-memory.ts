/** A project with a memory, and the built program in it: its commands, and its hooks as an agent runs them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { conversation, type Conversation } from './conversation.ts'
import { cli, strataEnv } from './strata-command.ts'
import { tempDir } from './temp-dir.ts'
import { writeConversation } from './write-conversation.ts'

export interface Project {
  readonly home: string
  readonly root: string
  readonly memory: string
}

export const env = ({ home }: Pick<Project, 'home'>, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...strataEnv(path.join(home, 'store')),
  // The machine of the tests may be busy.
  AGENT_CONTEXT_LIMIT_MS: '60000',
  ...more,
})

export const run = (project: Project, args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: project.root,
    env: env(project, more),
    input,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { code: status, out: stdout, err: stderr }
}

export const reasoning = (project: Project, ...args: readonly string[]) => run(project, ['reasoning', ...args])

export const hook = (
  project: Project,
  name: string,
  input: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
) => run(project, ['reasoning', 'hook', name], JSON.stringify({ cwd: project.root, ...input }), more)

export const git = (project: Project, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', project.root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' })

export const newProject = (): Project => {
  const home = tempDir()
  const root = path.join(home, 'harbour')
  mkdirSync(root)
  const project = { home, root, memory: path.join(root, '.agent-context') }
  git(project, 'init', '-q', '-b', 'main')
  git(project, 'config', 'user.name', 'A')
  git(project, 'config', 'user.email', 'a@example.org')
  return project
}

export const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8')

/** A session that decided, failed and was corrected. */
export const lampsTalk = ({ root }: Project, seed = 'a'): Conversation =>
  conversation({ seed, cwd: root })
    .human('Name the lamps of the harbour')
    .thinks("I'll go with a map of lamps by their name, because the lighthouse keeper looks them up.")
    .writes(path.join(root, 'src/lamps.ts'), 'export const lamps = new Map()\n')
    .runs('npm run build:lamps', 'lamps.ts(1,1): error', { error: true })
    .agent('The map of lamps is there.')
    .human('No, do not keep the lamps in a global map, use a class instead')
    .agent('I will use a class.')

/** A project whose memory has the session. */
export const withMemory = (): { readonly project: Project; readonly transcript: string; readonly talk: Conversation } => {
  const project = newProject()
  expect(reasoning(project, 'init')).toMatchObject({ code: 0 })
  const talk = lampsTalk(project)
  const [transcript = ''] = writeConversation(path.join(project.home, '.claude'), talk).mainFiles
  expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })).toEqual({ code: 0, out: '', err: '' })
  return { project, transcript, talk }
}

export const contextIn = (out: string): string =>
  (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext
