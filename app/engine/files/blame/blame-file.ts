/** Who wrote each line of a file: at a commit, of its newest known content, or of the file on disk. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { BlamedLine, BlameView } from '../../../contract/objects.ts'
import { StrataError } from '../../../model/failure.ts'
import { knownChain } from '../../commits/current-chain.ts'
import { findCommit } from '../../commits/find-commit.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { diskPaths } from '../../file-systems/disk-path.ts'
import { readText } from '../../file-systems/disk-text.ts'
import { ensureFile, resolvePathAt, sessionsNaming, sessionsOfChain } from '../../file-steps/find-file.ts'
import { checkoutName, type PathsOf } from '../../file-steps/steps-of-all-agents.ts'
import { checkoutsNamed, checkoutsOf, resolveFolded } from '../../repositories/file-checkouts.ts'
import { checkoutView } from '../../repositories/repository-views.ts'
import type { KnownFile } from '../../../files/known-file.ts'
import { checkLength, followAll, followChain, type FollowedFile } from './follow-file.ts'
import { contentText, gapMark } from '../../../files/known-text.ts'
import { describedOrigins } from './line-origins.ts'

type Input = CallParsed<'file.blame'>

interface ShownLine {
  readonly number: number
  readonly text: string
}

type Shown = Pick<BlameView, 'gaps' | 'totalLines' | 'isTooLarge'> & { readonly lines: readonly ShownLine[] }

const nothingShown: Shown = { lines: [], gaps: [{ from: 1, to: null }], totalLines: null, isTooLarge: false }

/** The lines that are known with their numbers; what follows the last line feed is none when it is empty. */
const shownLines = (file: KnownFile | null | undefined): Shown => {
  if (file === null) return { lines: [], gaps: [], totalLines: 0, isTooLarge: false }
  if (file === undefined || file.stretches.length === 0) return { ...nothingShown, isTooLarge: file?.isTooLarge === true }
  const lines = file.stretches.flatMap(({ from, lines: own }) => own.map((text, at) => ({ number: from + at, text })))
  const last = lines.at(-1)
  const endsWithFeed = last?.number === file.total && last?.text === ''
  if (endsWithFeed) lines.pop()
  const gaps: { from: number; to: number | null }[] = []
  let next = 1
  for (const { number } of lines) {
    if (number > next) gaps.push({ from: next, to: number - 1 })
    next = number + 1
  }
  const total = file.total === undefined ? null : endsWithFeed ? file.total - 1 : file.total
  if (total === null || next <= total) gaps.push({ from: next, to: total })
  return { lines, gaps, totalLines: total, isTooLarge: false }
}

const wholeOf = (content: string): KnownFile => {
  const lines = content.split('\n')
  return { stretches: [{ from: 1, lines, proof: 'observed', record: 0 }], total: lines.length }
}

/** Origins that some line has, in the order of their records, and each line with its place among them. */
const usedOrigins = ({
  blamed,
  origins,
}: FollowedFile): { readonly used: FollowedFile['origins']; readonly ofLines: readonly (number | null)[] } => {
  const ofLines = [...blamed.origins].filter((_, at) => blamed.text.lines[at] !== gapMark)
  const asked = [...new Set(ofLines)].filter((origin) => origin !== -1)
  const time = (origin: number): number => origins[origin]?.at.occurredAt ?? 0
  asked.sort((a, b) => time(a) - time(b) || a - b)
  const places = new Map(asked.map((origin, place) => [origin, place]))
  return { used: asked.flatMap((origin) => origins[origin] ?? []), ofLines: ofLines.map((origin) => places.get(origin) ?? null) }
}

