/** Compares the files on disk with what was known of them at a commit. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { DriftedFile, DriftState, DriftView } from '../../../contract/known-files.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import type { JobProgress } from '../../kernel/job.ts'
import { chainSteps } from '../../file-steps/chain-steps.ts'
import { contentOf } from '../../../files/known-file.ts'
import { knownTree, treeRequest, type TreeFile } from '../known-tree.ts'
import { compareFile, type Comparing, type Comparison } from './compare-file.ts'
import { driftPlaces } from './drift-places.ts'
import { isEndKnown } from './known-end.ts'

const notCompared = { state: 'elsewhere', added: null, removed: null, patch: null } as const

const rowOf = ({ path, file, proof, at }: TreeFile, disk: string | null, comparison: Comparison): DriftedFile => ({
  path,
  disk,
  ...comparison,
  isWhole: file === null || contentOf(file) !== undefined,
  proof,
  record: { sourceId: at.sourceId, line: at.line },
  observedAt: at.occurredAt,
})

const countsOf = (files: readonly DriftedFile[]): DriftView['counts'] => {
  const counts: Record<DriftState, number> = { unchanged: 0, changed: 0, deleted: 0, created: 0, unknown: 0, unreadable: 0, elsewhere: 0 }
  for (const { state } of files) counts[state] += 1
  return counts
}

type Input = Pick<CallParsed<'drift.start'>, 'commitId' | 'root' | 'withPatches'>

/** @throws StrataError not-found, ambiguous-id, malformed-id, path-unreadable, artifact-corrupt, cancelled */
export const driftOf = async (
  context: EngineContext,
  { commitId, root, withPatches }: Input,
  progress: JobProgress,
): Promise<DriftView> => {
  progress.phase('Reading the conversation', 'files', undefined)
  const request = await treeRequest(context, commitId)
  const tree = await knownTree(context, request)
  const placeOf = await driftPlaces(context, tree, root)
  progress.phase('Comparing files', 'files', tree.files.length)
  const how = (file: TreeFile): Comparing => ({
    withPatch: withPatches,
    isEndKnown: async () => isEndKnown(await chainSteps(context.store, request.chain), file),
    checkpoint: () => progress.checkpoint(),
  })
  const files: DriftedFile[] = []
  for (const file of tree.files) {
    progress.checkpoint()
    const place = await placeOf(file)
    const comparison = place.disk === null ? { ...notCompared, note: place.note } : await compareFile(place.disk, file.file, how(file))
    files.push(rowOf(file, place.disk, comparison))
    progress.advance(1)
  }
  return { commitId: tree.commitId, sessionId: tree.sessionId, files, counts: countsOf(files) }
}
