/** The status of a working tree, by Git. It runs nothing that the repository names: hooks, filters, monitors, transports. */
import { execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'
import { withoutGitVariables } from '../kernel/git-environment.ts'

export interface GitStatus {
  /** Null: on no branch. */
  readonly branch: string | null
  /** Time of the commit that is checked out, milliseconds since 1970; null: there is none. */
  readonly headAt: number | null
  /** From the folder on, with forward slashes; one that ends with a slash is a folder of which no file is known to Git. */
  readonly files: readonly { readonly path: string; readonly isNew: boolean }[]
}

/** Why nothing was read, as a sentence without a full stop. */
export interface NoStatus {
  readonly why: string
}

const run = promisify(execFile)
const limitMs = 10_000
const maxOutput = 8 * 1024 * 1024
const maxFilters = 100

/** Settings that count more than those of the repository, as `-c` gives them to any version of Git. */
const quiet: readonly string[] = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'safe.bareRepository=explicit',
  'status.submoduleSummary=false',
]

const environment = (): NodeJS.ProcessEnv => ({
  ...withoutGitVariables(process.env),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A missing object is not fetched: the repository names the command for that.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
})

/** @throws what execFile throws */
const git = async (folder: string, settings: readonly string[], args: readonly string[]): Promise<string> => {
  const options = { env: environment(), timeout: limitMs, maxBuffer: maxOutput, windowsHide: true } as const
  const given = settings.flatMap((setting) => ['-c', setting])
  const { stdout } = await run('git', [...given, '-C', folder, '--no-pager', ...args], options)
  return stdout
}

const filterKey = /^filter\.(.*)\.[^.]+$/s

/** Names of the settings of filters, '' where there is none. */
const filterSettings = async (folder: string): Promise<string | undefined> => {
  const args = ['config', '-z', '--includes', '--name-only', '--get-regexp', String.raw`^filter\.`]
  try {
    return await git(folder, quiet, args)
  } catch (thrown) {
    // Anything but Git's own word for none can hide a filter.
    return (thrown as { readonly code?: unknown }).code === 1 ? '' : undefined
  }
}

/** A name with an equals sign would end there in a setting, and one that is no UTF-8 is not the one that was read. */
const canBeSwitchedOff = (name: string): boolean => !/[=\uFFFD]/.test(name)

/** Filters would run for a file whose time differs: without them, one that a filter makes equal counts as changed. */
const withoutFilters = async (folder: string): Promise<readonly string[] | NoStatus> => {
  const settings = await filterSettings(folder)
  if (settings === undefined) return { why: 'its settings of filters cannot be read' }
  const filters = [...new Set(settings.split('\0').flatMap((name) => filterKey.exec(name)?.[1] ?? []))]
  if (filters.length > maxFilters) return { why: 'it names too many filters' }
  if (!filters.every(canBeSwitchedOff)) return { why: 'it names a filter that cannot be switched off' }
  return [...quiet, ...filters.flatMap((name) => [`filter.${name}.clean=`, `filter.${name}.process=`, `filter.${name}.required=false`])]
}

/** A line of `status --porcelain=v2`: fields before the path, by the kind of the line. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

const filesIn = (lines: readonly string[], prefix: string): GitStatus['files'] =>
  lines.flatMap((line) => {
    const kind = line[0] ?? ''
    const fields = fieldsBefore[kind]
    if (fields === undefined) return []
    const path = line.split(' ').slice(fields).join(' ')
    return path.startsWith(prefix) && path !== prefix ? [{ path: path.slice(prefix.length), isNew: kind === '?' }] : []
  })

const whyNot = (thrown: unknown): string => {
  const { code, killed, stderr } = thrown as { readonly code?: unknown; readonly killed?: boolean; readonly stderr?: string }
  if (code === 'ENOENT') return 'git is not installed'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'it has too many changed files'
  if (killed === true) return 'git did not answer in time'
  return (stderr ?? '').includes('not a git repository') ? 'it is not in a repository of Git' : 'git cannot read it'
}

/** @param folder its files alone are named, also where the working tree begins above it */
export const gitStatus = async (folder: string): Promise<GitStatus | NoStatus> => {
  try {
    const prefix = (await git(folder, quiet, ['rev-parse', '--show-prefix'])).replace(/\r?\n$/, '')
    const settings = await withoutFilters(folder)
    if ('why' in settings) return settings
    const flags = [
      '--porcelain=v2',
      '-z',
      '--branch',
      '--no-ahead-behind',
      '--no-renames',
      '--ignore-submodules=all',
      '--untracked-files=normal',
    ]
    const lines = (await git(folder, settings, ['status', ...flags, '--', '.'])).split('\0')
    const head = /^\d+/.exec(await git(folder, settings, ['rev-list', '-1', '--timestamp', 'HEAD']).catch(() => ''))?.[0]
    const branch = lines.find((line) => line.startsWith('# branch.head '))?.slice('# branch.head '.length)
    return {
      branch: branch === undefined || branch === '(detached)' ? null : branch,
      headAt: head === undefined ? null : Number(head) * 1000,
      files: filesIn(lines, prefix),
    }
  } catch (thrown) {
    return { why: whyNot(thrown) }
  }
}
