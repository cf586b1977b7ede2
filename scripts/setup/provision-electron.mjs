/** Finds or fetches an Electron to run Strata in: its own download first, else the registry's. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.mjs'
import { fallbackObstacle, fetchFallback, unpackedFallback } from './fallback-electron.mjs'
import { downloadOfficialElectron, installedElectron } from './official-electron.mjs'
import { say, SetupError } from './say.mjs'

const retryAfterMs = 24 * 60 * 60 * 1000

/**
 * An Electron as {origin, folder, executable, version}. Nothing is fetched when one is at hand (a day after a
 * failed download it is tried again) or when offline (`npm_config_offline` or STRATA_OFFLINE).
 * Throws a SetupError that says what was tried and why it failed.
 */
export async function provisionElectron() {
  const found = installedElectron() ?? (triedLately() ? unpackedFallback() : undefined)
  if (found !== undefined) return found
  const reasons = []
  const fetched = await tryOfficial(reasons)
  return fetched ?? unpackedFallback() ?? (await tryFallback(reasons))
}

async function tryOfficial(reasons) {
  if (isOffline()) {
    reasons.push('fetching is off (offline)')
    return undefined
  }
  say('fetching Electron')
  const reason = await downloadOfficialElectron()
  if (reason === undefined) return installedElectron()
  reasons.push(`its own download failed: ${reason}`)
  rememberTry()
  return undefined
}

async function tryFallback(reasons) {
  const obstacle = isOffline() ? undefined : fallbackObstacle()
  if (obstacle !== undefined) reasons.push(obstacle)
  if (isOffline() || obstacle !== undefined) throw new SetupError(`no Electron: ${reasons.join('; ')}`)
  say(reasons.join('; '))
  try {
    return await fetchFallback()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    throw new SetupError(`no Electron: ${[...reasons, error.message].join('; ')}`, { cause: error })
  }
}

function isOffline(env = process.env) {
  return env.npm_config_offline === 'true' || Boolean(env.STRATA_OFFLINE)
}

function triedLately() {
  const tried = statSync(triedFile(), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - tried < retryAfterMs
}

function rememberTry() {
  mkdirSync(cacheFolder(), { recursive: true })
  writeFileSync(triedFile(), '')
}

function triedFile() {
  return path.join(cacheFolder(), 'electron-download-failed')
}
