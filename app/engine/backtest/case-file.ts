/** The cases of a backtest, in a file that this process alone can read: they would need memory without a bound. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplayedCase } from '../../backtest/replay-session.ts'

/** Bytes that are written together. */
const written = 1024 * 1024

const remove = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

export class CaseFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strata-cases-'))
  readonly #file = openSync(join(this.#folder, 'cases'), 'wx+', 0o600)
  /** Where each case ends. */
  readonly #ends: number[] = []
  #pending: Buffer[] = []
  #pendingBytes = 0
  #bytes = 0
  /** Bytes that are in the file. */
  #written = 0
  #isClosed = false

  constructor() {
    // Nothing is left when the process ends. On Windows an open file stays until it is closed.
    if (process.platform !== 'win32') remove(this.#folder)
  }

  get count(): number {
    return this.#ends.length
  }

  add(one: ReplayedCase): void {
    const bytes = Buffer.from(JSON.stringify(one))
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    this.#bytes += bytes.length
    this.#ends.push(this.#bytes)
    if (this.#pendingBytes >= written) this.#flush()
  }

  /** Undefined: there is none with the number. */
  at(number: number): ReplayedCase | undefined {
    const end = this.#ends[number]
    if (end === undefined) return undefined
    this.#flush()
    const begin = this.#ends[number - 1] ?? 0
    const bytes = Buffer.alloc(end - begin)
    for (let read = 0; read < bytes.length;) {
      const more = readSync(this.#file, bytes, read, bytes.length - read, begin + read)
      if (more === 0) throw new Error('The file of the cases is shorter than what was written to it')
      read += more
    }
    return JSON.parse(bytes.toString('utf8')) as ReplayedCase
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#file)
    remove(this.#folder)
  }

  #flush(): void {
    if (this.#pendingBytes === 0) return
    const bytes = Buffer.concat(this.#pending)
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done)
    this.#written += bytes.length
    this.#pending = []
    this.#pendingBytes = 0
  }
}
