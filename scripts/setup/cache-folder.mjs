/** Where downloads and unpacked tools are kept between runs; deleting it costs time, never data. */
import { homedir } from 'node:os'
import path from 'node:path'

/** The cache folder of this user on this platform (it may not exist yet). */
export function cacheFolder(env = process.env, platform = process.platform) {
  if (env.STRATA_CACHE) return path.resolve(env.STRATA_CACHE)
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'Strata')
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local'), 'Strata', 'Cache')
  }
  return path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'strata')
}
