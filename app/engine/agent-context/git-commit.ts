/** Commits the files of a project's memory, and nothing else. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { outsideOf } from '../../agent-context/claude-md.ts'
import type { ProjectFiles } from './project.ts'
import { readBytes } from './stored-text.ts'

const timeoutMs = 1_500
const message = 'chore: update agent context'

/** Variables of a Git command that runs the hook do not apply to this one. */
const environment = (): NodeJS.ProcessEnv => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

const git = (root: string, args: readonly string[]): Buffer =>
  execFileSync('git', ['-C', root, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    maxBuffer: 1 << 26,
  })

const succeeds = (root: string, args: readonly string[]): boolean => {
  try {
    git(root, args)
    return true
  } catch {
    return false
  }
}

/** Files of work that Git has begun and not ended. */
const begun = ['rebase-merge', 'rebase-apply', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG', 'sequencer', 'index.lock']

/** Whether HEAD is a branch, and Git is in the middle of nothing. */
const isAtRest = (root: string): boolean => {
  try {
    const folder = git(root, ['rev-parse', '--absolute-git-dir']).toString('utf8').trimEnd()
    return succeeds(root, ['symbolic-ref', '-q', 'HEAD']) && !begun.some((name) => existsSync(join(folder, name)))
  } catch {
    return false
  }
}

/** Whether a person changed nothing of CLAUDE.md that a commit would take with it. */
const isOnlySection = ({ root, claudeMd }: ProjectFiles): boolean => {
  const now = readBytes(claudeMd)
  if (now === undefined) return false
  try {
    return outsideOf(git(root, ['show', `HEAD:./${relative(root, claudeMd)}`])) === outsideOf(now)
  } catch {
    return false
  }
}

/** @returns whether a commit was made */
export const commitMemory = (files: ProjectFiles): boolean => {
  const { root } = files
  if (!isAtRest(root)) return false
  const own = [files.events, files.graph, files.config, files.attributes].filter((path) => existsSync(path))
  const paths = [...own, ...(isOnlySection(files) ? [files.claudeMd] : [])].map((path) => relative(root, path))
  if (paths.length === 0) return false
  git(root, ['add', '--', ...paths])
  if (succeeds(root, ['diff', '--cached', '--quiet', '--', ...paths])) return false
  // Only these paths, also when others are staged; hooks and signatures of the repository could ask or wait.
  git(root, ['-c', 'commit.gpgSign=false', 'commit', '--quiet', '--no-verify', '--only', '-m', message, '--', ...paths])
  return true
}
