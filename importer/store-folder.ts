/** Recognises the folder of a Strata store: its journal has the name of a transcript and is none. */
import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** True for a folder with a journal and a folder that contains packs only. */
export const isStoreFolder = (folder: string): boolean => {
  try {
    const hasJournal = lstatSync(join(folder, 'journal.jsonl')).isFile()
    return hasJournal && readdirSync(join(folder, 'packs')).every((name) => name.startsWith('pack-'))
  } catch {
    return false
  }
}

/** True for a file directly in the folder of a store. */
export const isInStore = (path: string): boolean => isStoreFolder(dirname(path))
