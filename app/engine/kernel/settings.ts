/**
 * Settings of a person for this machine, in a small file beside the store. They are not in the journal: the journal is transferred with the
 * store to other machines, where other folders are watched.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keepDays, maxBytes } from '../../contract/settings.ts'
import { privateWordsPattern } from '../../secrets/private-words.ts'
import { granularity } from '../../model/granularity.ts'
import { maxPrivateWords, privateWord } from '../../model/private-word.ts'
import { inputReasons, reportInput } from '../../model/input-reason.ts'
import { StrataError, systemReason } from '../../model/failure.ts'
import { parseJsonFile } from './json-file.ts'
import { damagedName } from '../../store/files/free-name.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'

const remote = z.object({ name: z.string(), path: z.string() }).readonly()

const savedQuery = z.object({ name: z.string(), sql: z.string(), savedAt: z.number() }).readonly()

export const defaultKeepDays = 14
export const defaultEphemeralDays = 7

const settings = z.object({
  watchedFolders: z.array(z.string()).default([]),
  remotes: z.array(remote).default([]),
  savedQueries: z.array(savedQuery).default([]),
  /** Key of the hashes in lakes that are to hold no names; drawn when it is needed first, 64 hex digits. */
  lakeKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** How finely new sessions are cut. Default: the usual granularity. */
  granularity: granularity.optional(),
  /** Retention in days: what was required within it is not collected. Default: the usual number. */
  keepDays: keepDays.optional(),
  maxBytes: maxBytes.optional(),
  ephemeralDays: keepDays.optional(),
  privateWords: z.array(privateWord).max(maxPrivateWords).default([]),
  /** Where the API key is: see findApiKey, which says what is wrong with it. */
  apiKey: z.unknown().optional(),
})

export type Settings = Readonly<z.infer<typeof settings>>

export const settingsFile = (storeDir: string): string => join(storeDir, 'settings.json')

/** The content of the file; undefined: it is not a JSON object. @throws SyntaxError without any text of the file */
const read = (storeDir: string): Readonly<Record<string, unknown>> | undefined => {
  const json = parseJsonFile(readFileSync(settingsFile(storeDir)))
  // The parser quotes the file, which may name private words.
  if ('reason' in json) throw new SyntaxError(`it is not valid JSON${json.line === undefined ? '' : ` (line ${json.line})`}`)
  const stored = json.value
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Readonly<Record<string, unknown>>) : undefined
}

const isThere = (storeDir: string): boolean => existsSync(settingsFile(storeDir))

/** The fault of the file, as text; undefined: the file has none or does not exist. */
export const settingsFault = (storeDir: string): string | undefined => {
  if (!isThere(storeDir)) return undefined
  try {
    const stored = read(storeDir)
    if (stored === undefined) return `${settingsFile(storeDir)} is not a JSON object`
    const known = Object.fromEntries(Object.entries(stored).filter(([name]) => isField(name)))
    const { error } = settings.safeParse(known, reportInput)
    return error && `${settingsFile(storeDir)} contains invalid values: ${inputReasons(error, 'the file').join('; ')}`
  } catch (thrown) {
    const reason = thrown instanceof SyntaxError ? thrown.message : systemReason(thrown)
    return `Cannot read ${settingsFile(storeDir)}: ${reason}`
  }
}

const isField = (name: string): name is keyof typeof settings.shape => Object.hasOwn(settings.shape, name)

/** The usual settings where there are none; of a damaged file what can be read of it. */
export const readSettings = (storeDir: string): Settings => {
  try {
    const stored = Object.entries(read(storeDir) ?? {})
    return settings.parse(
      Object.fromEntries(stored.filter(([name, value]) => isField(name) && settings.shape[name].safeParse(value).success)),
    )
  } catch {
    return settings.parse({})
  }
}

const writeDurably = (file: string, text: string): void => {
  const descriptor = openSync(file, 'w')
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } catch (cause) {
    rmSync(file, { force: true })
    throw isFull(cause) ? diskFull(file, cause) : cause
  } finally {
    closeSync(descriptor)
  }
}

/** Fields that another version wrote. */
const othersFields = (storeDir: string): Readonly<Record<string, unknown>> => {
  try {
    return Object.fromEntries(Object.entries(read(storeDir) ?? {}).filter(([name]) => !isField(name)))
  } catch {
    return {}
  }
}

/** Words that cannot be read stay unreadable until some are named: else exports would leave as if there were none. */
const lostWords = (storeDir: string, { privateWords }: Settings): Readonly<Record<string, unknown>> => {
  if (privateWords.length > 0 || !isThere(storeDir) || areWordsKnown(storeDir)) return {}
  return { privateWords: null }
}

/** True of a file that was written in the place of a damaged one, and only says that words are lost. */
const isKeptAlready = (storeDir: string): boolean => {
  try {
    return read(storeDir)?.['privateWords'] === null
  } catch {
    return false
  }
}

/** A crash leaves the old file or the new one; a damaged one is kept beside the new. @throws StrataError disk-full */
export const writeSettings = (storeDir: string, changed: Settings): void => {
  const file = settingsFile(storeDir)
  const stored = { ...othersFields(storeDir), ...changed, ...lostWords(storeDir, changed) }
  writeDurably(`${file}.new`, `${JSON.stringify(stored, undefined, 2)}\n`)
  if (settingsFault(storeDir) !== undefined && !isKeptAlready(storeDir)) renameSync(file, damagedName(file))
  renameSync(`${file}.new`, file)
}

/**
 * Finds the user's private words; undefined: there are none.
 * @throws StrataError invalid-input when they cannot be read: otherwise text would leave the store unredacted
 */
export const privateWords = (storeDir: string): RegExp | undefined => {
  if (!isThere(storeDir) || areWordsKnown(storeDir)) return privateWordsPattern(readSettings(storeDir).privateWords)
  const fault = settingsFault(storeDir) ?? settingsFile(storeDir)
  throw new StrataError(
    'invalid-input',
    `${fault}: the private words to redact are unknown. Correct the file, or add the words again: strata settings hide`,
    {},
  )
}

/** True when the file can be read, and names words as it should, or none. */
const areWordsKnown = (storeDir: string): boolean => {
  try {
    const stored = read(storeDir)
    return stored !== undefined && settings.shape.privateWords.safeParse(stored['privateWords']).success
  } catch {
    return false
  }
}
