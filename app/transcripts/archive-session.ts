/** Turns drafts into artifacts, commit records with ids, and the manifests from which the files are restored. */
import { allocateCommitId, shortestId } from '../chains/commit-id.ts'
import type { Draft, ForeignCommit } from '../chains/draft.ts'
import type { CommitFacts } from '../chains/describe-commit.ts'
import { describeCommit, wholeSeconds } from '../chains/describe-commit.ts'
import { isOutsized } from '../chains/session-lines.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import type { ContextCommit } from '../model/context-commit.ts'
import type { ArtifactHash } from '../model/ids.ts'
import { refOf } from '../model/ids.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { hashArtifact } from '../store/files/artifact-hash.ts'
import { encodeCommit } from '../store/files/commit-record.ts'
import { EntryEncoder } from '../store/files/entry-encoder.ts'
import type { HeldBytes, Hold } from '../store/files/spillable-bytes.ts'
import type { HeldEntry } from '../store/files/pack-entry.ts'
import type { EntryKind } from '../store/files/pack-head.ts'
import type { ManifestSpan } from '../store/files/manifest.ts'
import type { ArchiveCache, CommitBasis, ArchivedCommit } from './archive-cache.ts'

export interface ArchiveRules {
  readonly sessionId: string
  readonly template: string
  readonly format: string
  readonly principal: string
  /** Time for commits none of whose records has one. */
  readonly fallbackAt: number
  readonly takenIds: ReadonlySet<string>
  /** Artifacts that need not be encoded. */
  readonly known: ReadonlySet<string> | 'all'
  /** How encoded bytes wait until they are written. */
  readonly hold: Hold
  /** Fills the memory with bytes of a source. */
  readonly read: (source: number, offset: number, to: Buffer) => void
  /** Archive results of a source that is unchanged or has grown; undefined: none. New results are added to it. */
  readonly before: (source: number) => ArchiveCache | undefined
}

/** Size of the pieces in which lines without a commit are stored, bytes. */
const pieceBytes = 16 * 1024 * 1024

/** The parent of a commit. */
interface Parent {
  readonly id: string | undefined
  readonly createdAt: string | undefined
}

interface Run {
  readonly source: number
  readonly offset: number
  length: number
}

/** Neighbouring lines of one source are read in one go. */
const runsOf = (places: readonly PlacedLine[]): readonly Run[] => {
  const runs: Run[] = []
  for (const { source, line } of places) {
    const last = runs.at(-1)
    if (last?.source === source && last.offset + last.length === line.offset) last.length += line.length
    else runs.push({ source, offset: line.offset, length: line.length })
  }
  return runs
}

export class SessionArchive {
  readonly commits: ArchivedCommit[] = []
  /**
   * Where lines stand, by source and line: number of the artifact, and offset in it. A session has many lines: no object for each. Of a run of
   * blank lines only the first has an entry.
   */
  private readonly artifactsOfLines: (number[] | undefined)[] = []
  private readonly offsetsOfLines: (number[] | undefined)[] = []
  private readonly held: ArtifactHash[] = []
  private readonly linePieces = new Map<TranscriptLine, readonly ManifestSpan[]>()
  private readonly rules: ArchiveRules
  private readonly ruleKey: string
  private readonly encoder: EntryEncoder<HeldBytes>
  private readonly written = new Set<string>()
  private readonly byInputs = new Map<string, ArchivedCommit>()
  private readonly ids = new Set<string>()
  private readonly archived = new Map<Draft, Promise<ArchivedCommit>>()

  constructor(rules: ArchiveRules) {
    this.rules = rules
    this.ruleKey = JSON.stringify([rules.sessionId, rules.template, rules.principal, rules.fallbackAt])
    this.encoder = new EntryEncoder(rules.hold)
  }

  /** Archives a draft after the drafts it stands on. */
  commit(draft: Draft): Promise<ArchivedCommit> {
    const before = this.archived.get(draft)
    if (before !== undefined) return before
    const made = this.make(draft)
    this.archived.set(draft, made)
    return made
  }

  /** Id of a draft or of another session's commit. */
  async idOf(target: Draft | ForeignCommit): Promise<string> {
    return 'foreign' in target ? target.foreign : (await this.commit(target)).commitId
  }

