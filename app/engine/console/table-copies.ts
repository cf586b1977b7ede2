/** Copies of the index for processes that run SQL: one for each state of the tables that is asked, as long as it is. */
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../store/database.ts'

/** How long a copy stays that nobody uses. */
const keptMs = 60_000

interface Copy {
  readonly database: Database
  readonly writes: number
  readonly folder: Promise<string>
  readonly index: Promise<string>
  users: number
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Beside the index, where there is room for another, and where a copy may share its blocks; else in the system's folder. */
const newFolder = async (beside: string): Promise<string> => {
  try {
    await mkdir(beside, { recursive: true, mode: 0o700 })
    return await mkdtemp(join(beside, `${process.pid}-`))
  } catch {
    return mkdtemp(join(tmpdir(), 'strata-'))
  }
}

export class TableCopies {
  #last: Copy | undefined
  #timer: NodeJS.Timeout | undefined

  /** Lends a copy of the tables as they are now, and a new folder in the same place. */
  async lend<T>(database: Database, work: (index: string, folder: string) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    const copy = this.#current(database)
    copy.users += 1
    try {
      const index = await copy.index
      const own = await mkdtemp(join(await copy.folder, 'task-'))
      try {
        return await work(index, own)
      } finally {
        await remove(own)
      }
    } finally {
      copy.users -= 1
      await this.#settle(copy)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const last = this.#last
    this.#last = undefined
    if (last !== undefined) await this.#forget(last)
  }

  #current(database: Database): Copy {
    const last = this.#last
    if (last?.database === database && last.writes === database.writes) return last
    const folder = newFolder(database.copiesFolder)
    const copy = { database, writes: database.writes, folder, index: folder.then((made) => database.copyTo(made)), users: 0 }
    copy.index.catch(() => {
      if (this.#last === copy) this.#last = undefined
    })
    this.#last = copy
    if (last?.users === 0) void this.#forget(last)
    return copy
  }

  async #settle(copy: Copy): Promise<void> {
    if (copy.users > 0) return
    if (copy !== this.#last) return this.#forget(copy)
    this.#timer = setTimeout(() => void this.close(), keptMs).unref()
  }

  async #forget(copy: Copy): Promise<void> {
    await copy.index.catch(() => undefined)
    await copy.folder.then(remove).catch(() => undefined)
    // It stays as long as another copy is in it.
    await rmdir(copy.database.copiesFolder).catch(() => undefined)
  }
}
