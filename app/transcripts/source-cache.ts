/** Keeps the read contents of growing transcripts for some time, so that only appended lines are parsed. */
import type { OpenFile } from '../model/transcript-file.ts'
import { inMemory } from '../store/files/spillable-bytes.ts'
import { ArchiveCache } from './archive-cache.ts'
import { maxKept, mayBeCorrected } from './derive-task.ts'
import type { DeriveTask, SourceFile } from './derive-task.ts'
import { SourceReader } from './source-reader.ts'

/** The read part of a transcript, with its archive cache and corrections. */
export interface CachedSource {
  readonly reader: SourceReader
  readonly archived: ArchiveCache
  /** The corrections of a person: they determine which lines of the source wait. */
  readonly corrections: string
}

/** Cache for sessions that are followed. */
export class SourceCache {
  /** By source and session; the source that was read last is at the end. */
  readonly #sources = new Map<string, CachedSource>()

  /** Whether a file is small enough to be kept; a larger one is always read completely. */
  static canKeep(open: OpenFile): boolean {
    return open.size <= maxKept
  }

  /**
   * A reader that continues after the part of the file that is already read. A new reader when nothing is kept or the corrections changed.
   */
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
      if (bytes <= maxKept) return
      this.#sources.delete(key)
      bytes -= reader.bytes
    }
  }
}

const keyOf = ({ sourceId, readFrom }: SourceFile, { sessionId }: DeriveTask): string => JSON.stringify([sourceId, readFrom, sessionId])
