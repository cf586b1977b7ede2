/** Archive results of a followed transcript: when the file has grown, most of its commits are unchanged. */
import type { Draft } from '../chains/draft.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import type { ArtifactHash, CommitId } from '../model/ids.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { CommitFacts } from '../chains/describe-commit.ts'

/** All that decides a commit, beside its lines. */
export interface CommitBasis {
  readonly type: Draft['type']
  readonly checkpoint: Draft['checkpoint']
  readonly parentId: string | undefined
  readonly parentCreatedAt: string | undefined
  /** Values that are the same for all commits of the session. */
  readonly rules: string
}

/** A commit from an earlier run, with what distinguishes it from another commit of the same parent. */
export interface CommitBefore {
  readonly archived: Omit<ArchivedCommit, 'draft'>
  readonly key: string
}

interface Remembered extends CommitBefore {
  readonly basis: CommitBasis
  readonly places: readonly PlacedLine[]
}

const isSameBasis = (a: CommitBasis, b: CommitBasis): boolean =>
  a.parentId === b.parentId &&
  a.parentCreatedAt === b.parentCreatedAt &&
  a.type === b.type &&
  a.checkpoint === b.checkpoint &&
  a.rules === b.rules

/** The lines of a transcript that was read on are the very same objects. */
const areSamePlaces = (a: readonly PlacedLine[], b: readonly PlacedLine[]): boolean =>
  a.length === b.length &&
  a.every((place, at) => {
    const other = b[at]
    return other !== undefined && place.line === other.line && place.carriesCopy === other.carriesCopy
  })

/** The cache of one source. It applies to bytes that were compared with the current ones. */
export class ArchiveCache {
  /** Hashes of artifacts that are a stretch of the source, by offset and length. */
  readonly #hashes = new Map<string, ArtifactHash>()
  /** By the first of its lines. */
  readonly #commits = new Map<TranscriptLine, Remembered>()

  hashOf(offset: number, length: number): ArtifactHash | undefined {
    return this.#hashes.get(`${offset} ${length}`)
  }

  rememberHash(offset: number, length: number, hash: ArtifactHash): void {
    this.#hashes.set(`${offset} ${length}`, hash)
  }

  /** The commit that the same lines gave on the same basis. */
  commitOf({ places }: Draft, basis: CommitBasis): CommitBefore | undefined {
    const [first] = places
    const before = first && this.#commits.get(first.line)
    return before !== undefined && isSameBasis(before.basis, basis) && areSamePlaces(before.places, places) ? before : undefined
  }

  rememberCommit({ places }: Draft, basis: CommitBasis, { archived, key }: CommitBefore): void {
    const [first] = places
    if (first !== undefined) this.#commits.set(first.line, { places, basis, archived, key })
  }
}

/** An archived commit. */
export interface ArchivedCommit {
  readonly draft: Draft
  readonly commitId: CommitId
  readonly parentId: string | undefined
  readonly artifact: ArtifactHash
  readonly recordHash: ArtifactHash
  readonly bytes: number
  readonly createdAt: string
  readonly facts: CommitFacts
}
