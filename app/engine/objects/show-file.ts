/** A file as an agent knew it: at a commit, before or after a record, or as the agent knew it that touched it last. */
import type { CallParsed } from '../../contract/calls.ts'
import type { FileRange, KnownFileView, RecordName } from '../../contract/objects.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainFrom } from '../commits/chain-links.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { RecordAt } from './chain-records.ts'
import { fileTrail, type FileTrail, type TrailEnd } from './file-trail.ts'
import { openFileSystems } from '../kernel/file-systems.ts'
import { fileEnvelope } from '../../model/objects/object-identity.ts'
import { filePayload } from '../../model/objects/object-payload.ts'
import { findRecord, resolvePath, rootOf, touchingCommits } from './find-file.ts'
import { contentHash, identityHash, sourceHash } from './object-hash.ts'
import { contentOf, proofOf, type KnownFile } from './versions/known-file.ts'

type Input = CallParsed<'file.show'>

interface Place {
  readonly commitId: string
  readonly end?: TrailEnd
}

const placeOf = async (context: EngineContext, input: Input, path: string): Promise<Place> => {
  const { database } = context.store
  const record = input.before ?? input.after
  if (record !== undefined && input.at !== undefined)
    throw new StrataError('invalid-input', 'A commit and a record cannot be given together')
  if (record !== undefined) {
    const found = await findRecord(database, record)
    return { commitId: found.commitId, end: { record: found, isIncluded: input.after !== undefined } }
  }
  if (input.at !== undefined) return { commitId: (await findCommit(context, input.at)).commit.commitId }
  const [last] = await touchingCommits(database, path, null)
  if (last === undefined)
    throw new StrataError('not-found', `No commit has a call with the file “${path}”`, { text: path, list: 'strata files' })
  return { commitId: last.commitId }
}

const nameOf = (records: readonly RecordAt[], place: number): RecordName | null => {
  const at = records[place]
  return at === undefined ? null : { sourceId: at.sourceId, line: at.line }
}

/** The known lines in their order, and the gaps between them. */
const rangesOf = ({ stretches, total }: KnownFile, records: readonly RecordAt[]): readonly FileRange[] => {
  const ranges: FileRange[] = []
  let next = 1
  const gap = (to: number): void => {
    if (to >= next) ranges.push({ from: next, to, proof: 'unknown', record: null })
  }
  for (const { from, lines, proof, record } of stretches) {
    gap(from - 1)
    next = from + lines.length
    ranges.push({ from, to: next - 1, proof, record: nameOf(records, record) })
  }
  if (total !== undefined) gap(total)
  return ranges
}

const linesOf = ({ stretches }: KnownFile): KnownFileView['lines'] =>
  stretches.flatMap(({ from, lines }) => lines.map((text, at) => ({ number: from + at, text })))

type Known = Omit<KnownFileView, 'objectId' | 'contentHash' | 'path' | 'sessionId' | 'commitId'>

const viewOf = ({ file, versions, records }: FileTrail): Known => {
  const last = versions.at(-1)
  const record = last === undefined ? null : nameOf(records, last.record)
  const observedAt = last === undefined ? null : (records[last.record]?.occurredAt ?? null)
  const seen = { record, observedAt }
  const empty = { content: null, ranges: [], lines: [], totalLines: null, sourceHash: null }
  if (file === null) return { ...seen, ...empty, isThere: false, proof: 'observed' }
  if (file === undefined) return { ...seen, ...empty, isThere: true, proof: 'unknown' }
  const content = contentOf(file) ?? null
  return {
    ...seen,
    content,
    isThere: true,
    proof: proofOf(file),
    ranges: rangesOf(file, records),
    lines: content === null ? linesOf(file) : [],
    totalLines: file.total ?? null,
    // Only what the agent wrote is given byte by byte: the client shows files without carriage returns and byte order marks.
    sourceHash: content !== null && last?.by === 'write' && last.proof === 'observed' ? sourceHash(Buffer.from(content)) : null,
  }
}

/** Null: the path is not absolute, or no transcript names it. */
const objectIdOf = async (context: EngineContext, { records }: FileTrail, path: string): Promise<string | null> => {
  const at = records.at(-1)
  const root = at && (await rootOf(context.store.database, at.sourceId))
  if (at === undefined || root === undefined) return null
  const resolved = (await openFileSystems(context)).resolve(at.sessionId, root, path)
  return resolved === undefined ? null : identityHash(fileEnvelope(resolved.filesystemId, resolved.path))
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, artifact-corrupt */
export const showFile = async (context: EngineContext, input: Input): Promise<KnownFileView> => {
  const { store } = context
  const path = await resolvePath(store.database, input.path)
  const { commitId, end } = await placeOf(context, input, path)
  const { commit } = await findCommit(context, commitId)
  const trail = await fileTrail(store, await chainFrom(store, commitId), path, { end, onlyEnd: true })
  const view = viewOf(trail)
  const payload = view.content === null && view.isThere ? null : filePayload(path, view.content)
  return {
    objectId: await objectIdOf(context, trail, path),
    path,
    sessionId: commit.sessionId,
    commitId,
    ...view,
    contentHash: payload === null ? null : contentHash(payload),
  }
}
