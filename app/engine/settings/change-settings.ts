/** Shows and changes what a person chose for a store on this machine. */
import { secretKinds } from '../../secrets/find-secrets.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SettingsView } from '../../contract/settings.ts'
import { StrataError } from '../../model/failure.ts'
import { defaultGranularity } from '../../model/granularity.ts'
import { maxPrivateWords } from '../../model/private-word.ts'
import type { Store } from '../../store/store.ts'
import { text } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import {
  readSettings,
  settingsFault,
  settingsFile,
  defaultEphemeralDays,
  defaultKeepDays,
  writeSettings,
  type Settings,
} from '../kernel/settings.ts'
import databaseVersion from './database-version.sql?raw'
import packageFile from '../../../package.json' with { type: 'json' }

const versionsOf = async (store: Store): Promise<SettingsView['versions']> => {
  const [database] = await store.database.query(databaseVersion, { version: text('version') })
  const { electron, node } = process.versions
  return {
    Strata: packageFile.version,
    DuckDB: database?.version ?? '',
    Node: node,
    ...(electron === undefined ? {} : { Electron: electron }),
  }
}

export const showSettings = async (store: Store): Promise<SettingsView> => {
  const settings = readSettings(store.dir)
  return {
    file: settingsFile(store.dir),
    fault: settingsFault(store.dir) ?? null,
    granularity: settings.granularity ?? defaultGranularity,
    keepDays: settings.keepDays ?? defaultKeepDays,
    maxBytes: settings.maxBytes ?? null,
    ephemeralDays: settings.ephemeralDays ?? defaultEphemeralDays,
    privateWords: settings.privateWords,
    secretKinds: [...new Set(secretKinds)],
    versions: await versionsOf(store),
  }
}

/** Undefined: the setting stays; null: the default, which is not written to the file. */
const chosen = <T>(asked: T | null | undefined, before: T | undefined, usual: T): T | undefined => {
  if (asked === undefined) return before
  return asked === null || asked === usual ? undefined : asked
}

const wordsAfter = ({ privateWords }: Settings, { addWords, removeWords }: CallParsed<'settings.change'>): readonly string[] => {
  const unknown = removeWords.find((word) => !privateWords.includes(word))
  if (unknown !== undefined)
    throw new StrataError('not-found', `“${unknown}” is not a private word`, { text: unknown, list: 'strata settings' })
  const words = [...new Set([...privateWords.filter((word) => !removeWords.includes(word)), ...addWords])]
  if (words.length > maxPrivateWords)
    throw new StrataError('invalid-input', `Too many private words: the maximum is ${maxPrivateWords}`, {})
  return words
}

/** @throws StrataError not-found, invalid-input, disk-full */
export const changeSettings = async ({ store, changed }: EngineContext, asked: CallParsed<'settings.change'>): Promise<SettingsView> => {
  const before = readSettings(store.dir)
  const privateWords = wordsAfter(before, asked)
  writeSettings(store.dir, {
    ...before,
    granularity: chosen(asked.granularity, before.granularity, defaultGranularity),
    keepDays: chosen(asked.keepDays, before.keepDays, defaultKeepDays),
    maxBytes: chosen(asked.maxBytes, before.maxBytes, 0),
    ephemeralDays: chosen(asked.ephemeralDays, before.ephemeralDays, defaultEphemeralDays),
    privateWords: [...privateWords].sort((a, b) => a.localeCompare(b)),
  })
  // Windows that show them ask again.
  changed([])
  return showSettings(store)
}
