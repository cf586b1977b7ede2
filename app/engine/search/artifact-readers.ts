/** Readers of the artifacts that a search read last: a long record has thousands of passages, and is read and parsed once for all. */
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { textReader, type TextReader } from './index/commit-texts.ts'
import type { CommitArtifact } from './index/index-messages.ts'

/** Bytes of artifacts that are kept, their texts beside them. The last one is kept however large it is. */
const maxBytes = 32 * 1024 * 1024

interface Kept {
  readonly reader: TextReader | undefined
  readonly bytes: number
}

export class ArtifactReaders {
  /** By commit, that used last at the end. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** Undefined: the artifact cannot be read. */
  async of(store: Store, commit: CommitArtifact & { readonly commitId: string }): Promise<TextReader | undefined> {
    const { commitId } = commit
    const kept = this.#kept.get(commitId) ?? (await this.#read(store, commit))
    this.#kept.delete(commitId)
    this.#kept.set(commitId, kept)
    return kept.reader
  }

  async #read(store: Store, commit: CommitArtifact): Promise<Kept> {
    const bytes = await store.read(artifactHash(commit.artifactHash)).catch(() => undefined)
    const kept = { reader: bytes === undefined ? undefined : textReader({ ...commit, bytes }), bytes: bytes?.length ?? 0 }
    this.#bytes += kept.bytes
    for (const [oldest, { bytes: own }] of this.#kept) {
      if (this.#bytes <= maxBytes) break
      this.#bytes -= own
      this.#kept.delete(oldest)
    }
    return kept
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}
