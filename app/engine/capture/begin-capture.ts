/** Captures of a store: the folder of their spools, how a capture begins, and the recovery of captures whose process died. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CaptureView } from '../../contract/agents.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import { isFull } from '../../store/files/disk-full.ts'
import { withGivenMask } from '../../store/files/private-files.ts'
import { acquireLock, isHeld, type Lock } from '../../store/files/lock.ts'
import { Capture, type AskStore, type Captured } from './capture.ts'
import { captureSettings, type CaptureSettings } from './capture-settings.ts'
import { damagedEnding, jsonIn, Spool } from './spool.ts'

const folderOf = (storeDir: string): string => join(storeDir, 'captures')

export interface RunningCapture {
  readonly capture: Capture
  /** Commits what is left. */
  end(): Promise<Captured>
}

const ending = (capture: Capture, lock: Lock | undefined): RunningCapture => ({
  capture,
  async end() {
    try {
      return await capture.end()
    } finally {
      await lock?.release()
    }
  },
})

/** The lock of a new spool; without room for it the spool has none, and is not there either until it can be written. */
const lockNew = async (path: string): Promise<Lock | undefined> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    return await acquireLock(`${path}.lock`, 'strata capture')
  } catch (thrown) {
    if (isFull(thrown)) return undefined
    throw thrown
  }
}

/** Begins a capture into a store, regardless of which process owns it. */
export const beginCapture = async (
  storeDir: string,
  parts: { readonly ask: AskStore; readonly settings: CaptureSettings; readonly warn: (text: string) => void },
): Promise<RunningCapture> => {
  const spool = new Spool(join(folderOf(storeDir), `${parts.settings.startedAtMs}-${process.pid}.spool`))
  const lock = await lockNew(spool.path)
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
        `A capture was damaged: the unreadable part is kept as ${join(folderOf(storeDir), name)}; everything before it was imported`,
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
  try {
    const { spool, records: before } = Spool.reopen(path)
    if (before.length === 0) {
      // It died before it had read anything.
      await spool.remove()
      return undefined
    }
    const [first] = before
    const settings = captureSettings.parse(first?.kind === 'settings' ? jsonIn(first.content) : {})
    return await new Capture({ ask, settings, warn, spool, before }).end()
  } finally {
    await lock.release()
  }
}

/** Imports what captures read whose process died, and returns those that were imported. A capture that fails is reported and stays. */
export const recoverCaptures = async (storeDir: string, ask: AskStore, warn: (text: string) => void): Promise<readonly Captured[]> => {
  const recovered: Captured[] = []
  for (const name of spoolsIn(storeDir)) {
    const path = join(folderOf(storeDir), name)
    try {
      const captured = await recover(path, ask, warn)
      if (captured !== undefined) recovered.push(captured)
    } catch (thrown) {
      warn(`cannot import the earlier capture ${path}; the next command tries again: ${toFailure(thrown).message}`)
    }
  }
  return recovered
}

/** Starts the program of an agent: its own files have the rights that its user chose, not those of the store. */
export const startAgent = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  withGivenMask(() => spawn(program, args, options))
