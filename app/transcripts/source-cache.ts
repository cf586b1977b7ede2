/** What was read of transcripts that grow is kept for a while, so that only what was appended has to be parsed. */
import type { OpenFile } from '../../importer/read-lines.ts'
import { inMemory } from '../store/files/spillable-bytes.ts'
import { ArchiveCache } from './archive-cache.ts'
import { mostKept, mayBeCorrected } from './derive-task.ts'
import type { DeriveTask, SourceFile } from './derive-task.ts'
import { SourceReader } from './source-reader.ts'

/** The read part of a transcript, with its archive cache and corrections. */
export interface CachedSource {
  readonly reader: SourceReader
  readonly archived: ArchiveCache
  /** What a person had corrected: it says which of its lines wait. */
  readonly corrections: string
}

/** Of sessions that are followed. */
export class SourceCache {
  /** By source and session, the one that was read last at the end. */
  readonly #sources = new Map<string, CachedSource>()

  /** What is larger is read as if nothing were kept. */
  static canKeep(open: OpenFile): boolean {
    return open.size <= mostKept
  }

  /** A reader that continues from the part of the file that is already read. A new one when nothing is kept or the corrections changed. */
  take(source: SourceFile, task: DeriveTask, open: OpenFile): CachedSource {
    const key = keyOf(source, task)
    const kept = this.#sources.get(key)
    this.#sources.delete(key)
    const corrections = JSON.stringify(task.corrections)
    if (kept?.corrections === corrections && kept.reader.begins(open)) return kept
    return { reader: new SourceReader(source, task.sessionId, mayBeCorrected(task), inMemory), archived: new ArchiveCache(), corrections }
  }

  keep(source: SourceFile, task: DeriveTask, kept: CachedSource): void {
    if (!kept.reader.canResume) return
    this.#sources.set(keyOf(source, task), kept)
    let bytes = [...this.#sources.values()].reduce((sum, { reader }) => sum + reader.bytes, 0)
    for (const [key, { reader }] of this.#sources) {
      if (bytes <= mostKept) return
      this.#sources.delete(key)
      bytes -= reader.bytes
    }
  }
}

const keyOf = ({ sourceId, readFrom }: SourceFile, { sessionId }: DeriveTask): string => JSON.stringify([sourceId, readFrom, sessionId])
