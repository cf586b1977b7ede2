/** Commits that were cut from a transcript once and amended away: the packs still hold them. */
import { replacedChain } from '../../model/agent-chain.ts'
import { agentOfFormat } from '../../../importer/agents.ts'
import { commitIdOf } from '../../chains/commit-id.ts'
import { describeCommit } from '../../chains/describe-commit.ts'
import type { PlacedLine } from '../../chains/session-lines.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import { artifactHash } from '../../model/ids.ts'
import type { TranscriptLine, WholeLine } from '../../model/transcript-line.ts'
import type { ModelFallback } from '../../contract/commits.ts'
import { text } from '../../model/columns.ts'
import { isObject } from '../../model/json-object.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { Store } from '../../store/store.ts'
import type { TableRow } from '../../store/tables/tables.ts'
import { clientColumns, recordColumns } from '../../transcripts/record-columns.ts'
import replacedRecords from './replaced-records.sql?raw'

export interface ReplacedCommit {
  readonly record: ContextCommit
  readonly recordHash: string
  /** Its id with all digits; the one it had is a beginning of it. */
  readonly longId: string
}

const fullIdLength = 64

/** The id that follows from a record, with this many digits. */
const idWith = (record: ContextCommit, digits: number): string =>
  commitIdOf(
    { parent: record.parent ?? '', artifactRef: record.artifact_ref, createdAt: record.created_at, template: record.template ?? '' },
    digits,
  )

/** All replaced commits. @throws StrataError artifact-corrupt, commit-malformed */
export const replacedCommits = async (store: Store): Promise<readonly ReplacedCommit[]> => {
  const found: ReplacedCommit[] = []
  for (const { artifactHash: hash } of await store.database.query(replacedRecords, { artifactHash: text('artifact_hash') })) {
    const record = decodeCommit(await store.read(artifactHash(hash)))
    found.push({ record, recordHash: hash, longId: idWith(record, fullIdLength) })
  }
  return found
}

const shortest = 4

const indexed = async (store: Store): Promise<ReadonlyMap<string, readonly ReplacedCommit[]>> => {
  const byStart = new Map<string, ReplacedCommit[]>()
  for (const commit of await replacedCommits(store)) {
    const start = commit.longId.slice('ctx-'.length, 'ctx-'.length + shortest)
    const near = byStart.get(start)
    if (near === undefined) byStart.set(start, [commit])
    else near.push(commit)
  }
  return byStart
}

/** Replaced commits by their ids: their records are read once, when the first id is looked up. */
export class ReplacedIndex {
  readonly #store: Store
  #byStart: ReturnType<typeof indexed> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * @param digits hex digits that the id begins with, at least four
   * @throws StrataError artifact-corrupt, commit-malformed
   */
  async startingWith(digits: string): Promise<readonly ReplacedCommit[]> {
    this.#byStart ??= indexed(this.#store)
    const near = (await this.#byStart).get(digits.slice(0, shortest)) ?? []
    return near.filter(({ longId }) => longId.startsWith(`ctx-${digits}`))
  }
}

/** The lines of an artifact, as parsed when it was cut, without the blank ones. */
export const linesOf = (format: string, bytes: Buffer): readonly WholeLine[] => agentOfFormat(format)?.lines.linesOf(bytes) ?? []

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The changes of model after a refusal; a record that does not name the first model says no more than one that does. */
export const fallbacksIn = (lines: readonly WholeLine[]): readonly ModelFallback[] => {
  const found = new Map<string, ModelFallback>()
  for (const { note } of lines) {
    const said = note?.['fallback']
    if (!isObject(said)) continue
    const fallback = { from: textOf(said['from']), to: textOf(said['to']) }
    found.set(JSON.stringify(fallback), fallback)
  }
  const all = [...found.values()]
  return all.filter(({ from, to }) => from !== null || all.every((other) => other.from === null || other.to !== to))
}

const placed = (line: TranscriptLine): PlacedLine => ({ source: 0, line, chain: replacedChain, isCopy: false, carriesCopy: false })

/** The row of a replaced commit, among the commits of the session from which it was cut. */
export const replacedRow = (
  commitId: string,
  record: ContextCommit,
  hashes: { readonly recordHash: string; readonly artifactHash: string },
  bytes: Buffer,
): TableRow<'commits'> => {
  const { commit_type: type, checkpoint } = record
  const draft = {
    chain: replacedChain,
    type,
    checkpoint,
    places: linesOf(record.format, bytes).map(placed),
    parent: undefined,
    branchOf: undefined,
  }
  const facts = describeCommit(draft)
  return {
    ...facts,
    ...hashes,
    commitId,
    parentId: record.parent ?? null,
    sessionId: record.session_id ?? '',
    chain: replacedChain,
    position: 0,
    commitType: type,
    checkpoint,
    format: record.format,
    template: record.template ?? '',
    principal: record.principal ?? '',
    summary: record.summary ?? facts.summary,
    createdAt: record.created_at,
    startedAt: facts.startedAt ?? null,
    endedAt: facts.endedAt ?? null,
    bytes: bytes.length,
    branchOf: null,
    agentType: null,
    spawnCall: null,
    ...clientColumns(facts),
    ...recordColumns(record),
  }
}
