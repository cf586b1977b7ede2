/** Watches one folder of transcripts. The folder may appear, disappear, be replaced, or be too large to be watched. */
import { sep } from 'node:path'
import { changeQueue, quietMs, type ChangeQueue } from './change-queue.ts'
import { changeBetween, changesBetween, seenCloser, type FileChange, type FileStamp, type FileStamps } from '../import/file-changes.ts'
import { FolderWatches, type OpenWatch } from './folder-watches.ts'
import { folderIdentity, scanFolder, stampOf, whyEmpty, type FolderScan } from './scan-folder.ts'
import { systemReason } from '../../model/failure.ts'

/** Intervals of the checks, milliseconds. */
export interface WatchPace {
  /** Whether the folder is still there. */
  readonly rootMs: number
  /** Every file, for what the system's notices have missed. */
  readonly scanMs: number
  /** Every file, when there are no notices. */
  readonly pollMs: number
  /** Whether there are notices again. */
  readonly retryMs: number
}

const defaultPace: WatchPace = { rootMs: 2_000, scanMs: 30_000, pollMs: 2_000, retryMs: 300_000 }

/** A look at every file takes at most 1/n of the time: the first n applies with change notices, the second without. */
const scanShare = { watching: 200, polling: 20 } as const
/** The clock advanced by more than this between two looks: the machine slept, and notices may be lost. */
const gapMs = 10_000

export type WatchState =
  /** The reason says why a watched folder has no files, when that is known. */
  | { readonly kind: 'starting' | 'watching'; readonly reason: string | undefined }
  /** waiting: there is no such folder, or it cannot be read; polling: the system gives no notice. */
  | { readonly kind: 'waiting' | 'polling'; readonly reason: string }

/** The outcome of a batch of changes. */
export interface Delivered {
  /** Paths to try again later. */
  readonly again: readonly string[]
  /** How long the work itself took, milliseconds: not what it had to wait for. */
  readonly workMs: number
}

export interface RootWatchOptions {
  /** The folder under its given name; the path is resolved whenever the folder appears. */
  readonly folder: () => string
  /** The stamps of files at their last import. */
  readonly known: FileStamps
  readonly isWanted: (path: string) => boolean
  /** Files that are worked on together have the same group. */
  readonly groupOf: (path: string) => string
  /** Deals with changes, one batch at a time. */
  readonly onChanges: (changes: readonly FileChange[], folder: string) => Promise<Delivered>
  readonly onState: () => void
  /** Receives the stamps of all files after the first scan, before any file is reported. */
  readonly onFirstLook?: (files: FileStamps) => void
  readonly pace?: WatchPace
  readonly openWatch?: OpenWatch
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the limit of file watches is reached (fs.inotify.max_user_watches)',
  EMFILE: 'the limit of watchers (fs.inotify.max_user_instances) or open files is reached',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'the folder cannot be read: no permission',
}

const reasonOf = (code: string): string => reasons[code] ?? `system error ${code}`

export class RootWatch {
  readonly #options: RootWatchOptions
  readonly #pace: WatchPace
  readonly #queue: ChangeQueue
  #stamps: Map<string, FileStamp>
  /** Files that exist, imported or not. */
  #present = new Set<string>()
  /** Folders below the root that came, went or were replaced. */
  readonly #branches = new Set<string>()
  #watches: FolderWatches | undefined
  #state: WatchState = { kind: 'starting', reason: undefined }
  #root: string
  #identity: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #armedFor = Infinity
  #nextCheckAt = 0
  #nextScanAt = 0
  #retryAt = Infinity
  #scannedAt: number | undefined
  #lastScanMs = 0
  #working: Promise<void> | undefined
  #closed = false

  constructor(options: RootWatchOptions) {
    this.#options = options
    this.#pace = options.pace ?? defaultPace
    this.#queue = changeQueue(options.groupOf)
    this.#stamps = new Map(options.known)
    this.#root = options.folder()
    this.#arm()
  }

  get state(): WatchState {
    return this.#state
  }

  /** The resolved path of the folder. */
  get root(): string {
    return this.#root
  }

  /** Number of files that exist. */
  get files(): number {
    return this.#present.size
  }

  /** When all files were last looked at, milliseconds since 1970; undefined: not yet. */
  get scannedAt(): number | undefined {
    return this.#scannedAt
  }

