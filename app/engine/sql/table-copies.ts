/** Copies of the index for processes that run SQL: one for each queried state of the tables, kept while it is used. */
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../store/tables/database.ts'

/** How long an unused copy stays. */
const keptMs = 60_000

interface Place {
  readonly folder: string
  readonly index: string
}

interface Copy {
  readonly database: Database
  readonly writes: number
  readonly place: Promise<Place>
  users: number
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

const copyInto = async (database: Database, folder: string): Promise<Place> => {
  try {
    return { folder, index: await database.copyTo(folder) }
  } catch (thrown) {
    await remove(folder).catch(() => undefined)
    throw thrown
  }
}

const copiesFolder = async (database: Database): Promise<string> => {
  await mkdir(database.copiesFolder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(database.copiesFolder, `${process.pid}-`))
}

/** Beside the index, where a copy may share its blocks; in the system's folder for temporary files where there is no room or no right to write. */
const makeCopy = async (database: Database): Promise<Place> => {
  try {
    return await copyInto(database, await copiesFolder(database))
  } catch {
    return copyInto(database, await mkdtemp(join(tmpdir(), 'strata-')))
  }
}

export class TableCopies {
  #last: Copy | undefined
  #timer: NodeJS.Timeout | undefined

  /** Lends a copy of the current tables, and a new folder in the same place. */
  async lend<T>(database: Database, work: (index: string, folder: string) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    const copy = this.#current(database)
    copy.users += 1
    try {
      const { index, folder } = await copy.place
      const own = await mkdtemp(join(folder, 'task-'))
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

  /** A copy that is used goes afterwards. */
  async forget(): Promise<void> {
    const last = this.#last
    this.#last = undefined
    if (last?.users === 0) await this.#forget(last)
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
    const copy = { database, writes: database.writes, place: makeCopy(database), users: 0 }
    copy.place.catch(() => {
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
    await copy.place.then(({ folder }) => remove(folder)).catch(() => undefined)
    // It stays as long as another copy is in it.
    await rmdir(copy.database.copiesFolder).catch(() => undefined)
  }
}
