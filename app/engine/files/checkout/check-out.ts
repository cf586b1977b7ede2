/** Writes the files that are known at a commit below a folder, with a manifest of the evidence for each file. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { CheckedOutFile, CheckoutManifest, CheckoutResult, DeletedFile, SkippedFile } from '../../../contract/known-files.ts'
import type { RecordKey, RecordName } from '../../../contract/objects.ts'
import { StrataError } from '../../../model/failure.ts'
import { filePayload } from '../../../model/objects/object-payload.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { recordNames } from '../../kernel/file-lines.ts'
import type { JobProgress } from '../../kernel/job.ts'
import { gapsOf, markedContent } from '../file-gaps.ts'
import { knownTree, treeAsWas, treeRequest, type KnownTree, type TreeFile } from '../known-tree.ts'
import { contentHash, sourceHash } from '../../../files/object-hash.ts'
import { objectIds, type ObjectIdOf } from '../../file-steps/object-ids.ts'
import { cwdOf } from '../../file-steps/session-cwd.ts'
import { contentOf, proofOf, type KnownFile } from '../../../files/known-file.ts'
import { manifestName, planPlaces, type PlacedPath } from './plan-places.ts'
import { SafeFolder } from './safe-folder.ts'

type Input = CallParsed<'checkout.start'>

/** A path, the end of one, or a folder above it. */
const isMeant = (path: string, wanted: string): boolean => {
  const [own, name] = [`/${path.replaceAll('\\', '/')}/`, `/${wanted.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '')}/`]
  return wanted.startsWith('/') ? own.startsWith(name) || own.startsWith(`/${name}`) : own.includes(name)
}

/** @throws StrataError not-found */
const chosenFiles = ({ files, commitId }: KnownTree, paths: readonly string[]): readonly TreeFile[] => {
  if (paths.length === 0) return files
  for (const wanted of paths)
    if (!files.some(({ path }) => isMeant(path, wanted)))
      throw new StrataError('not-found', `No file with the path “${wanted}” is known at ${commitId}`, {
        text: wanted,
        list: 'strata files',
      })
  return files.filter(({ path }) => paths.some((wanted) => isMeant(path, wanted)))
}

interface Writable {
  readonly tree: TreeFile
  readonly file: KnownFile
}

interface Sorted {
  /** The newest first. */
  readonly writable: readonly Writable[]
  readonly deleted: readonly TreeFile[]
  readonly skipped: readonly SkippedFile[]
}

const sorted = (files: readonly TreeFile[], withPartial: boolean): Sorted => {
  const writable: Writable[] = []
  const skipped: SkippedFile[] = []
  for (const tree of files) {
    const { path, file } = tree
    if (file === null) continue
    const proof = proofOf(file)
    if (proof === 'unknown' || (proof === 'partial' && !withPartial)) skipped.push({ path, reason: proof })
    else writable.push({ tree, file })
  }
  writable.sort((a, b) => (b.tree.at.occurredAt ?? 0) - (a.tree.at.occurredAt ?? 0))
  return { writable, skipped, deleted: files.filter(({ file, wasThere }) => file === null && wasThere) }
}

interface Names {
  readonly idOf: ObjectIdOf
  readonly named: (record: RecordKey) => RecordName
}

const writtenFile = async ({ tree, file }: Writable, place: PlacedPath, bytes: Buffer, { idOf, named }: Names): Promise<CheckedOutFile> => {
  const content = contentOf(file)
  const proof = proofOf(file)
  return {
    path: tree.path,
    file: place.segments.join('/'),
    objectId: await idOf(tree.at, tree.path),
    contentHash: content === undefined ? null : contentHash(filePayload(tree.path, content)),
    sourceHash: content !== undefined && tree.by === 'write' && proof === 'observed' ? sourceHash(Buffer.from(content)) : null,
    sha256: sourceHash(bytes),
    bytes: bytes.length,
    proof,
    record: named(tree.at),
    observedAt: tree.at.occurredAt,
    gaps: content === undefined ? gapsOf(file) : [],
  }
}

