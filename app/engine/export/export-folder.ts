/** Where Claude Code looks for the transcripts of a working directory. */
import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { projectSlug } from './project-slug.ts'
import { StrataError } from '../../model/failure.ts'

/** The directory as the client sees it when it is started there. @throws StrataError path-unreadable */
export const workingDirectory = async (cwd: string): Promise<string> => {
  try {
    const real = await realpath(resolve(cwd))
    if ((await stat(real)).isDirectory()) return real
  } catch (cause) {
    throw new StrataError(
      'path-unreadable',
      `The session's working directory ${cwd} is not on this machine`,
      { path: cwd, option: 'cwd' },
      cause,
    )
  }
  throw new StrataError('path-unreadable', `${cwd} is no directory`, { path: cwd })
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

/** What to type to go on. */
export const resumeCommand = (cwd: string, sessionId: string): string => `cd ${quoted(cwd)} && claude --resume ${sessionId}`
