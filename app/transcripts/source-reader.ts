/** Reads a transcript: its lines, the rows of their content, and the hash of its bytes. When the file has grown, it continues reading. */
import type { OpenFile } from '../model/transcript-file.ts'
import { agentCalled } from '../../importer/agents.ts'
import type { ParsedTranscript, TranscriptReader } from '../model/agent.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { ContentHasher } from '../store/files/content-hash.ts'
import type { Hold } from '../store/files/spillable-bytes.ts'
import type { SourceFile } from './derive-task.ts'
import { hashStart } from './hash-file.ts'
import { SourceRows } from './source-rows.ts'

/** Rows that come one by one make more and more small blocks: at last it is better to read the whole transcript again. */
const maxTimes = 200

/** A transcript and the position up to which it is read. */
export class SourceReader {
  readonly rows: SourceRows
  readonly #hasher = new ContentHasher()
  readonly #transcript: TranscriptReader<TranscriptLine>
  /** Bytes that were read, and their hash. */
  #bytes = 0
  #contentHash = ''
  #times = 0

  /**
   * @param mayChange whether a line may be given another class later.
   * @param hold how packed rows wait.
   */
  constructor(source: SourceFile, sessionId: string, mayChange: (line: TranscriptLine) => boolean, hold: Hold) {
    const rows = new SourceRows({ sourceId: source.sourceId, sessionId }, mayChange, hold)
    this.rows = rows
    this.#transcript = agentCalled(source.agent).lines.openReader((line, at) => rows.keep(line, at))
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Hash of all bytes that were read; '': none were read. */
  get contentHash(): string {
    return this.#contentHash
  }

  /** Whether reading can continue from here. */
  get canResume(): boolean {
    return this.#transcript.canResume && this.#times < maxTimes
  }

  /** Whether the file begins with the bytes that were read. */
  begins(open: OpenFile): boolean {
    return open.size >= this.#bytes && hashStart(open, this.#bytes) === this.#contentHash
  }

  /**
   * Reads on to the end of the file; gives all lines so far, and the hash of all bytes.
   * @throws the system's error when the file cannot be read, code ESHORT when it shrinks.
   */
  read(open: OpenFile, onProgress: (bytes: number) => void): ParsedTranscript<TranscriptLine> & { readonly contentHash: string } {
    const parsed = this.#transcript.read(open, (bytes) => this.#hasher.update(bytes), onProgress)
    this.#times += 1
    this.#bytes = open.size
    this.#contentHash = this.#hasher.digest()
    return { ...parsed, contentHash: this.#contentHash }
  }
}
