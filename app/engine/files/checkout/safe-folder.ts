/** A folder in which files are made, and nothing outside of it: no link is followed, and no existing file is changed. */
import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { StrataError, systemCode } from '../../../model/failure.ts'
import { diskFull, isFull } from '../../../store/files/disk-full.ts'
import { makeFolder } from '../../../store/files/make-folder.ts'

type Kind = 'absent' | 'folder' | 'other'

const kindOf = async (path: string): Promise<Kind> => {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other'
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT' || systemCode(thrown) === 'ENOTDIR') return 'absent'
    throw thrown
  }
}

const refused = (path: string, cause: unknown): StrataError =>
  isFull(cause)
    ? diskFull(path, cause)
    : new StrataError('path-refused', `Cannot write ${path}: ${systemCode(cause) ?? ''}`, { path }, cause)

/** Never through a link that was put there meanwhile. */
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW)

export class SafeFolder {
  /** Without links. */
  readonly path: string
  readonly #known = new Map<string, Kind>()
  readonly #made: string[]
  readonly #written: string[] = []
  readonly #ready = new Set<string>()

  private constructor(path: string, made: string[]) {
    this.path = path
    this.#made = made
  }

  /** Made when it is not there. @throws StrataError target-exists, path-refused */
  static async open(path: string): Promise<SafeFolder> {
    const made: string[] = []
    for (let above = path; (await kindOf(above)) === 'absent' && dirname(above) !== above; above = dirname(above)) made.unshift(above)
    try {
      await makeFolder(path)
      if (!(await stat(path)).isDirectory()) throw new StrataError('target-exists', `${path} is not a folder`, { path })
      return new SafeFolder(await realpath(path), made)
    } catch (cause) {
      if (systemCode(cause) === 'EEXIST' || systemCode(cause) === 'ENOTDIR')
        throw new StrataError('target-exists', `${path} is not a folder`, { path }, cause)
      throw cause instanceof StrataError ? cause : refused(path, cause)
    }
  }

  /** Whether it takes `A` and `a` for one name. */
  async ignoresCase(): Promise<boolean> {
    const name = `.Strata-${randomUUID()}`
    await this.write([name], Buffer.alloc(0))
    const isFound = (await kindOf(join(this.path, name.toLowerCase()))) !== 'absent'
    await rm(join(this.path, name), { force: true })
    this.#written.pop()
    return isFound
  }

  async #kindOf(path: string): Promise<Kind> {
    const found = this.#known.get(path) ?? (await kindOf(path))
    this.#known.set(path, found)
    return found
  }

  /** The reason why a file cannot be created; undefined: it can. */
  async obstacle(segments: readonly string[]): Promise<string | undefined> {
    let path = this.path
    for (const [at, segment] of segments.entries()) {
      path = join(path, segment)
      const kind = await this.#kindOf(path)
      if (kind === 'absent') return undefined
      if (kind === 'other' || at === segments.length - 1) return path
    }
    return undefined
  }

  async #makeFolder(path: string): Promise<void> {
    if (path === this.path || this.#ready.has(path)) return
    await this.#makeFolder(dirname(path))
    if ((await kindOf(path)) === 'absent') {
      await mkdir(path)
      this.#made.push(path)
    }
    if ((await realpath(path)) !== path) throw new StrataError('path-refused', `${path} is a link: nothing is written through it`, { path })
    this.#ready.add(path)
  }

  /** @throws StrataError target-exists, path-refused, disk-full */
  async write(segments: readonly string[], bytes: Uint8Array): Promise<void> {
    const path = join(this.path, ...segments)
    try {
      await this.#makeFolder(dirname(path))
      const file = await open(path, newFile, 0o644)
      this.#written.push(path)
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
    } catch (cause) {
      if (cause instanceof StrataError) throw cause
      if (systemCode(cause) === 'EEXIST')
        throw new StrataError('target-exists', `${basename(path)} exists already in ${dirname(path)}`, { path }, cause)
      throw refused(path, cause)
    }
  }

  /** Takes away what was made, as far as nothing else is in it. */
  async undo(): Promise<void> {
    for (const path of this.#written) await rm(path, { force: true }).catch(() => undefined)
    for (const path of [...this.#made].reverse()) await rmdir(path).catch(() => undefined)
  }
}
