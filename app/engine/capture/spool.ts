/** The spool of a capture: everything that was read and everything that was made of it, on disk before anything else happens to it. */
import { closeSync, fdatasync, mkdirSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** settings; a piece of the agent's output, of its input; a commit to be made, made, not made. */
const kinds = ['settings', 'output', 'input', 'begin', 'made', 'failed'] as const
export type SpoolKind = (typeof kinds)[number]

export interface SpoolRecord {
  readonly kind: SpoolKind
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly content: Buffer
}

/** What ends the names of files with what could not be read of a spool. */
export const damagedEnding = '.damaged'

/** Kind, time, length. */
const headBytes = 1 + 8 + 4

const encode = (kind: SpoolKind, atMs: number, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(kinds.indexOf(kind), 0)
  head.writeDoubleBE(atMs, 1)
  head.writeUInt32BE(content.length, 9)
  return Buffer.concat([head, content])
}

/** Every record that is there, and where they end; what a crash left of the last one counts as far as it goes. */
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

export class Spool {
  readonly path: string
  readonly #file: number
  #syncing: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** A new file; or the end of one that is there. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.path = path
    this.#file = openSync(path, 'a', 0o600)
  }

  /** It survives the process when this returns, and the machine soon after. */
  write(kind: SpoolKind, content: Uint8Array, atMs = Date.now()): void {
    const bytes = encode(kind, atMs, content)
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    void this.synced().catch(() => undefined)
  }

  /** Resolves when everything that was written before survives the machine too; who asks meanwhile waits for the next round. */
  async synced(): Promise<void> {
    this.#next ??= (this.#syncing ?? Promise.resolve()).then(() => {
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
    closeSync(this.#file)
  }

  #sync(): Promise<void> {
    return new Promise((done, refuse) => {
      fdatasync(this.#file, (cause) => (cause === null ? done() : refuse(cause)))
    })
  }
}
