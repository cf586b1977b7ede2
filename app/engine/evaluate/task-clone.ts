/** The fresh clone of a run: a commit and what was before it, no more. The repository that it is made from is only read. */
import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StrataError } from '../../model/failure.ts'
import { withoutGitVariables } from '../kernel/git-environment.ts'

/** A partial clone fetches nothing, and a path such as `app/[id]/x.ts` is no pattern. */
const environment = (): NodeJS.ProcessEnv => ({
  ...withoutGitVariables(process.env),
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '4',
  GIT_CONFIG_KEY_0: 'core.hooksPath',
  GIT_CONFIG_VALUE_0: devNull,
  GIT_CONFIG_KEY_1: 'core.fsmonitor',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'protocol.allow',
  GIT_CONFIG_VALUE_2: 'never',
  GIT_CONFIG_KEY_3: 'protocol.file.allow',
  GIT_CONFIG_VALUE_3: 'always',
})

const limitMs = 600_000
const maxOutput = 64 * 1024 * 1024

type Git = (...args: readonly string[]) => Promise<string>

/** Git in a folder. */
const gitIn =
  (folder: string, signal: AbortSignal): Git =>
  async (...args) => {
    try {
      const options = { env: environment(), timeout: limitMs, maxBuffer: maxOutput, signal, encoding: 'utf8' } as const
      return (await promisify(execFile)('git', ['-C', folder, ...args], options)).stdout
    } catch (thrown) {
      if (signal.aborted) throw new StrataError('cancelled', 'The evaluation was stopped', {}, thrown)
      throw new StrataError('system-refused', `git ${args[0] ?? ''} failed in ${folder}`, { folder }, thrown)
    }
  }

export interface TaskClone {
  readonly folder: string
  /** Full id of the commit. */
  readonly base: string
  /** Id of the commit, or of the tree that its setup command made of it: what the agent begins with. */
  readonly start: string
  readonly git: Git
}

/** Files of this machine, which no diff of the run contains. */
const ownFiles = '.agent-context/\n.claude/settings.local.json\n'

/** @param folder is made @throws StrataError system-refused, cancelled */
export const makeClone = async (repo: string, commit: string, folder: string, signal: AbortSignal): Promise<TaskClone> => {
  const base = (await gitIn(repo, signal)('rev-parse', '--verify', '-q', '--end-of-options', `${commit}^{commit}`)).trim()
  mkdirSync(folder, { recursive: true })
  const git = gitIn(folder, signal)
  await git('init', '-q', '-b', 'main')
  await git('fetch', '-q', '--no-tags', '--no-recurse-submodules', '--end-of-options', repo, base)
  await git('reset', '-q', '--hard', base)
  appendFileSync(join(folder, '.git/info/exclude'), ownFiles)
  return { folder, base, start: base, git }
}

/** The clone as it is now, so that changes count from here. @throws StrataError system-refused, cancelled */
export const startedHere = async (clone: TaskClone): Promise<TaskClone> => {
  await clone.git('add', '-A')
  return { ...clone, start: (await clone.git('write-tree')).trim() }
}

/** What differs from the start, as a patch; also new files. */
export const changeIn = async ({ git, start }: TaskClone): Promise<string> => {
  await git('add', '-A')
  return git('diff', '--cached', '--no-ext-diff', '--no-textconv', '--no-color', start)
}

/** Puts the tests of a patch in place of what the agent made of their files. @throws StrataError system-refused, cancelled */
export const applyTests = async ({ git, base, folder }: TaskClone, patch: string): Promise<void> => {
  const file = join(folder, '.git/strata-tests.patch')
  writeFileSync(file, patch.endsWith('\n') ? patch : `${patch}\n`)
  const names = (await git('apply', '--numstat', '-z', file))
    .split('\0')
    .map((row) => row.split('\t')[2] ?? '')
    .filter((name) => name !== '')
  const there = new Set((await git('ls-tree', '-r', '-z', '--name-only', base, '--', ...names)).split('\0'))
  for (const name of names) {
    await git('rm', '-rqf', '--cached', '--ignore-unmatch', '--', name)
    await git('clean', '-fdxq', '--', name)
    if (there.has(name)) await git('checkout', '-q', base, '--', name)
  }
  await git('apply', '--whitespace=nowarn', file)
}
