/** The API key that the user configured: it is read when it is needed, and kept nowhere. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { StrataError } from '../../model/failure.ts'
import { readSettings } from '../kernel/settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ApiKey {
  readonly key: string
  /** The variable or the file that it is from. */
  readonly from: string
}

const defaultVariable = 'ANTHROPIC_API_KEY'

/** A value that is valid in a header of a request. */
const plain = /^[\x21-\x7e]{8,1000}$/

/** @throws StrataError key-missing */
const checked = (key: string, from: string): ApiKey => {
  if (!plain.test(key))
    throw new StrataError('key-missing', `${from} does not contain an API key: one word of 8 to 1,000 characters`, { from })
  return { key, from }
}

const inVariable = (name: string, env: Environment): ApiKey | undefined => {
  const key = env[name]?.trim() ?? ''
  return key === '' ? undefined : checked(key, name)
}

const named = z.union([z.strictObject({ file: z.string().min(1) }), z.strictObject({ env: z.string().min(1) })])

const inFile = async (path: string): Promise<ApiKey> => {
  try {
    return checked((await readFile(path, 'utf8')).trim(), path)
  } catch (cause) {
    if (cause instanceof StrataError) throw cause
    throw new StrataError('key-missing', `Cannot read the file with the API key: ${path}`, { path }, cause)
  }
}

const keyFromSettings = async (storeDir: string, setting: unknown, env: Environment): Promise<ApiKey> => {
  const place = named.safeParse(setting)
  // The value is not shown: it may be a key.
  if (!place.success) throw new StrataError('key-missing', 'apiKey in settings.json is neither {"file": "…"} nor {"env": "…"}')
  if ('file' in place.data) return inFile(isAbsolute(place.data.file) ? place.data.file : join(storeDir, place.data.file))
  const name = place.data.env
  const key = inVariable(name, env)
  if (key === undefined)
    throw new StrataError('key-missing', `settings.json names ${name} for the API key, but that variable is not set`, { env: name })
  return key
}

/**
 * In ANTHROPIC_API_KEY, else where `apiKey` in settings.json beside the store says; undefined: no key is configured.
 * @throws StrataError key-missing for a place that was named and contains none
 */
export const findApiKey = async (storeDir: string, env: Environment): Promise<ApiKey | undefined> => {
  const usual = inVariable(defaultVariable, env)
  const setting = readSettings(storeDir).apiKey
  return usual !== undefined || setting === undefined ? usual : keyFromSettings(storeDir, setting, env)
}