  /** Stores lines that belong to no commit. */
  async keep(places: readonly PlacedLine[]): Promise<void> {
    let piece: PlacedLine[] = []
    let bytes = 0
    const short = places.some(({ line }) => isOutsized(line)) ? await this.withoutLong(places) : places
    for (const place of short) {
      if (piece.length > 0 && bytes + place.line.length > pieceBytes) {
        await this.hold(piece, 'raw')
        piece = []
        bytes = 0
      }
      piece.push(place)
      bytes += place.line.length
    }
    if (piece.length > 0) await this.hold(piece, 'raw')
  }

  /** Stores bytes of any length in pieces, as they are read. */
  async keepBytes(length: number, read: (offset: number, to: Buffer) => void): Promise<readonly ManifestSpan[]> {
    const spans: ManifestSpan[] = []
    for (let from = 0; from < length; from += pieceBytes) {
      const bytes = this.encoder.room(Math.min(pieceBytes, length - from))
      read(from, bytes)
      spans.push({ artifact: await this.put('raw', bytes), offset: 0, length: bytes.length })
    }
    return spans
  }

  /** Where a line stands: in one artifact, or in several. */
  spansOf({ source, line }: PlacedLine): readonly ManifestSpan[] {
    const artifact = this.held[this.artifactsOfLines[source]?.[line.line] ?? -1]
    const offset = this.offsetsOfLines[source]?.[line.line]
    if (artifact !== undefined && offset !== undefined) return [{ artifact, offset, length: line.length }]
    const pieces = this.linePieces.get(line)
    if (pieces === undefined) throw new Error('every line is archived')
    return pieces
  }

  /** Adds an artifact unless it is known; gives its hash. */
  async put(kind: EntryKind, bytes: Uint8Array): Promise<ArtifactHash> {
    const hash = hashArtifact(bytes)
    if (this.isKnown(hash) || this.written.has(hash)) return hash
    this.written.add(hash)
    await this.encoder.add(kind, hash, bytes)
    return hash
  }

  /** The entries for the packs, when everything is archived. */
  entries(): Promise<readonly HeldEntry[]> {
    return this.encoder.done()
  }

  private async hold(all: readonly PlacedLine[], kind: EntryKind): Promise<{ readonly hash: ArtifactHash; readonly bytes: number }> {
    const places = all.some(({ line }) => isOutsized(line)) ? await this.withoutLong(all) : all
    const runs = runsOf(places)
    const hash = this.knownHashOf(runs) ?? (await this.putRuns(kind, runs))
    this.note(places, hash)
    return { hash, bytes: runs.reduce((sum, { length }) => sum + length, 0) }
  }

  /** The hash of an unchanged stretch that need not be encoded. The stretch must be one contiguous run of bytes. */
  private knownHashOf([run, ...others]: readonly Run[]): ArtifactHash | undefined {
    if (run === undefined || others.length > 0) return undefined
    const hash = this.rules.before(run.source)?.hashOf(run.offset, run.length)
    return hash !== undefined && this.isKnown(hash) ? hash : undefined
  }

  private async putRuns(kind: EntryKind, runs: readonly Run[]): Promise<ArtifactHash> {
    const hash = await this.put(kind, this.contentOf(runs))
    const [run, ...others] = runs
    if (run !== undefined && others.length === 0) this.rules.before(run.source)?.rememberHash(run.offset, run.length, hash)
    return hash
  }

  private isKnown(hash: ArtifactHash): boolean {
    return this.rules.known === 'all' || this.rules.known.has(hash)
  }

  /** Read to where it is compressed from. */
  private contentOf(runs: readonly Run[]): Buffer {
    const content = this.encoder.room(runs.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const { source, offset, length } of runs) this.rules.read(source, offset, content.subarray(at, (at += length)))
    return content
  }

  private note(places: readonly PlacedLine[], hash: ArtifactHash): void {
    const artifact = this.held.push(hash) - 1
    let offset = 0
    for (const { source, line } of places) {
      const artifacts = (this.artifactsOfLines[source] ??= [])
      const offsets = (this.offsetsOfLines[source] ??= [])
      artifacts[line.line] = artifact
      offsets[line.line] = offset
      offset += line.length
    }
  }

