/** The system's own notice of changes below a folder: one watch for the whole tree where the system has that, else one a folder. */
import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity } from './scan-folder.ts'
import { systemReason } from '../../model/failure.ts'

export interface WatchEvents {
  /** Something happened at a path: a file was written, or something appeared there or went. */
  happened(path: string): void
  /** Watching does not work any more: the system's code, such as ENOSPC. No more changes are reported. */
  failed(code: string): void
}

export type OpenWatch = typeof watch

/** Linux watches one folder at a time; what Node offers there for a tree watches every file, and exists from version 20 on. */
const watchesTrees = (platform: NodeJS.Platform): boolean => platform === 'darwin' || platform === 'win32'

/** A folder that goes takes its watch with it: that is no failure of watching. */
const missingCodes: readonly string[] = ['ENOENT', 'ENOTDIR', 'EPERM', 'ENODEV']

interface Watched {
  readonly watcher: FSWatcher
  /** The folder that was there when the watch was opened: a watch does not pass to another folder in its place. */
  readonly identity: string | undefined
}

export class FolderWatches {
  readonly #watches = new Map<string, Watched>()
  readonly #events: WatchEvents
  readonly #open: OpenWatch
  readonly #wholeTree: boolean
  #opened = 0
  #closed = false

  constructor(events: WatchEvents, open: OpenWatch = watch, platform: NodeJS.Platform = process.platform) {
    this.#events = events
    this.#open = open
    this.#wholeTree = watchesTrees(platform)
  }

  /** Watches these folders, the uppermost first, and gives up others. True when some were not watched before. */
  follow(folders: readonly string[]): boolean {
    const wanted = new Set(this.#wholeTree ? folders.slice(0, 1) : folders)
    for (const folder of [...this.#watches.keys()]) if (!wanted.has(folder)) this.#drop(folder)
    return this.#openAll([...wanted])
  }

  /** Watches these folders below those that are watched already. True when some were not. */
  add(folders: readonly string[]): boolean {
    return !this.#wholeTree && this.#openAll(folders)
  }

  has(folder: string): boolean {
    return this.#watches.has(folder)
  }

  close(): void {
    this.#closed = true
    for (const folder of [...this.#watches.keys()]) this.#drop(folder)
  }

  #openAll(folders: readonly string[]): boolean {
    const before = this.#opened
    for (const folder of folders) this.#openOne(folder)
    return this.#opened > before
  }

  #openOne(folder: string): void {
    const identity = folderIdentity(folder)
    if (this.#closed || (this.#watches.has(folder) && this.#watches.get(folder)?.identity === identity)) return
    this.#drop(folder)
    try {
      const watcher = this.#open(folder, { persistent: true, recursive: this.#wholeTree, encoding: 'utf8' }, (_event, name) => {
        if (!this.#closed) this.#events.happened(name === null ? folder : join(folder, name))
      })
      watcher.on('error', (error) => this.#trouble(folder, error))
      this.#watches.set(folder, { watcher, identity })
      this.#opened += 1
    } catch (thrown) {
      this.#trouble(folder, thrown)
    }
  }

  #trouble(folder: string, thrown: unknown): void {
    if (this.#closed) return
    this.#drop(folder)
    const code = systemReason(thrown)
    if (missingCodes.includes(code)) this.#events.happened(folder)
    else {
      this.close()
      this.#events.failed(code)
    }
  }

  #drop(folder: string): void {
    this.#watches.get(folder)?.watcher.close()
    this.#watches.delete(folder)
  }
}
