/** Watches folders of transcripts and imports changes, as long as the engine runs. */
import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { finder, probeRoots } from '../../../importer/agents.ts'
import { isInStore } from '../../../importer/store-folder.ts'
import type { ImportResult } from '../../contract/import.ts'
import type { Signal } from '../../contract/signals.ts'
import type { FollowedChange, WatchedFolder, WatchView } from '../../contract/watch.ts'
import type { FileChange } from '../import/file-changes.ts'
import { RootWatch, type Delivered, type WatchPace } from './folder-watcher.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { importChanges, notFollowed, type Followed } from './import-changes.ts'
import { knownSources } from '../import/known-sources.ts'
import { rememberFirstLook } from '../import/find-changed.ts'
import { knownStamps, recentSessions } from './recent-sessions.ts'
import { sourceIdOf } from '../../transcripts/hash-file.ts'
import type { KnownSource } from '../import/plan-import.ts'
import { prepareSession } from './prepare-session.ts'
import { runImport } from '../import/run-import.ts'
import { forgetUnreadable, mayBeReadLater } from '../import/unreadable-files.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { readSettings, writeSettings } from '../kernel/settings.ts'
import { showSession } from '../sessions/list-sessions.ts'

/** Above this number of changed files, the import runs as a visible job, such as the first one after a long time. */
const maxQuietFiles = 30

/** A reader who opens a session is answered first, and may move to another within this time, milliseconds. */
const checkMs = 400

interface Watched {
  readonly path: string
  readonly watch: RootWatch
  readonly problems: Map<string, string>
  lastChange: { readonly at: number; readonly file: string } | undefined
}

const folderFor = (path: string): string => {
  try {
    return finder.transcriptRoot(path)
  } catch {
    return resolve(path)
  }
}

/** Folders of this machine; those that do not exist yet too, when none does. */
const foundFolders = (env: EngineContext['env']): readonly string[] => {
  const roots = probeRoots(env)
  const present = roots.filter((root) => root.exists)
  return (present.length > 0 ? present : roots).map((root) => root.path)
}

/** @throws StrataError path-refused */
const refuseFiles = (paths: readonly string[]): void => {
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
      throw new StrataError('path-refused', `${path} is a file: watch its folder instead`, { path })
  }
}

export class Watching {
  readonly #context: EngineContext
  readonly #jobs: Jobs
  readonly #onSignal: (signal: Signal) => void
  readonly #pace: WatchPace | undefined
  readonly #watched = new Map<string, Watched>()
  /** The session that was looked at last. */
  #expected = ''
  #closed = false

  constructor(context: EngineContext, jobs: Jobs, onSignal: (signal: Signal) => void, pace?: WatchPace) {
    this.#context = context
    this.#jobs = jobs
    this.#onSignal = onSignal
    this.#pace = pace
  }

