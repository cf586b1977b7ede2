/** A file as an agent knew it: at a commit, before or after a record, or as the agent knew it that touched it last. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { FileRange, KnownFileView, RecordKey, RecordName } from '../../contract/objects.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { recordNames } from '../kernel/file-lines.ts'
import { knownChain } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { RecordAt } from '../file-steps/chain-records.ts'
import type { TrailEnd } from '../file-steps/steps-of-file.ts'
import { fileTrail, type FileTrail } from './file-trail.ts'
import { filePayload } from '../../model/objects/object-payload.ts'
import { ensureFile, findRecord, lastTouch, pathInChain, resolvePath, resolvePathAt, sessionsOfChain } from '../file-steps/find-file.ts'
import { fileAsWas, seenUntil, type TreeRequest } from './known-tree.ts'
import { contentHash, sourceHash } from '../../files/object-hash.ts'
import { objectIds } from '../file-steps/object-ids.ts'
import { trackerSource } from '../track/tracked-steps.ts'
import { contentOf, type KnownFile } from '../../files/known-file.ts'

type Input = CallParsed<'file.show'>

interface Place {
  readonly commitId: string
  /** Set where the commit was looked up. */
  readonly commit?: CommitView
  readonly end?: TrailEnd
}

/** The commit or record that is named; undefined: none is. */
const givenPlace = async (context: EngineContext, input: Input): Promise<Place | undefined> => {
  const { database } = context.store
  const record = input.before ?? input.after
  if (record !== undefined && input.at !== undefined)
    throw new StrataError('invalid-input', 'A commit and a record cannot be given together')
  if (record !== undefined) {
    const found = await findRecord(database, record)
    return { commitId: found.commitId, end: { record: found, isIncluded: input.after !== undefined } }
  }
  if (input.at !== undefined) {
    const { commit } = await findCommit(context, input.at)
    return { commitId: commit.commitId, commit }
  }
  return undefined
}

type NameOf = (record: RecordKey) => RecordName

const nameOf = (records: readonly RecordAt[], place: number, named: NameOf): RecordName | null => {
  const at = records[place]
  return at === undefined || at.sourceId === trackerSource ? null : named(at)
}

/** The known lines in their order, and the gaps between them. */
const rangesOf = ({ stretches, total }: KnownFile, records: readonly RecordAt[], named: NameOf): readonly FileRange[] => {
  const ranges: FileRange[] = []
  let next = 1
  const gap = (to: number): void => {
    if (to >= next) ranges.push({ from: next, to, proof: 'unknown', record: null })
  }
  for (const { from, lines, proof, record } of stretches) {
    gap(from - 1)
    next = from + lines.length
    ranges.push({ from, to: next - 1, proof, record: nameOf(records, record, named) })
  }
  if (total !== undefined) gap(total)
  return ranges
}

const linesOf = ({ stretches }: KnownFile): KnownFileView['lines'] =>
  stretches.flatMap(({ from, lines }) => lines.map((text, at) => ({ number: from + at, text })))

type Seen = Pick<FileTrail, 'file' | 'proof' | 'records' | 'last'>

type Known = Omit<KnownFileView, 'objectId' | 'contentHash' | 'path' | 'sessionId' | 'commitId'>

const viewOf = ({ file, proof, records, last }: Seen, named: NameOf): Known => {
  const record = last === undefined || last.sourceId === trackerSource ? null : named(last)
  const seen = { record, observedAt: last?.occurredAt ?? null }
  const empty = { content: null, ranges: [], lines: [], totalLines: null, sourceHash: null, isTooLarge: false }
  if (file === null) return { ...seen, ...empty, isThere: false, proof }
  if (file === undefined) return { ...seen, ...empty, isThere: true, proof: 'unknown' }
  const content = contentOf(file) ?? null
  return {
    ...seen,
    content,
    isThere: true,
    proof,
    ranges: rangesOf(file, records, named),
    lines: content === null ? linesOf(file) : [],
    totalLines: file.total ?? null,
    isTooLarge: file.isTooLarge === true,
    sourceHash: file.sourceHash ?? (content === null ? null : (last?.sourceHash ?? null)),
  }
}

const namesOf = ({ store }: EngineContext, { records, last }: Seen): Promise<NameOf> =>
  recordNames(store.database, last === undefined ? records : [...records, last])

interface Trail {
  readonly place: Place
  /** Tip first. */
  readonly chain: readonly ChainLink[]
  readonly known: FileTrail
}

/** As the chain is cut now. */
const tipOf = ({ commitId }: Place, chain: readonly ChainLink[]): string => chain[0]?.commitId ?? commitId

/** The time until which steps count; null: all of them count, because no commit or record is given. */
const untilOf = async (context: EngineContext, given: Place | undefined, { place, chain, known }: Trail): Promise<number | null> => {
  if (given === undefined) return null
  return place.end === undefined ? seenUntil(context, tipOf(place, chain), known.endAt) : known.endAt
}

const requestOf = async (context: EngineContext, given: Place | undefined, trail: Trail): Promise<TreeRequest> => {
  const { place, chain, known } = trail
  const sessionId = place.commit?.sessionId ?? known.sessionId
  return { commitId: tipOf(place, chain), sessionId, chain, until: await untilOf(context, given, trail) }
}

/** As any agent had seen or changed the file last by the end of a trail. */
const seenByAny = async (context: EngineContext, path: string, own: TreeRequest, known: FileTrail): Promise<Seen> => {
  const { records, file, proof, last } = await fileAsWas(context, own, path, known.isBefore)
  const content = file === null || file === undefined ? undefined : contentOf(file)
  // Only what an agent wrote is given byte by byte: the client shows files without carriage returns and byte order marks.
  const source = content !== undefined && last?.by === 'write' ? sourceHash(Buffer.from(content)) : null
  return { records, file, proof, last: last && { ...last.at, sourceHash: source } }
}

/** Null: the content is not known. */
const hashOf = (path: string, { content, isThere }: Known): string | null =>
  content === null && isThere ? null : contentHash(filePayload(path, content))

/**
 * @param isNewest whether, of the file that is named at a commit, everything counts that was seen since
 * @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, artifact-corrupt
 */
export const showFile = async (context: EngineContext, input: Input, isNewest = false): Promise<KnownFileView> => {
  const { store } = context
  const given = await givenPlace(context, input)
  const named = await (given === undefined ? resolvePath(context, input.path) : resolvePathAt(context, input.path, given.commitId))
  await ensureFile(context, named)
  const place: Place = given ?? { commitId: await lastTouch(store.database, named) }
  const chain = await knownChain(store, place.commit ?? place.commitId)
  await context.ensureObjects(() => sessionsOfChain(store.database, chain))
  const path = await pathInChain(store.database, named, chain)
  const known = await fileTrail(store, chain, path, { end: place.end, onlyEnd: true })
  const own = await requestOf(context, isNewest ? undefined : given, { place, chain, known })
  const { sessionId } = own
  const seen = input.reading === 'as-was' ? await seenByAny(context, path, own, known) : known
  const view = viewOf(seen, await namesOf(context, seen))
  const at = [...(seen.last === undefined ? [] : [seen.last]), ...[...seen.records].reverse()].find(
    ({ sourceId }) => sourceId !== trackerSource,
  )
  return {
    objectId: at === undefined ? null : await (await objectIds(context))(at, path),
    path,
    sessionId: seen.last?.sessionId ?? sessionId,
    commitId: input.reading === 'as-was' ? (at?.commitId ?? place.commitId) : place.commitId,
    ...view,
    contentHash: hashOf(path, view),
  }
}
