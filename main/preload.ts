/** The only bridge into the window: one function to call, one to listen. It names no call, so it never changes. */
import { contextBridge, ipcRenderer } from 'electron'
import type { Signal } from '../app/contract/signals.ts'
import { callChannel, signalChannel } from './pack-envelope.ts'
import type { PackedEnvelope } from './pack-envelope.ts'

const bridge = {
  call: (name: string, input: unknown): Promise<PackedEnvelope> => ipcRenderer.invoke(callChannel, name, input) as Promise<PackedEnvelope>,
  onSignal: (listener: (signal: Signal) => void): (() => void) => {
    // The event object would hand the sender to the page, so only the signal is passed on.
    const receive = (_event: unknown, signal: Signal): void => {
      listener(signal)
    }
    ipcRenderer.on(signalChannel, receive)
    return () => {
      ipcRenderer.off(signalChannel, receive)
    }
  },
} as const

contextBridge.exposeInMainWorld('strata', bridge)
