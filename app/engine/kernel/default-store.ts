/** The folder of the store when no other is named. */
import { homedir } from 'node:os'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The platform's place for a program's data: XDG on Linux, Application Support on macOS, LOCALAPPDATA on Windows. */
export const defaultStoreDir = (env: Environment, platform: NodeJS.Platform): string => {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  if (env['STRATA_STORE'] !== undefined && env['STRATA_STORE'] !== '') return env['STRATA_STORE']
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Strata')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Strata')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'strata')
}
