/** Writes a file where the person says, in a dialog; the window has no say in the path beyond a suggested name. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { SavedFile } from '../app/contract/artifact-views.ts'
import { StrataError } from '../app/model/failure.ts'
import { suggestedName } from './suggested-name.ts'

/** A file that is there already is replaced only as a whole, and only because the dialog asked. Undefined path: the person did not save. */
export async function saveWhereChosen(window: BrowserWindow | undefined, name: string, bytes: Uint8Array): Promise<SavedFile | null> {
  const options = { title: 'Save', defaultPath: path.join(app.getPath('documents'), suggestedName(name)) }
  const chosen = await (window === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  if (chosen.canceled || chosen.filePath === '') return null
  await writeWhole(chosen.filePath, bytes)
  return { path: chosen.filePath, bytes: bytes.byteLength }
}

/** @throws StrataError path-refused when it cannot be written; what was there before is still there then */
async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const half = `${target}.${randomBytes(4).toString('hex')}.part`
  try {
    const file = await open(half, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(half, target)
  } catch (error) {
    await rm(half, { force: true })
    throw new StrataError('path-refused', `${target} could not be written`, { path: target }, error)
  }
}
