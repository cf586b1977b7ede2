/** Commits the files of a project's memory, and nothing else. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { devNull } from 'node:os'
import { join, relative } from 'node:path'
import { outsideOf } from '../../agent-context/claude-md.ts'
import { withoutGitVariables } from '../kernel/git-environment.ts'
import type { ProjectFiles } from './project.ts'
import { readBytes } from './stored-text.ts'

/** Least time for a command, so that what was begun can be undone, milliseconds. */
const leastMs = 150
const message = 'chore: update agent context'

/** Until when Git may work in a folder. */
interface Place {
  readonly root: string
  readonly until: number
}

const git = ({ root, until }: Place, args: readonly string[]): Buffer =>
  execFileSync('git', ['-C', root, ...args], {
    env: withoutGitVariables(process.env),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: Math.max(leastMs, until - Date.now()),
    maxBuffer: 1 << 26,
  })

const succeeds = (place: Place, args: readonly string[]): boolean => {
  try {
    git(place, args)
    return true
  } catch {
    return false
  }
}

/** Files of work that Git has begun and not ended. */
const begun = ['rebase-merge', 'rebase-apply', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG', 'sequencer', 'index.lock']

/** Whether HEAD is a branch that has a commit, and Git is in the middle of nothing: the first commit is for a person to make. */
const isAtRest = (place: Place): boolean => {
  try {
    const folder = git(place, ['rev-parse', '--absolute-git-dir']).toString('utf8').trimEnd()
    const isOnBranch = succeeds(place, ['symbolic-ref', '-q', 'HEAD']) && succeeds(place, ['rev-parse', '-q', '--verify', 'HEAD'])
    return isOnBranch && !begun.some((name) => existsSync(join(folder, name)))
  } catch {
    return false
  }
}

/** Whether a person changed nothing of CLAUDE.md that a commit would take with it. */
const isOnlySection = ({ root, claudeMd }: ProjectFiles, place: Place): boolean => {
  const now = readBytes(claudeMd)
  if (now === undefined) return false
  try {
    return outsideOf(git(place, ['show', `HEAD:./${relative(root, claudeMd)}`])) === outsideOf(now)
  } catch {
    return false
  }
}

/** @param limitMs time that all commands of Git have together. @returns whether a commit was made */
export const commitMemory = (files: ProjectFiles, limitMs: number): boolean => {
  const { root } = files
  const place = { root, until: Date.now() + limitMs }
  if (!isAtRest(place)) return false
  const own = [files.events, files.graph, files.config, files.attributes].filter((path) => existsSync(path))
  const paths = [...own, ...(isOnlySection(files, place) ? [files.claudeMd] : [])].map((path) => relative(root, path))
  if (paths.length === 0) return false
  git(place, ['add', '--', ...paths])
  if (succeeds(place, ['diff', '--cached', '--quiet', '--', ...paths])) return false
  // Only these paths, also when others are staged; hooks and signatures of the repository could ask or wait.
  const quietly = ['-c', 'commit.gpgSign=false', '-c', `core.hooksPath=${devNull}`, '-c', 'gc.auto=0', '-c', 'maintenance.auto=false']
  try {
    git(place, [...quietly, 'commit', '--quiet', '--no-verify', '--only', '-m', message, '--', ...paths])
  } catch (thrown) {
    // The next commit of a person has nothing of it.
    succeeds(place, ['reset', '--quiet', '--', ...paths])
    throw thrown
  }
  return true
}
