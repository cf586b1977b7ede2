/** Answers the calls that need the desktop: folder dialogs, the file manager, the clipboard, the browser. */
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { clipboard, dialog, nativeImage, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { JobView } from '../app/contract/jobs.ts'
import type { MenuScreen } from '../app/contract/shell.ts'
import type { SavedTable } from '../app/contract/sql.ts'
import { StrataError } from '../app/model/failure.ts'
import type { AskEngine, ShellCalls } from './answer-call.ts'
import { answerOf } from './answer-call.ts'
import type { ChosenPaths } from './chosen-paths.ts'
import { chooseFile, writeNew, writeWhole } from './save-file.ts'

export interface ShellParts {
  /** The window at the time of a call. */
  readonly currentWindow: () => BrowserWindow | undefined
  /** Gives what is saved. */
  readonly askEngine: AskEngine
  /** Hears which places the person chose. */
  readonly chosen: ChosenPaths
  readonly showScreens: (screens: readonly MenuScreen[]) => void
}

type OpenProperties = NonNullable<OpenDialogOptions['properties']>

/** The existing files or folders that the person chose. */
async function chooseThere(window: BrowserWindow | undefined, title: string, properties: OpenProperties): Promise<readonly string[]> {
  const options = { title, properties: ['showHiddenFiles' as const, ...properties] }
  const { canceled, filePaths } = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return canceled ? [] : filePaths
}

/** The answers to the calls that need the desktop. */
export function shellCalls({ currentWindow, askEngine, chosen, showScreens }: ShellParts): ShellCalls {
  return {
    'shell.showScreens': ({ items }) => {
      showScreens(items)
      return Promise.resolve(null)
    },
    'shell.chooseFolders': async () => {
      const folders = await chooseThere(currentWindow(), 'Choose folders', ['openDirectory', 'createDirectory', 'multiSelections'])
      chosen.add(...folders)
      return folders
    },
    'shell.chooseFile': async () => (await chooseThere(currentWindow(), 'Choose a file', ['openFile']))[0] ?? null,
    'shell.chooseTarget': async ({ name }) => {
      const file = await chooseFile(currentWindow(), name)
      if (file !== undefined) chosen.add(file)
      return file ?? null
    },
    'shell.revealPath': async ({ path: target }) => {
      await revealPath(target)
      return null
    },
    'shell.saveArtifact': async ({ ref, name }) => {
      const file = await chooseFile(currentWindow(), name)
      if (file === undefined) return null
      const bytes = (await answerOf(askEngine, 'artifact.bytes', { ref })) as Uint8Array
      await writeWhole(file, (half) => writeNew(half, bytes))
      return { path: file, bytes: bytes.byteLength }
    },
    'shell.saveTable': async ({ sql, format }) => {
      const file = await chooseFile(currentWindow(), `rows.${format}`)
      // The dialog asked whether to replace an existing file.
      return file === undefined
        ? null
        : ((await answerOf(askEngine, 'sql.save', { sql, format, path: file, replace: true })) as JobView<SavedTable>)
    },
    'shell.savePicture': async ({ name, png, svg }) => {
      const file = await chooseFile(currentWindow(), name)
      if (file === undefined) return null
      const bytes = png === undefined ? Buffer.from(svg ?? '', 'utf8') : Buffer.from(png, 'base64')
      await writeWhole(file, (half) => writeNew(half, bytes))
      return { path: file, bytes: bytes.length }
    },
    'shell.copyPicture': ({ png }) => {
      clipboard.writeImage(nativeImage.createFromBuffer(Buffer.from(png, 'base64')))
      return Promise.resolve(null)
    },
    'shell.copyText': ({ text }) => {
      clipboard.writeText(text)
      return Promise.resolve(null)
    },
    'shell.openExternal': async ({ url }) => {
      await offerExternal(url, currentWindow())
      return null
    },
  }
}

/** Shows a file or folder in the file manager; throws path-unreadable when it is not there. It is shown, never opened. */
export async function revealPath(target: string): Promise<void> {
  if (!path.isAbsolute(target)) throw new StrataError('path-refused', `Cannot show ${target}: the path is not absolute`, { path: target })
  try {
    await lstat(target)
  } catch (error) {
    throw new StrataError('path-unreadable', `${target} does not exist`, { path: target }, error)
  }
  shell.showItemInFolder(target)
}

/** Opens an https address in the browser if the person agrees; Strata itself never goes there. */
export async function offerExternal(url: string, window: BrowserWindow | undefined): Promise<void> {
  const messageBox = {
    type: 'question' as const,
    message: 'Open this address in your browser?',
    detail: url.length > 500 ? `${url.slice(0, 500)}…` : url,
    buttons: ['Open in Browser', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const { response } = await (window === undefined ? dialog.showMessageBox(messageBox) : dialog.showMessageBox(window, messageBox))
  if (response === 0) await shell.openExternal(url)
}
