/** The spool of a capture: everything that was read and everything that was made of it, on disk before anything else happens to it. */
import {
  closeSync,
  fdatasync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** settings; a piece of the agent's output, of its input; a commit to be made, made, not made. */
const kinds = ['settings', 'output', 'input', 'begin', 'made', 'failed', 'cut'] as const
export type SpoolKind = (typeof kinds)[number]

export interface SpoolRecord {
  readonly kind: SpoolKind
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly content: Buffer
}

/** The JSON object in a record of a spool; an empty object when the content is not a JSON object. */
export const jsonIn = (content: Buffer): object => {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** Ending of the names of files that contain unreadable parts of a spool. */
export const damagedEnding = '.damaged'

/** Maximum number of bytes that wait in memory while the file cannot be written. */
const maxWaiting = 64 * 1024 * 1024

/** Kind, time, length. */
const headBytes = 1 + 8 + 4

const encode = (kind: SpoolKind, atMs: number, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(kinds.indexOf(kind), 0)
  head.writeDoubleBE(atMs, 1)
  head.writeUInt32BE(content.length, 9)
  return Buffer.concat([head, content])
}

/** Every complete record, and where they end. Of a record that a crash cut off, the written part counts. */
const recordsIn = (bytes: Buffer): { readonly records: readonly SpoolRecord[]; readonly end: number; readonly torn?: SpoolRecord } => {
  const records: SpoolRecord[] = []
  let at = 0
  while (at + headBytes <= bytes.length) {
    const kind = kinds[bytes.readUInt8(at)]
    const end = at + headBytes + bytes.readUInt32BE(at + 9)
    if (kind === undefined) break
    const record = { kind, atMs: bytes.readDoubleBE(at + 1), content: bytes.subarray(at + headBytes, end) }
    if (end > bytes.length) return { records, end: at, ...(kind === 'output' || kind === 'input' ? { torn: record } : {}) }
    records.push(record)
    at = end
  }
  return { records, end: at }
}

/** Has the system write to the disk what a file holds. */
type SyncFile = (file: number, done: (cause: Error | null) => void) => void

/** A file of a spool, opened when it is first written: a write that fails leaves nothing of itself. */
class SpoolFile {
  readonly path: string
  readonly #syncFile: SyncFile
  #file: number | undefined
  #end = 0

  constructor(path: string, syncFile: SyncFile) {
    this.path = path
    this.#syncFile = syncFile
  }

  /** @throws what the system says */
  append(bytes: Uint8Array): void {
    const file = this.#opened()
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      this.#end += bytes.length
    } catch (cause) {
      ftruncateSync(file, this.#end)
      throw cause
    }
  }

  /** Rejects with what the system says; nothing was written: nothing to do. */
  sync(): Promise<void> {
    const file = this.#file
    if (file === undefined) return Promise.resolve()
    return new Promise((done, refuse) => {
      this.#syncFile(file, (cause) => (cause === null ? done() : refuse(cause)))
    })
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #opened(): number {
    if (this.#file !== undefined) return this.#file
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    this.#file = openSync(this.path, 'a', 0o600)
    this.#end = fstatSync(this.#file).size
    return this.#file
  }
}

export class Spool {
  readonly path: string
  readonly #file: SpoolFile
  /** Records that could not be written yet, in their order. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #fault: Error | undefined
  #isLost = false
  #syncing: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** Creates a new file, or continues an existing one at its end. */
  constructor(path: string, syncFile: SyncFile = fdatasync) {
    this.path = path
    this.#file = new SpoolFile(path, syncFile)
  }

  /** Why the last write failed; undefined: everything that was given is in the file. */
  get fault(): Error | undefined {
    return this.#fault
  }

  /** Whether so much could not be written that it was dropped: nothing is kept from there on, so that the spool has no gap. */
  get isLost(): boolean {
    return this.#isLost
  }

  /**
   * It survives the process when this returns without a fault, and the machine soon after. What the file cannot take, as on a full disk,
   * waits in memory for the next write.
   */
  write(kind: SpoolKind, content: Uint8Array, atMs = Date.now()): void {
    if (this.#isLost) return
    const bytes = encode(kind, atMs, content)
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#flush()
    if (this.#fault === undefined) void this.synced().catch(() => undefined)
  }

  /**
   * Resolves when everything that was written before survives the machine too; who asks meanwhile waits for the next round. One round
   * that fails does not fail those after it.
   * @throws what the system says
   */
  async synced(): Promise<void> {
    this.#next ??= this.#syncing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#syncing = this.#sync()
        return this.#syncing
      })
    await this.#next
  }

  /** Opens the spool of a process that died, with what it holds. What cannot be read of a damaged one stays in a file beside it. */
  static reopen(path: string): { readonly spool: Spool; readonly records: readonly SpoolRecord[] } {
    const bytes = readFileSync(path)
    const { records, end, torn } = recordsIn(bytes)
    if (torn === undefined && bytes.length - end >= headBytes)
      writeFileSync(`${path}${damagedEnding}`, bytes.subarray(end), { mode: 0o600 })
    truncateSync(path, end)
    const spool = new Spool(path)
    if (torn !== undefined) spool.write(torn.kind, torn.content, torn.atMs)
    return { spool, records: torn === undefined ? records : [...records, torn] }
  }

  /** Everything in it is in the store. */
  async remove(): Promise<void> {
    await this.close()
    rmSync(this.path, { force: true })
  }

  async close(): Promise<void> {
    await this.synced().catch(() => undefined)
    this.#file.close()
  }

  #flush(): void {
    try {
      while (this.#waiting[0] !== undefined) {
        this.#file.append(this.#waiting[0])
        this.#waitingBytes -= this.#waiting[0].length
        this.#waiting.shift()
      }
      this.#fault = undefined
    } catch (cause) {
      this.#fault = cause instanceof Error ? cause : new Error(String(cause))
      if (this.#waitingBytes <= maxWaiting) return
      this.#isLost = true
      this.#waiting = []
    }
  }

  async #sync(): Promise<void> {
    if (!this.#isLost) this.#flush()
    if (this.#fault !== undefined) throw this.#fault
    await this.#file.sync()
  }
}

/** A commit that was begun: the same asked again makes the same commit. What cannot be read is not known. */
const begunCommit = z.object({ created_at: z.string().optional().catch(undefined) }).readonly()

/** A commit that a capture began, as its spool says. */
export interface Begun {
  readonly createdAt: string
  /** Undefined: it is not known whether it was made. */
  readonly outcome: { readonly commitId: string } | 'failed' | undefined
  /** Whether it is the last commit of those that were begun together. */
  readonly isLast: boolean
}

export const wholeSeconds = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`

const outcomeIn = ({ kind, content }: SpoolRecord): Begun['outcome'] =>
  kind === 'made' ? { commitId: content.toString('utf8') } : kind === 'failed' ? 'failed' : undefined

/** The commits that a spool began, in order. Commits that are made together have their beginnings first, then their outcomes. */
export const begunIn = (records: readonly SpoolRecord[]): readonly Begun[] => {
  const begun: { createdAt: string; outcome: Begun['outcome']; isLast: boolean }[] = []
  let open = 0
  for (const record of records) {
    const { kind, content, atMs } = record
    const outcome = outcomeIn(record)
    if (kind === 'begin') {
      const { created_at: createdAt = wholeSeconds(atMs) } = begunCommit.parse(jsonIn(content))
      begun.push({ createdAt, outcome, isLast: false })
    }
    const first = begun[open]
    if (outcome === undefined || first === undefined) continue
    first.outcome = outcome
    const last = begun.at(-1)
    if (last !== undefined) last.isLast = true
    open += 1
  }
  const last = begun.at(-1)
  if (last !== undefined) last.isLast = true
  return begun
}
