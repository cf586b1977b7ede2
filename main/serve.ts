/** Main's end of the channel: takes calls from our own window only, and sends it signals. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import type { Signal } from '../app/contract/signals.ts'
import { callChannel, signalChannel } from './pack-envelope.ts'
import type { PackedEnvelope } from './pack-envelope.ts'
import { isWindowAddress } from './window-asset.ts'

/** Registers the one channel; a sender that is not our page's main frame is refused before its input is looked at. */
export function serveCalls(answer: (name: unknown, input: unknown) => Promise<PackedEnvelope>): void {
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) => {
    if (!isOwnPage(event)) throw new Error('Refused a call from a page that does not belong to Strata.')
    return answer(name, input)
  })
}

/** Sends a signal to the window, if it exists. */
export function sendSignal(window: BrowserWindow | undefined, signal: Signal): void {
  if (window === undefined || window.isDestroyed() || window.webContents.isDestroyed()) return
  window.webContents.send(signalChannel, signal)
}

function isOwnPage(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && isWindowAddress(frame.url)
}
