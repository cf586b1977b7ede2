/** The key with which a lake's names are hashed. It stays with the store's settings: without it nobody can try names out. */
import { createHash, randomBytes } from 'node:crypto'
import { readSettings, writeSettings } from '../settings.ts'

/** 64 hex digits; drawn at first. */
export const lakeKey = (storeDir: string): string => {
  const settings = readSettings(storeDir)
  if (settings.lakeKey !== undefined) return settings.lakeKey
  const drawn = randomBytes(32).toString('hex')
  writeSettings(storeDir, { ...settings, lakeKey: drawn })
  return drawn
}

/** Names the store in its lakes: tells two keys apart and neither of them. */
export const storeMark = (key: string): string => createHash('sha256').update(`strata lake ${key}`).digest('hex').slice(0, 16)
