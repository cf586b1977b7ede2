/** Commits that were amended away: no ref reaches them, but their ids still resolve, because the packs still hold them. */
import { parseLine } from '../../../importer/claude-code/parse-line.ts'
import { commitIdOf } from '../../chains/commit-id.ts'
import { describeCommit } from '../../chains/describe-commit.ts'
import type { PlacedLine } from '../../chains/session-lines.ts'
import type { CommitDetail, CommitView } from '../../contract/views.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import { artifactHash } from '../../model/ids.ts'
import type { TranscriptLine } from '../../model/transcript-line.ts'
import { text } from '../../store/columns.ts'
import { decodeCommit } from '../../store/commit-record.ts'
import type { Store } from '../../store/store.ts'
import replacedRecords from '../sql/replaced-records.sql?raw'
import type { RecordPlace } from './read-conversation.ts'

/** Stands in for the chain of a replaced commit: its record does not say which one it was. */
export const replacedChain = 'replaced'

interface Replaced {
  readonly id: string
  readonly record: ContextCommit
  readonly recordHash: string
}

const fullIdLength = 64

const idOf = (record: ContextCommit, digits: number): string =>
  commitIdOf(
    { parent: record.parent ?? '', artifactRef: record.artifact_ref, createdAt: record.created_at, template: record.template ?? '' },
    digits,
  )

const findAll = async (store: Store, prefix: string): Promise<readonly Replaced[]> => {
  const found: Replaced[] = []
  for (const { artifactHash: hash } of await store.database.query(replacedRecords, { artifactHash: text('artifact_hash') })) {
    const record = decodeCommit(await store.read(artifactHash(hash)))
    if (idOf(record, fullIdLength).startsWith(prefix))
      found.push({ id: idOf(record, Math.max(8, prefix.length - 'ctx-'.length)), record, recordHash: hash })
  }
  return found
}

/** The lines of an artifact as they were parsed when it was cut. */
const linesOf = (bytes: Buffer): readonly TranscriptLine[] => {
  const lines: TranscriptLine[] = []
  let afterBoundary = false
  for (let offset = 0; offset < bytes.length;) {
    const at = bytes.indexOf(0x0a, offset)
    const end = at === -1 ? bytes.length : at + 1
    const whole = { bytes: bytes.subarray(offset, end), length: end - offset, short: undefined }
    const { line } = parseLine({ line: lines.length + 1, offset, terminated: at !== -1, ...whole }, afterBoundary)
    if (!line.blank) afterBoundary = line.compaction !== undefined
    lines.push(line)
    offset = end
  }
  return lines
}

const placed = (line: TranscriptLine): PlacedLine => ({ source: 0, line, chain: replacedChain, isCopy: false, carriesCopy: false })

const viewOf = ({ id, record, recordHash }: Replaced, hash: ArtifactHash, bytes: Buffer): CommitView => {
  const places = linesOf(bytes).map(placed)
  const facts = describeCommit({
    chain: replacedChain,
    type: record.commit_type,
    places,
    parent: undefined,
    branchOf: undefined,
    checkpoint: record.checkpoint,
  })
  return {
    ...facts,
    commitId: id,
    parentId: record.parent ?? null,
    sessionId: record.session_id ?? '',
    chain: replacedChain,
    position: 0,
    commitType: record.commit_type,
    checkpoint: record.checkpoint,
    artifactRef: record.artifact_ref,
    artifactHash: hash,
    recordHash,
    format: record.format,
    template: record.template ?? '',
    principal: record.principal ?? '',
    summary: record.summary ?? facts.summary,
    createdAt: record.created_at,
    startedAt: facts.startedAt ?? null,
    endedAt: facts.endedAt ?? null,
    bytes: bytes.length,
    branchOf: null,
    refs: [],
  }
}

/**
 * A replaced commit by its id or a unique beginning of it.
 * @throws StrataError ambiguous-id; `missing` itself when there is none.
 */
export const showReplaced = async (store: Store, name: string, missing: StrataError): Promise<CommitDetail> => {
  if (!/^ctx-[0-9a-f]{4,64}$/.test(name)) throw missing
  const [found, ...others] = await findAll(store, name)
  if (found === undefined) throw missing
  if (others.length > 0) {
    const candidates = [found, ...others].map(({ record }) => idOf(record, fullIdLength).slice(0, 'ctx-'.length + 12))
    throw new StrataError('ambiguous-id', `“${name}” may be any of ${candidates.length} replaced commits`, { text: name, candidates })
  }
  const hash = await store.findArtifact(found.record.artifact_ref)
  return { commit: viewOf(found, hash, await store.read(hash)), record: found.record, children: [], storedBytes: 0 }
}

/** Places of a replaced commit's records: its lines are numbered within its artifact. */
export const replacedPlaces = (bytes: Buffer): readonly RecordPlace[] =>
  linesOf(bytes).flatMap((line) =>
    line.blank || line.class === 'malformed'
      ? []
      : [
          {
            sourceFile: '',
            sourceId: null,
            line: line.line,
            subtype: line.subtype ?? null,
            class: line.class,
            rule: line.rule,
            classByRule: null,
            occurredAt: line.occurredAt ?? null,
          },
        ],
  )
