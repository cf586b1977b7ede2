/** Where Claude Code looks for the transcripts of a working directory. */
import { realpath, stat, link, open, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve, basename, dirname } from 'node:path'
import { StrataError, systemCode } from '../../model/failure.ts'
import { randomUUID } from 'node:crypto'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { makeFolder } from '../../store/files/make-folder.ts'

/** The directory as the client sees it when it is started there. @throws StrataError path-unreadable */
export const workingDirectory = async (cwd: string): Promise<string> => {
  try {
    const real = await realpath(resolve(cwd))
    if ((await stat(real)).isDirectory()) return real
  } catch (cause) {
    throw new StrataError(
      'path-unreadable',
      `The working directory ${cwd} does not exist on this machine`,
      { path: cwd, option: 'cwd' },
      cause,
    )
  }
  throw new StrataError('path-unreadable', `${cwd} is not a directory`, { path: cwd })
}

type Env = Readonly<Record<string, string | undefined>>

const ownFolder = (env: Env): string => {
  const own = (env['CLAUDE_CONFIG_DIR'] ?? '').split(',')[0]?.trim() ?? ''
  return own === '' ? join(env['HOME'] ?? env['USERPROFILE'] ?? homedir(), '.claude') : own
}

/**
 * @param cwd a real path.
 * @param configDir folder of the client's settings; undefined: where `env` says.
 */
export const transcriptFolder = (cwd: string, configDir: string | undefined, env: Env): string => {
  const config = configDir ?? ownFolder(env)
  return join(config, 'projects', projectSlug(cwd))
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** The command that resumes the session. */
export const resumeCommand = (cwd: string, sessionId: string): string => `cd ${quoted(cwd)} && claude --resume ${sessionId}`

const longest = 200

/** As Java hashes a text, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return Math.abs(hash)
}

/** @param directory its real path, symlinks resolved. */
export const projectSlug = (directory: string): string => {
  const slug = directory.replace(/[^a-zA-Z0-9]/g, '-')
  return slug.length <= longest ? slug : `${slug.slice(0, longest)}-${hashOf(directory).toString(36)}`
}

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Where no link can be made, the file is written in its place. */
const noLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

const place = async (whole: string, path: string, bytes: Uint8Array): Promise<void> => {
  try {
    await link(whole, path)
  } catch (cause) {
    if (!noLinks.includes(systemCode(cause))) throw cause
    await write(path, bytes)
  }
}

/** @param replaces an existing file is replaced, as a whole or not at all. @throws StrataError target-exists, path-refused, disk-full */
export const writeExport = async (path: string, bytes: Uint8Array, replaces = false): Promise<void> => {
  const whole = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}.part`)
  try {
    await makeFolder(dirname(path), 0o700)
    await write(whole, bytes)
    if (replaces) await rename(whole, path)
    else await place(whole, path, bytes)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST')
      throw new StrataError('target-exists', `${path} exists already and was not changed`, { path }, cause)
    if (isFull(cause)) throw diskFull(path, cause)
    throw new StrataError('path-refused', `Cannot write ${path}: ${cause instanceof Error ? cause.message : ''}`, { path }, cause)
  } finally {
    await rm(whole, { force: true }).catch(() => undefined)
  }
}