  private async withoutLong(places: readonly PlacedLine[]): Promise<readonly PlacedLine[]> {
    for (const place of places.filter(({ line }) => isOutsized(line))) {
      const { source, line } = place
      const read = (offset: number, to: Buffer): void => this.rules.read(source, line.offset + offset, to)
      this.linePieces.set(line, await this.keepBytes(line.length, read))
    }
    return places.filter(({ line }) => !isOutsized(line))
  }

  private async make(draft: Draft): Promise<ArchivedCommit> {
    const parent = await this.parentOf(draft)
    const basis = {
      parentId: parent.id,
      parentCreatedAt: parent.createdAt,
      type: draft.type,
      checkpoint: draft.checkpoint,
      rules: this.ruleKey,
    }
    return this.madeBefore(draft, basis) ?? this.makeNow(draft, parent, basis)
  }

  /** The cache of the source that contains all lines of a draft; undefined when they are in several sources. */
  private beforeOf({ places }: Draft): ArchiveCache | undefined {
    const source = places[0]?.source ?? -1
    return places.every((place) => place.source === source && !isOutsized(place.line)) ? this.rules.before(source) : undefined
  }

  /** A commit that need not be computed again, because its lines and all that it depends on are unchanged. */
  private madeBefore(draft: Draft, basis: CommitBasis): ArchivedCommit | undefined {
    const made = this.beforeOf(draft)?.commitOf(draft, basis)
    if (made === undefined) return undefined
    const { commitId, artifact, recordHash } = made.archived
    // A longer id is due to other commits, which may have gone.
    const isFree = commitId.length === shortestId && !this.ids.has(commitId) && !this.rules.takenIds.has(commitId)
    if (!isFree || !this.isKnown(artifact) || !this.isKnown(recordHash) || this.byInputs.has(made.key)) return undefined
    this.note(draft.places, artifact)
    return this.add(made.key, { ...made.archived, draft })
  }

  private add(key: string, archived: ArchivedCommit): ArchivedCommit {
    this.ids.add(archived.commitId)
    this.byInputs.set(key, archived)
    this.commits.push(archived)
    return archived
  }

  private async makeNow(draft: Draft, parent: Parent, basis: CommitBasis): Promise<ArchivedCommit> {
    const { hash, bytes } = await this.hold(draft.places, draft.type === 'compaction' ? 'compaction' : 'delta')
    const facts = describeCommit(draft)
    const createdAt = facts.createdAt ?? parent.createdAt ?? wholeSeconds(this.rules.fallbackAt)
    const inputs = { parent: parent.id ?? '', artifactRef: refOf(hash), createdAt, template: this.rules.template }
    // Two chains may hold the same bytes on the same parent: that is one commit.
    const key = JSON.stringify([inputs.parent, inputs.artifactRef, createdAt])
    const same = this.byInputs.get(key)
    if (same !== undefined) return same
    const commitId = allocateCommitId(inputs, (id) => this.rules.takenIds.has(id) || this.ids.has(id))
    // Its id is taken from now on, also while its record waits to be written.
    this.ids.add(commitId)
    const recordHash = await this.put('commit', encodeCommit(this.record(draft, inputs, facts)))
    const archived = { commitId, parentId: parent.id, artifact: hash, recordHash, bytes, createdAt, facts }
    this.beforeOf(draft)?.rememberCommit(draft, basis, { archived, key })
    return this.add(key, { ...archived, draft })
  }

  private async parentOf(draft: Draft): Promise<Parent> {
    if (draft.parent === undefined) return { id: undefined, createdAt: undefined }
    if ('foreign' in draft.parent) return { id: draft.parent.foreign, createdAt: undefined }
    const parent = await this.commit(draft.parent)
    return { id: parent.commitId, createdAt: parent.createdAt }
  }

  private record(
    draft: Draft,
    inputs: { readonly parent: string; readonly artifactRef: string; readonly createdAt: string },
    facts: CommitFacts,
  ): ContextCommit {
    return {
      version: 1,
      commit_type: draft.type,
      artifact_ref: inputs.artifactRef,
      format: this.rules.format,
      checkpoint: draft.checkpoint,
      created_at: inputs.createdAt,
      parent: inputs.parent,
      summary: facts.summary,
      template: this.rules.template,
      principal: this.rules.principal,
      session_id: this.rules.sessionId,
      message_count: facts.records,
    }
  }
}
