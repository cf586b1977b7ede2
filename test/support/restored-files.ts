/** The source files of a derived session, put together again from its artifacts alone. */
import type { MadeSession } from './made-rows.ts'
import { storedBytes } from '../../app/engine/kernel/stored-bytes.ts'
import { contentsOf } from './entry-artifacts.ts'

/** Bytes by the name of the file. Throws when they are not those that were read. */
export async function restoredFiles(derived: MadeSession): Promise<ReadonlyMap<string, Buffer>> {
  const contents = await contentsOf(derived.entries)
  const files = new Map<string, Buffer>()
  for (const source of derived.sources) {
    const pieces: Buffer[] = []
    const stored = storedBytes(source.manifestHash, (hash) => {
      const content = contents.get(hash)
      return content === undefined ? Promise.reject(new Error(`no entry holds ${hash}`)) : Promise.resolve(content)
    })
    for await (const piece of stored) pieces.push(piece)
    files.set(source.file, Buffer.concat(pieces))
  }
  return files
}
