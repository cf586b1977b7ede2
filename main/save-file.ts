/** Writes a file where the person says, in a dialog; the window has no say in the path beyond a suggested name. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { StrataError } from '../app/model/failure.ts'
import { suggestedName } from './suggested-name.ts'

/** Where the person wants it; undefined: nowhere. */
export async function chooseFile(window: BrowserWindow | undefined, name: string): Promise<string | undefined> {
  const options = { title: 'Save', defaultPath: path.join(app.getPath('documents'), suggestedName(name)) }
  const chosen = await (window === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  return chosen.canceled || chosen.filePath === '' ? undefined : chosen.filePath
}

/**
 * Writes a file in one step: `write` writes a temporary file beside it, which then replaces it. Nothing else replaces an existing file, and
 * the dialog asked first.
 * @throws StrataError path-refused when it cannot be written; an existing file then stays unchanged
 */
export async function writeWhole<T>(target: string, write: (half: string) => Promise<T>): Promise<T> {
  const half = `${target}.${randomBytes(4).toString('hex')}.part`
  try {
    const written = await write(half)
    await rename(half, target)
    return written
  } catch (error) {
    await rm(half, { force: true })
    if (error instanceof StrataError) throw error
    throw new StrataError('path-refused', `Cannot write ${target}`, { path: target }, error)
  }
}

/** Writes bytes to a new file, readable by its owner alone. */
export async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const opened = await open(file, 'wx', 0o600)
  try {
    await opened.writeFile(bytes)
    await opened.sync()
  } finally {
    await opened.close()
  }
}
