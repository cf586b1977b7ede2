/** Captures of a store: where their spools lie, how one is begun, and what becomes of those whose process died. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CaptureView } from '../../contract/capture-views.ts'
import { StrataError } from '../../model/failure.ts'
import { acquireLock, isHeld, type Lock } from '../../store/lock.ts'
import { Capture, captureSettings, type AskStore, type Captured, type CaptureSettings } from './capture.ts'
import { damagedEnding, Spool } from './spool.ts'

const folderOf = (storeDir: string): string => join(storeDir, 'captures')

export interface RunningCapture {
  readonly capture: Capture
  /** Commits what is left. */
  end(): Promise<Captured>
}

const ending = (capture: Capture, lock: Lock): RunningCapture => ({
  capture,
  async end() {
    try {
      return await capture.end()
    } finally {
      await lock.release()
    }
  },
})

/** Begins a capture into a store, whoever owns that. */
export const beginCapture = async (
  storeDir: string,
  parts: { readonly ask: AskStore; readonly settings: CaptureSettings; readonly warn: (text: string) => void },
): Promise<RunningCapture> => {
  const spool = new Spool(join(folderOf(storeDir), `${parts.settings.startedAtMs}-${process.pid}.spool`))
  const lock = await acquireLock(`${spool.path}.lock`, 'strata capture')
  spool.write('settings', Buffer.from(JSON.stringify(parts.settings)))
  return ending(new Capture({ ...parts, spool }), lock)
}

const spoolsIn = (storeDir: string): readonly string[] => namesIn(storeDir).filter((name) => name.endsWith('.spool'))

const namesIn = (storeDir: string): readonly string[] => {
  try {
    return readdirSync(folderOf(storeDir)).sort()
  } catch {
    // Nothing was ever captured into this store.
    return []
  }
}

/** Captures whose spool is still there, newest first. */
export const listCaptures = async (storeDir: string): Promise<readonly CaptureView[]> => {
  const views: CaptureView[] = []
  for (const name of spoolsIn(storeDir)) {
    const path = join(folderOf(storeDir), name)
    const [, startedAt = '0', pid = '0'] = /^(\d+)-(\d+)\.spool$/.exec(name) ?? []
    const bytes = statSync(path, { throwIfNoEntry: false })?.size
    // It may have ended since the folder was read.
    if (bytes !== undefined) views.push({ startedAt: Number(startedAt), pid: Number(pid), bytes, isRunning: await isHeld(`${path}.lock`) })
  }
  return views.sort((a, b) => b.startedAt - a.startedAt)
}

/** What is left of spools that could not be read to their end, in words. */
export const captureFaults = (storeDir: string): readonly string[] =>
  namesIn(storeDir)
    .filter((name) => name.endsWith(damagedEnding))
    .map(
      (name) =>
        `A capture was damaged: what could not be read of it is ${join(folderOf(storeDir), name)}; what stood before it was taken in`,
    )

/** Whether a process still writes the spool. */
const lockSpool = async (path: string): Promise<Lock | undefined> => {
  try {
    return await acquireLock(`${path}.lock`, 'strata')
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'store-locked') return undefined
    throw thrown
  }
}

const recover = async (path: string, ask: AskStore, warn: (text: string) => void): Promise<Captured | undefined> => {
  const lock = await lockSpool(path)
  if (lock === undefined) return undefined
  const { spool, records: before } = Spool.reopen(path)
  const [first] = before
  if (first?.kind !== 'settings') {
    // It died before it had read anything.
    await spool.remove()
    await lock.release()
    return undefined
  }
  const settings = captureSettings.parse(JSON.parse(first.content.toString('utf8')))
  return ending(new Capture({ ask, settings, warn, spool, before }), lock).end()
}

/** Brings into the store what captures had read whose process died. Gives what was brought in. */
export const recoverCaptures = async (storeDir: string, ask: AskStore, warn: (text: string) => void): Promise<readonly Captured[]> => {
  const recovered: Captured[] = []
  for (const name of spoolsIn(storeDir)) {
    const captured = await recover(join(folderOf(storeDir), name), ask, warn)
    if (captured !== undefined) recovered.push(captured)
  }
  return recovered
}
