/** The source files of a derived session, put together again from its artifacts alone. */
import type { DerivedSession } from '../../app/engine/derive/derive-task.ts'
import { storedBytes } from '../../app/engine/stored-bytes.ts'
import { decodePackEntry } from '../../app/store/pack-entry.ts'

/** Bytes by the name of the file. Throws when they are not those that were read. */
export async function restoredFiles(derived: DerivedSession): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>(derived.entries.map((entry) => [entry.hash, Buffer.from(entry.bytes)]))
  const files = new Map<string, Buffer>()
  for (const source of derived.sources) {
    const pieces: Buffer[] = []
    const stored = storedBytes(source.manifestHash, async (hash) => {
      const entry = entries.get(hash)
      if (entry === undefined) throw new Error(`no entry holds ${hash}`)
      return (await decodePackEntry(entry)).raw
    })
    for await (const piece of stored) pieces.push(piece)
    files.set(source.file, Buffer.concat(pieces))
  }
  return files
}