const maxListed = 5

/** @throws StrataError target-exists: then nothing was written */
const checkFree = async (folder: SafeFolder, places: readonly PlacedPath[]): Promise<void> => {
  const taken = new Set<string>()
  for (const { segments } of [...places, { segments: [manifestName] }]) {
    const obstacle = await folder.obstacle(segments)
    if (obstacle !== undefined) taken.add(obstacle)
  }
  if (taken.size === 0) return
  const listed = [...taken].slice(0, maxListed).join(', ')
  const message = `Nothing was written: ${listed}${taken.size > maxListed ? ' …' : ''} exist${taken.size === 1 ? 's' : ''} already`
  throw new StrataError('target-exists', message, { path: [...taken][0] ?? '', candidates: [...taken].slice(0, 1000) })
}

/** The longest path that systems take, less what the folder itself has. */
const maxPathLength = 4000

const placesOf = async (context: EngineContext, tree: KnownTree, writable: readonly Writable[], folder: SafeFolder) => {
  const paths = writable.map(({ tree: { path } }) => path)
  const cwd = await cwdOf(context.store.database, tree.sessionId)
  const request = { paths, cwd, platform: process.platform, longest: maxPathLength - Buffer.byteLength(folder.path) }
  const asIs = planPlaces({ ...request, ignoresCase: false })
  const plan = planPlaces({ ...request, ignoresCase: true })
  // Names that only differ in case are two files, unless the folder is where they are not.
  return plan.skipped.length === asIs.skipped.length || !(await folder.ignoresCase()) ? asIs : plan
}

const write = async (
  context: EngineContext,
  tree: KnownTree,
  input: Input,
  folder: SafeFolder,
  progress: JobProgress,
): Promise<CheckoutManifest> => {
  const { writable, deleted, skipped } = sorted(chosenFiles(tree, input.paths), input.partial)
  const plan = await placesOf(context, tree, writable, folder)
  await checkFree(folder, plan.places)
  const [byPath, idOf] = [new Map(writable.map((one) => [one.tree.path, one])), await objectIds(context)]
  const named = await recordNames(
    context.store.database,
    tree.files.map(({ at }) => at),
  )
  progress.phase('Writing files', 'files', plan.places.length)
  const files: CheckedOutFile[] = []
  for (const place of plan.places) {
    progress.checkpoint()
    const one = byPath.get(place.path)
    if (one === undefined) continue
    const bytes = Buffer.from(contentOf(one.file) ?? markedContent(one.file))
    await folder.write(place.segments, bytes)
    files.push(await writtenFile(one, place, bytes, { idOf, named }))
    progress.advance(1)
  }
  const gone = deleted.map(async (file): Promise<DeletedFile> => ({
    path: file.path,
    objectId: await idOf(file.at, file.path),
    record: named(file.at),
  }))
  const manifest: CheckoutManifest = {
    version: 1,
    commitId: tree.commitId,
    sessionId: tree.sessionId,
    asWas: input.asWas,
    without: plan.without,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    deleted: await Promise.all(gone),
    skipped: [...skipped, ...plan.skipped],
  }
  await folder.write([manifestName], Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

/**
 * All files or none: where one exists already nothing is written, and what was written is taken away when it fails or is cancelled.
 * @throws StrataError not-found, ambiguous-id, malformed-id, target-exists, path-refused, disk-full, artifact-corrupt, cancelled
 */
export const checkOut = async (context: EngineContext, input: Input, progress: JobProgress): Promise<CheckoutResult> => {
  progress.phase('Reading the conversation', 'files', undefined)
  const request = await treeRequest(context, input.commitId)
  progress.checkpoint()
  const tree = await (input.asWas ? treeAsWas : knownTree)(context, request)
  progress.checkpoint()
  const folder = await SafeFolder.open(input.to)
  try {
    const manifest = await write(context, tree, input, folder, progress)
    return { ...manifest, to: folder.path, manifest: `${folder.path}/${manifestName}` }
  } catch (cause) {
    await folder.undo()
    throw cause
  }
}