  show(): WatchView {
    return { folders: [...this.#watched.values()].map(showFolder) }
  }

  /** @throws StrataError path-refused */
  async start(paths: readonly string[], remember: boolean, env = this.#context.env): Promise<WatchView> {
    const chosen = paths.length > 0 ? paths.map((path) => resolve(path)) : foundFolders(env)
    refuseFiles(chosen)
    await this.#addAll(chosen)
    if (remember) this.#remember([...readSettings(this.#context.store.dir).watchedFolders, ...chosen])
    return this.show()
  }

  /** Stops watching the paths; without paths, all of them. They are not watched at the next start either. */
  async stop(paths: readonly string[]): Promise<WatchView> {
    const chosen = new Set(paths.length > 0 ? paths.map((path) => resolve(path)) : this.#watched.keys())
    this.#remember(readSettings(this.#context.store.dir).watchedFolders.filter((path) => paths.length > 0 && !chosen.has(path)))
    await this.unwatch([...chosen])
    return this.show()
  }

  /** Stops for now: what is remembered is watched again when the app opens the store. */
  async unwatch(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const watched = this.#watched.get(path)
      this.#watched.delete(path)
      await watched?.watch.close()
    }
    this.#notify()
  }

  /**
   * Prepares for a reader who opens a session: if its files are watched, they are read before its next line comes.
   * @returns true when they were read; false when not, or when the reader has moved to another session
   * @throws StrataError cancelled when the engine is closed
   */
  async expect(sessionId: string): Promise<boolean> {
    this.#expected = sessionId
    await setTimeout(checkMs, undefined, { ref: false })
    return this.#jobs.quietly(async () => this.#expected === sessionId && this.#readAhead(sessionId))
  }

  /** Watches again what was watched when the store was last open in the app. */
  async resume(): Promise<void> {
    const { watchedFolders } = readSettings(this.#context.store.dir)
    await this.#addAll(watchedFolders)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#watched.values()].map(({ watch }) => watch.close()))
  }

  #remember(folders: readonly string[]): void {
    const { dir } = this.#context.store
    writeSettings(dir, { ...readSettings(dir), watchedFolders: [...new Set(folders)] })
  }

  async #addAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#add(path)
    this.#notify()
  }

  async #add(path: string): Promise<void> {
    if (this.#closed || this.#watched.has(path)) return
    const sources = await this.#sourcesBelow(folderFor(path))
    const problems = new Map<string, string>()
    let recent = recentSessions(sources, Date.now())
    const watch = new RootWatch({
      folder: () => folderFor(path),
      known: knownStamps(sources),
      isWanted: (path) => finder.isTranscriptPath(path) && !isInStore(path),
      groupOf: (path) => finder.sessionPathOf(path),
      onChanges: (changes, root) => this.#follow(watched, changes, root),
      onFirstLook: (files) => {
        void this.#jobs.quietly(() => rememberFirstLook(this.#context.store, sources, files)).catch(() => undefined)
      },
      onState: () => {
        this.#notify()
        if (watch.state.kind !== 'watching') return
        this.#expectAll(recent)
        recent = []
        // A reader may have opened a session before its folder was watched.
        if (this.#expected !== '') this.#expectAll([this.#expected])
      },
      ...(this.#pace === undefined ? {} : { pace: this.#pace }),
    })
    const watched: Watched = { path, watch, problems, lastChange: undefined }
    this.#watched.set(path, watched)
  }

  /** Prepares sessions that agents work on, even without a reader: their lines show in the list of sessions. */
  #expectAll(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) {
      void setTimeout(checkMs, undefined, { ref: false })
        .then(() => this.#jobs.quietly(() => this.#readAhead(sessionId)))
        // A line that comes is shown all the same.
        .catch(() => undefined)
    }
  }

  async #readAhead(sessionId: string): Promise<boolean> {
    const sources = this.#context.store.session(sessionId)?.sources ?? []
    const isWatched = sources.some(({ path }) => [...this.#watched.values()].some(({ watch }) => path.startsWith(`${watch.root}${sep}`)))
    return isWatched && prepareSession(this.#context, sessionId)
  }

  async #sourcesBelow(root: string): Promise<readonly KnownSource[]> {
    const sources = await knownSources(this.#context.store)
    return sources.filter(({ path }) => path.startsWith(`${root}${sep}`))
  }

  /** Never rejects. */
  async #follow(watched: Watched, changes: readonly FileChange[], root: string): Promise<Delivered> {
    const startedAt = Date.now()
    const last = changes.at(-1)
    if (last !== undefined) watched.lastChange = { at: startedAt, file: last.path }
    const paths = changes.filter(({ kind }) => kind !== 'removed').map(({ path }) => path)
    const removedPaths = changes.filter(({ kind }) => kind === 'removed').map(({ path }) => path)
    for (const { path } of changes) watched.problems.delete(path)
    try {
      if (removedPaths.length > 0) await this.#jobs.quietly(() => forgetUnreadable(this.#context.store, removedPaths))
      const followed = await this.#importPaths(paths, root)
      await this.#announce(root, changes, followed)
      return { again: this.#keepProblems(watched, paths, followed), workMs: followed.workMs }
    } catch (thrown) {
      return { again: this.#failed(watched, changes, paths, root, thrown), workMs: Date.now() - startedAt }
    } finally {
      this.#notify()
    }
  }

  async #importPaths(paths: readonly string[], root: string): Promise<Followed> {
    if (paths.length === 0) {
      this.#context.changed([])
      return { sessions: [], unreadable: [], workMs: 0 }
    }
    if (paths.length <= maxQuietFiles) return this.#jobs.quietly((progress) => importChanges(this.#context, paths, root, progress))
    const input = { paths: [root], dryRun: false, principal: undefined }
    const { jobId } = this.#jobs.start('import', (progress) => runImport(this.#context, input, progress))
    const job = await this.#jobs.wait(jobId)
    if (job.failure !== undefined && job.failure.code !== 'bug') throw new StrataError(job.failure.code, job.failure.message)
    if (job.failure !== undefined) throw new Error(job.failure.message)
    const { sessions, records, newCommits, ms } = job.result as ImportResult
    if (sessions === 0) return { sessions: [], unreadable: [], workMs: ms }
    return { sessions: [{ sessionId: undefined, paths, newRecords: records, newCommits }], unreadable: [], workMs: ms }
  }

  #keepProblems(watched: Watched, paths: readonly string[], { unreadable }: Followed): readonly string[] {
    const refused = new Map(unreadable.map((file) => [file.source_id, file]))
    return paths.filter((path) => {
      const file = refused.get(sourceIdOf(path))
      if (file !== undefined) watched.problems.set(path, file.reason)
      return file !== undefined && mayBeReadLater(file)
    })
  }

  /** Cancelled changes are not retried automatically; all others are. */
  #failed(watched: Watched, changes: readonly FileChange[], paths: readonly string[], root: string, thrown: unknown): readonly string[] {
    const { code, message } = toFailure(thrown)
    if (code === 'cancelled') return []
    for (const path of paths) watched.problems.set(path, message)
    const unreadable = paths.map((path) => notFollowed(path, message))
    void this.#announce(root, changes, { sessions: [], unreadable, workMs: 0 })
    return paths
  }

  async #announce(root: string, changes: readonly FileChange[], followed: Followed): Promise<void> {
    const kinds = new Map(changes.map((change) => [change.path, change]))
    const whole = {
      at: Date.now(),
      root,
      title: null,
      project: null,
      newRecords: 0,
      newCommits: 0,
      problem: null,
      tookMs: Math.round(followed.workMs),
    }
    const notify = (change: FollowedChange): void => this.#onSignal({ kind: 'followed', change })
    const removed = changes.filter(({ kind }) => kind === 'removed')
    if (removed.length > 0) notify({ ...whole, sessionId: null, files: removed })
    for (const { sessionId, paths, newRecords, newCommits } of followed.sessions) {
      const files = paths.flatMap((path) => kinds.get(path) ?? [])
      const named = sessionId === undefined ? undefined : await this.#nameOf(sessionId)
      notify({ ...whole, ...named, sessionId: sessionId ?? null, files, newRecords, newCommits })
    }
    for (const { source_id, file, reason } of followed.unreadable) {
      const files = changes.filter(({ path }) => sourceIdOf(path) === source_id)
      // It may be another file of a session that grew.
      notify({ ...whole, sessionId: null, files, problem: files.length === 0 ? `${file}: ${reason}` : reason })
    }
  }

  async #nameOf(sessionId: string): Promise<Pick<FollowedChange, 'title' | 'project'>> {
    try {
      const { title, project } = await showSession(this.#context.store.database, sessionId)
      return { title, project }
    } catch {
      // A session without a record has no row.
      return { title: null, project: null }
    }
  }

  #notify(): void {
    if (!this.#closed) this.#onSignal({ kind: 'watch', watch: this.show() })
  }
}

const showFolder = ({ path, watch, problems, lastChange }: Watched): WatchedFolder => ({
  path,
  root: watch.root,
  state: watch.state.kind,
  reason: watch.state.reason ?? null,
  files: watch.files,
  lastChangeAt: lastChange?.at ?? null,
  lastChangedFile: lastChange?.file ?? null,
  scannedAt: watch.scannedAt ?? null,
  problems: [...problems].slice(0, 100).map(([file, reason]) => ({ file, reason })),
})
