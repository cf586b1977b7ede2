/** Which store this run works on, and where Chromium and the shell keep their own files for it. */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app } from 'electron'
import { defaultStoreDir } from '../app/engine/kernel/default-store.ts'

export interface Profile {
  readonly storeDir: string
  /** Window state, log and Chromium's files; one folder per store, because instances are kept apart by it. */
  readonly folder: string
}

/** The profile of the given store, or of the default one. */
export function chooseProfile(storeDir: string | undefined): Profile {
  const usual = defaultStoreDir({ ...process.env, STRATA_STORE: undefined }, process.platform)
  const chosen = storeDir ?? usual
  const home = path.join(app.getPath('appData'), 'strata')
  const folder = chosen === usual ? home : path.join(home, 'stores', createHash('sha256').update(chosen).digest('hex').slice(0, 12))
  mkdirSync(folder, { recursive: true })
  return { storeDir: chosen, folder }
}