  /** Ends watching; resolves when the batch that is worked on is done. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#watches?.close()
    await this.#working
  }

  #set(state: WatchState): void {
    const isSame = state.kind === this.#state.kind && state.reason === this.#state.reason
    this.#state = state
    if (!isSame) this.#options.onState()
  }

  /** Wakes when the next thing is to be done; nothing is armed while a batch is worked on. */
  #arm(): void {
    clearTimeout(this.#timer)
    this.#armedFor = Infinity
    if (this.#closed || this.#working !== undefined) return
    const now = Date.now()
    const at = Math.min(this.#nextCheckAt, this.#nextScanAt, this.#queue.nextDue ?? Infinity, this.#branches.size > 0 ? now : Infinity)
    this.#armedFor = at
    this.#timer = setTimeout(() => this.#wake(at), Math.max(0, at - now))
  }

  #wake(expectedAt: number): void {
    const now = Date.now()
    if (now - expectedAt > gapMs) this.#nextScanAt = now
    const work = this.#work(now).finally(() => {
      this.#working = undefined
      this.#arm()
    })
    this.#working = work
  }

  async #work(now: number): Promise<void> {
    if (now >= this.#nextCheckAt) this.#checkRoot(now)
    if (this.#identity !== undefined && now >= this.#nextScanAt) await this.#scan()
    if (this.#branches.size > 0) await this.#lookAtBranches()
    await this.#deliver()
  }

  /** Notices that the folder came, went, or is another one. */
  #checkRoot(now: number): void {
    this.#nextCheckAt = now + this.#pace.rootMs
    const root = this.#identity === undefined ? this.#options.folder() : this.#root
    const identity = folderIdentity(root)
    if (identity === this.#identity && identity !== undefined) return
    if (identity === undefined) this.#lose('ENOENT')
    else {
      this.#watches?.close()
      this.#watches = undefined
      this.#root = root
      this.#identity = identity
      this.#nextScanAt = now
    }
  }

  /** The folder is gone: so are its files, until it comes back. */
  #lose(code: string): void {
    this.#watches?.close()
    this.#watches = undefined
    this.#identity = undefined
    this.#nextScanAt = Infinity
    this.#retryAt = Infinity
    const now = Date.now()
    if (code === 'ENOENT' || code === 'ENOTDIR') for (const path of this.#stamps.keys()) this.#queue.notice(path, now)
    this.#set({ kind: 'waiting', reason: reasonOf(code) })
  }

  /** Looks at every file, watches every folder, and notices what differs from before. */
  async #scan(): Promise<void> {
    const startedAt = Date.now()
    try {
      if (startedAt >= this.#retryAt) this.#retryAt = Infinity
      this.#branches.clear()
      const scan = await this.#look(this.#root, (folders) => this.#follow(folders))
      const now = Date.now()
      // Files that were deleted while the folder was not watched are no news: they may be all that the client ever deleted.
      if (this.#scannedAt === undefined) {
        this.#stamps = seenCloser(this.#stamps, scan.files)
        this.#options.onFirstLook?.(scan.files)
      }
      for (const { path } of changesBetween(this.#stamps, scan.files)) this.#queue.notice(path, now)
      this.#present = new Set([...scan.files].flatMap(([path, { isFile }]) => (isFile ? [path] : [])))
      this.#lastScanMs = now - startedAt
      this.#scannedAt = now
      this.#planScan(now)
      if (this.#watches !== undefined) this.#set({ kind: 'watching', reason: whyEmpty(scan) })
    } catch (thrown) {
      this.#lose(systemReason(thrown))
    }
  }

  /** The files of a folder. A file that appears in a folder before it is watched would be missed: so new folders are scanned again. */
  async #look(folder: string, follow: (folders: readonly string[]) => boolean): Promise<FolderScan> {
    const scan = await scanFolder(folder, this.#options.isWanted)
    return follow(scan.folders) ? scanFolder(folder, this.#options.isWanted) : scan
  }

  /** Looks at folders that came or went, and at nothing else. */
  async #lookAtBranches(): Promise<void> {
    const branches = [...this.#branches]
    this.#branches.clear()
    for (const branch of branches) {
      const files = await this.#filesOf(branch)
      const before = new Map([...this.#stamps].filter(([path]) => path.startsWith(`${branch}${sep}`)))
      for (const { path } of changesBetween(before, files)) this.#queue.notice(path, Date.now())
    }
  }

  async #filesOf(branch: string): Promise<FileStamps> {
    try {
      return (await this.#look(branch, (folders) => this.#watches?.add(folders) ?? false)).files
    } catch {
      // It is gone or cannot be read: the next full look shows which.
      return new Map()
    }
  }

  #planScan(now: number): void {
    const [everyMs, share] = this.#watches === undefined ? [this.#pace.pollMs, scanShare.polling] : [this.#pace.scanMs, scanShare.watching]
    this.#nextScanAt = now + Math.max(everyMs, this.#lastScanMs * share)
  }

  /** Watches these folders; true when some were not watched before. */
  #follow(folders: readonly string[]): boolean {
    if (this.#retryAt !== Infinity) return false
    this.#watches ??= new FolderWatches(
      { happened: (path) => this.#happened(path), failed: (code) => this.#abandon(code) },
      this.#options.openWatch,
    )
    return this.#watches.follow(folders)
  }

  /** Without notices all files are looked at again and again. */
  #abandon(code: string): void {
    this.#watches?.close()
    this.#watches = undefined
    const now = Date.now()
    this.#retryAt = now + this.#pace.retryMs
    this.#planScan(now)
    this.#set({ kind: 'polling', reason: `${reasonOf(code)}; all files are checked every few seconds instead` })
    this.#arm()
  }

  #happened(path: string): void {
    const now = Date.now()
    if (this.#options.isWanted(path)) this.#queue.notice(path, now)
    else if (this.#watches?.has(path) === true || folderIdentity(path) !== undefined) this.#branches.add(path)
    if (folderIdentity(this.#root) !== this.#identity) this.#nextCheckAt = now
    if (this.#armedFor > now + quietMs) this.#arm()
  }

  /** Reports the files whose waiting time is over and that did change. */
  async #deliver(): Promise<void> {
    const paths = this.#queue.take(Date.now())
    const changes = paths.flatMap((path): readonly FileChange[] => {
      const stamp = stampOf(path)
      // What cannot be looked at is neither gone nor another.
      if (stamp === 'hidden') return []
      const kind = changeBetween(this.#stamps.get(path), stamp)
      if (stamp === undefined) this.#stamps.delete(path)
      else this.#stamps.set(path, stamp)
      if (stamp?.isFile === true) this.#present.add(path)
      else this.#present.delete(path)
      return kind === undefined ? [] : [{ path, kind }]
    })
    if (changes.length === 0) return
    const { again, workMs } = await this.#options.onChanges(changes, this.#root)
    // Forgotten, so that the next look at all files finds them new.
    for (const path of again) this.#stamps.delete(path)
    this.#queue.rest(
      changes.map(({ path }) => path),
      workMs,
      Date.now(),
    )
  }
}
