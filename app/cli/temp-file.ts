/** A file that is made only to be passed on to standard output, and is gone afterwards. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** @param make writes the file at the given path. @throws any error of `make` */
export const throughTempFile = async (terminal: Terminal, name: string, make: (path: string) => Promise<unknown>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-'))
  try {
    const path = join(folder, name)
    await make(path)
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) await terminal.printData(piece as Uint8Array)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
