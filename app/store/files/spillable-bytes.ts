/** Bytes that wait until they are written: in memory while they are few, else in a file. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Bytes that wait in a file. Offset and length in bytes. */
interface BytesInFile {
  readonly path: string
  readonly offset: number
  readonly length: number
}

export type HeldBytes = Uint8Array<ArrayBuffer> | BytesInFile

/** How bytes are made to wait; they may not change any more. */
export type Hold = (bytes: Uint8Array<ArrayBuffer>) => HeldBytes

export const isInMemory = (held: HeldBytes): held is Uint8Array<ArrayBuffer> => held instanceof Uint8Array

const readFrom = ({ path, offset, length }: BytesInFile): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  const fd = openSync(path, 'r')
  try {
    for (let done = 0; done < length;) {
      const read = readSync(fd, bytes, done, length - done, offset + done)
      if (read === 0) throw new Error('bytes that waited in a file are gone')
      done += read
    }
  } finally {
    closeSync(fd)
  }
  return bytes
}

/** The bytes, read when they wait in a file. @throws the system's error when it cannot be read */
export const heldBytes = (held: HeldBytes): Uint8Array<ArrayBuffer> => (isInMemory(held) ? held : readFrom(held))

/** Bytes that wait in memory, however many they are. */
export const inMemory = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => bytes

/** Holds bytes: those that come first in memory, up to a limit, the others in a file. */
export class ByteHolder {
  #path: string | undefined
  readonly #maxInMemory: number
  #inMemory = 0
  #fd: number | undefined
  #end = 0

  /** @param path file that is written when there are more bytes than `maxInMemory`; undefined: all stay in memory. */
  constructor(path: string | undefined, maxInMemory: number) {
    this.#path = path
    this.#maxInMemory = maxInMemory
  }

  /** The bytes may not change any more. When the file cannot be written, for example on a full disk, they stay in memory. */
  hold(bytes: Uint8Array<ArrayBuffer>): HeldBytes {
    if (this.#path !== undefined && this.#inMemory + bytes.length > this.#maxInMemory) {
      try {
        return this.#write(this.#path, bytes)
      } catch {
        this.#path = undefined
      }
    }
    this.#inMemory += bytes.length
    return bytes
  }

  /** Closes the file for writing; its bytes can still be read. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
    this.#path = undefined
  }

  #write(path: string, bytes: Uint8Array<ArrayBuffer>): BytesInFile {
    this.#fd ??= openSync(path, 'wx', 0o600)
    for (let done = 0; done < bytes.length;) done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#end + done)
    const held = { path, offset: this.#end, length: bytes.length }
    this.#end += bytes.length
    return held
  }
}
