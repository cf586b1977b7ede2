/** Copies of stores that were made before: what a test writes to one, no other test sees. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { tempDir } from './temp-dir.ts'
import { importInto } from './with-engine.ts'

export const copyOf = (store: string): string => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  return copy
}

const imported = new Map<string, Promise<string>>()

const importOnce = async (folder: string): Promise<string> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'strata-imported-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const store = path.join(dir, 'store')
  await importInto(store, [folder])
  return store
}

/** A copy of a store with the sessions of a folder that no test changes, imported once in each test process. */
export const importedStore = async (folder: string): Promise<string> => {
  const store = imported.get(folder) ?? importOnce(folder)
  imported.set(folder, store)
  return copyOf(await store)
}

export const sampleStore = (): Promise<string> => importedStore(path.resolve('samples/projects'))
