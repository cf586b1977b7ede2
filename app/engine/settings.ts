/**
 * What the person chose about this machine, kept in a small file beside the store. It is not in the journal: the journal is the truth
 * about sessions and goes with the store to other machines, where other folders are watched.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const remote = z.object({ name: z.string(), path: z.string() }).readonly()

const savedQuery = z.object({ name: z.string(), sql: z.string(), savedAt: z.number() }).readonly()

const settings = z.object({
  watchedFolders: z.array(z.string()).default([]),
  remotes: z.array(remote).default([]),
  savedQueries: z.array(savedQuery).default([]),
  /** Key of the hashes in lakes that are to hold no names; drawn when it is needed first, 64 hex digits. */
  lakeKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Where the API key is: see findApiKey, which says what is wrong with it. */
  apiKey: z.unknown().optional(),
})

export type Settings = Readonly<z.infer<typeof settings>>

const fileOf = (storeDir: string): string => join(storeDir, 'settings.json')

/** The usual settings when there are none, or when the file is damaged: they can be chosen again. */
export const readSettings = (storeDir: string): Settings => {
  try {
    return settings.parse(JSON.parse(readFileSync(fileOf(storeDir), 'utf8')))
  } catch {
    return settings.parse({})
  }
}

/** A crash leaves the old file or the new one. */
export const writeSettings = (storeDir: string, changed: Settings): void => {
  const file = fileOf(storeDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(changed, undefined, 2)}\n`)
  renameSync(`${file}.new`, file)
}