const viewOf = async (
  context: EngineContext,
  path: string,
  commitId: string | null,
  followed: FollowedFile,
  file: KnownFile | null | undefined,
): Promise<BlameView> => {
  const { lines, ...rest } = shownLines(file)
  const { used, ofLines } = usedOrigins(followed)
  const blamed = lines.map((line, at): BlamedLine => ({ ...line, origin: ofLines[at] ?? null }))
  const checkouts = await checkoutsNamed(context, path)
  const elsewhere = new Map(checkouts.flatMap(({ others }) => others.map((other) => [checkoutName(other.objectId), other] as const)))
  const origins = await describedOrigins(context.store.database, used, elsewhere)
  return { path, commitId, isThere: file !== null, lines: blamed, ...rest, origins, checkouts: checkouts.map(checkoutView) }
}

const atCommit = async (context: EngineContext, path: string, at: string): Promise<BlameView> => {
  const { commit } = await findCommit(context, at)
  const chain = await knownChain(context.store, commit)
  await context.ensureObjects(() => sessionsOfChain(context.store.database, chain))
  const followed = await followChain(context, path, await checkoutsOf(context, path), {
    sessionId: commit.sessionId,
    chain,
    until: commit.endedAt,
  })
  return viewOf(context, path, commit.commitId, followed, followed.file)
}

/** More than any file that agents edit. */
const maxBytes = 64 * 1024 * 1024

interface DiskPlace extends PathsOf {
  readonly disk: string
}

/** By the last session that names a file of this machine so; undefined: none does. */
const diskPlace = async (context: EngineContext, path: string): Promise<DiskPlace | undefined> => {
  const paths = await diskPaths(context)
  for (const sessionId of await sessionsNaming(context.store.database, path))
    // No file was imported for what was captured.
    for (const { root } of context.store.session(sessionId)?.sources ?? [{ root: '' }]) {
      const disk = paths.of(sessionId, root, path)
      if (disk !== undefined) return { sessionId, root, disk }
    }
  return undefined
}

/**
 * @param given where it may be; when no file exists there, and when it is undefined: where the path of the transcripts is on this machine
 * @throws StrataError path-unreadable
 */
const diskContent = async (path: string, given: string | undefined, found: string | undefined): Promise<string> => {
  const first = given === undefined ? undefined : await readText(given, maxBytes)
  if (first !== undefined && 'text' in first) return first.text
  if (found === undefined)
    throw new StrataError('path-unreadable', `${path} is not on this machine: its transcript is from another file system`, { path })
  const read = first === undefined || first.without === 'absent' ? await readText(found, maxBytes) : first
  if ('text' in read) return read.text
  throw new StrataError('path-unreadable', `Cannot read ${found}: ${read.reason}`, { path: found })
}

const onDisk = async (context: EngineContext, path: string, given: string | undefined): Promise<BlameView> => {
  const place = await diskPlace(context, path)
  const content = await diskContent(path, given, place?.disk)
  const text = contentText(content)
  checkLength(path, text.lines.length)
  const followed = await followAll(context, path, await checkoutsOf(context, path), { text, pathsOf: place })
  return viewOf(context, path, null, followed, wholeOf(content))
}

const newest = async (context: EngineContext, path: string): Promise<BlameView> => {
  const followed = await followAll(context, path, await checkoutsOf(context, path))
  return viewOf(context, path, followed.commitId, followed, followed.file)
}

/** The file that a chain names comes before those of other checkouts. */
const pathAt = async (context: EngineContext, path: string, at: string): Promise<string> => {
  try {
    return await resolvePathAt(context, path, (await findCommit(context, at)).commit.commitId)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'ambiguous-id') return resolveFolded(context, path)
    throw thrown
  }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, path-unreadable, artifact-corrupt */
export const blameFile = async (context: EngineContext, input: Input): Promise<BlameView> => {
  const path = await (input.at === undefined ? resolveFolded(context, input.path) : pathAt(context, input.path, input.at))
  await ensureFile(context, path)
  if (input.at !== undefined) return atCommit(context, path, input.at)
  return input.workingTree ? onDisk(context, path, input.disk) : newest(context, path)
}
