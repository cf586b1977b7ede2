/** What was read of transcripts that grow is kept for a while, so that only what was appended has to be parsed. */
import { TranscriptReader } from '../../../importer/claude-code/parse-transcript.ts'
import type { OpenFile } from '../../../importer/read-lines.ts'
import type { TranscriptLine } from '../../model/transcript-line.ts'
import { ContentHasher } from '../../store/content-hash.ts'
import { inMemory, type Hold } from '../../store/held-bytes.ts'
import type { StretchHashes } from './archive-session.ts'
import type { SourceFile } from './derive-task.ts'
import { hashStart } from './hash-file.ts'
import { SourceRows } from './source-rows.ts'

/** A transcript as far as it was read. */
export class SourceReader {
  readonly rows: SourceRows
  /** Of stretches of what was read. */
  readonly hashes: StretchHashes = new Map()
  readonly #hasher = new ContentHasher()
  readonly #transcript: TranscriptReader<TranscriptLine>
  /** Bytes that were read, and their hash. */
  #bytes = 0
  #contentHash = ''
  #times = 0

  constructor(source: SourceFile, sessionId: string, mayChange: (line: TranscriptLine) => boolean, hold: Hold) {
    const rows = new SourceRows({ sourceId: source.sourceId, sessionId }, mayChange, hold)
    this.rows = rows
    this.#transcript = new TranscriptReader((line) => rows.keep(line))
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Whether it can be read on: rows that come one by one make more and more small blocks. */
  get canGoOn(): boolean {
    return this.#transcript.canGoOn && this.#times < mostTimes
  }

  /** Whether the file begins with what was read, byte for byte. */
  begins(open: OpenFile): boolean {
    return open.size >= this.#bytes && hashStart(open, this.#bytes) === this.#contentHash
  }

  /** Reads on to the end of the file. */
  read(
    open: OpenFile,
    onProgress: (bytes: number) => void,
  ): { readonly parsed: ReturnType<TranscriptReader<TranscriptLine>['read']>; readonly contentHash: string } {
    const parsed = this.#transcript.read(open, (bytes) => this.#hasher.update(bytes), onProgress)
    this.#times += 1
    this.#bytes = open.size
    this.#contentHash = this.#hasher.digest()
    return { parsed, contentHash: this.#contentHash }
  }
}

const mostTimes = 200
/** Of all transcripts that are kept, bytes: what is kept of them takes about half as much memory. */
const mostBytes = 96 * 1024 * 1024

/** Of sessions that are followed. */
export class KeptSources {
  /** By source and session, the one that was read last at the end. */
  readonly #readers = new Map<string, SourceReader>()

  /** What is larger is read as if nothing were kept. */
  static canKeep(open: OpenFile): boolean {
    return open.size <= mostBytes
  }

  /** A reader that goes on from what the file begins with; a new one when nothing of it is kept. */
  take(source: SourceFile, sessionId: string, open: OpenFile): SourceReader {
    const key = keyOf(source, sessionId)
    const kept = this.#readers.get(key)
    this.#readers.delete(key)
    if (kept?.begins(open) === true) return kept
    return new SourceReader(source, sessionId, () => false, inMemory)
  }

  keep(source: SourceFile, sessionId: string, reader: SourceReader): void {
    if (!reader.canGoOn) return
    this.#readers.set(keyOf(source, sessionId), reader)
    let bytes = [...this.#readers.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [key, one] of this.#readers) {
      if (bytes <= mostBytes) return
      this.#readers.delete(key)
      bytes -= one.bytes
    }
  }
}

const keyOf = ({ sourceId, readFrom }: SourceFile, sessionId: string): string => JSON.stringify([sourceId, readFrom, sessionId])
