/** A file that only grows at its end: appends are all or nothing, finished bytes are never written again. */
import { constants, readSync } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { diskFull, isFull } from './disk-full.ts'

/** An append-only file that is open. Offsets and sizes in bytes. */
export class AppendFile {
  readonly #file: FileHandle
  #path: string
  #size: number

  private constructor(path: string, file: FileHandle, size: number) {
    this.#path = path
    this.#file = file
    this.#size = size
  }

  /** Opens a file, creating it unless `readOnly`. @throws what the system throws, ENOENT for one that is not there */
  static async open(path: string, readOnly: boolean): Promise<AppendFile> {
    const file = await open(path, readOnly ? constants.O_RDONLY : constants.O_RDWR | constants.O_CREAT)
    return new AppendFile(path, file, (await file.stat()).size)
  }

  get path(): string {
    return this.#path
  }

  get size(): number {
    return this.#size
  }

  /**
   * Writes the parts one after the other at the end and returns the offset of the first.
   * @throws StrataError disk-full; the file is as long as before
   */
  async append(parts: readonly Uint8Array[]): Promise<number> {
    const start = this.#size
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    try {
      await this.#writeAll(parts, start)
    } catch (cause) {
      await this.truncate(start)
      throw isFull(cause) ? diskFull(this.path, cause) : cause
    }
    this.#size = start + length
    return start
  }

  async #writeAll(parts: readonly Uint8Array[], start: number): Promise<void> {
    let position = start
    let rest = parts.filter((part) => part.length > 0)
    while (rest.length > 0) {
      const { bytesWritten } = await this.#file.writev(rest, position)
      position += bytesWritten
      rest = withoutFirst(rest, bytesWritten)
    }
  }

  /** Makes everything that was appended survive a power cut. @throws StrataError disk-full */
  async sync(): Promise<void> {
    try {
      await this.#file.datasync()
    } catch (cause) {
      throw isFull(cause) ? diskFull(this.path, cause) : cause
    }
  }

  /** Cuts off everything from `size` on: a torn tail, or an append that is taken back. */
  async truncate(size: number): Promise<void> {
    await this.#file.truncate(size)
    this.#size = size
  }

  /** Gives it another name, in place of a file that has that name. The name survives a power cut once its folder is synced. */
  async rename(path: string): Promise<void> {
    await rename(this.#path, path)
    this.#path = path
  }

  /** Reads up to `length` bytes at `offset`; fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.#file.read(bytes, filled, length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  }

  /** Like read, but synchronous, for a few bytes that are needed immediately. */
  readNow(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < length) {
      const count = readSync(this.#file.fd, bytes, filled, length - filled, offset + filled)
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** What is left of the parts after their first `count` bytes. */
const withoutFirst = (parts: readonly Uint8Array[], count: number): Uint8Array[] => {
  let skip = count
  return parts.flatMap((part) => {
    const left = part.subarray(Math.min(skip, part.length))
    skip -= part.length - left.length
    return left.length > 0 ? [left] : []
  })
}
