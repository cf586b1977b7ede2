/** Compares the files on disk with what was known of them at a commit. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { DriftedFile, DriftState, DriftView } from '../../../contract/known-files.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { recordNames } from '../../kernel/file-lines.ts'
import type { JobProgress } from '../../kernel/job.ts'
import { chainSteps } from '../../file-steps/steps-of-chain.ts'
import { contentOf } from '../../../files/known-file.ts'
import { knownTree, treeRequest, type TreeFile } from '../known-tree.ts'
import { compareFile, type Comparing, type Comparison } from './compare-file.ts'
import { driftPlaces } from './drift-places.ts'
import type { PlacedSteps } from '../../file-steps/kept-files.ts'
import type { FileStep, ObservedBy } from '../../../files/file-step.ts'
import { recordKey } from '../../../files/replay.ts'

const exact: ReadonlySet<ObservedBy> = new Set(['write', 'edit', 'notebook', 'backup', 'tracker'])

/** Whether the step shows how the file ends; undefined: the step does not change its end. */
const givesEnd = (step: FileStep): boolean | undefined => {
  switch (step.step) {
    case 'written':
      return true
    case 'whole':
      return exact.has(step.by)
    case 'part':
      return step.total !== undefined && step.from + step.lines.length > step.total ? false : undefined
    default:
      return undefined
  }
}

/** Whether the end of the file at its last version is known. @param placed the steps of the chain in which the version is known */
const isEndKnown = (placed: readonly PlacedSteps[], { path, at }: Pick<TreeFile, 'path' | 'at'>): boolean => {
  let name = path
  const last = placed.findIndex((one) => recordKey(one.at) === recordKey(at))
  for (let place = last; place >= 0; place -= 1)
    for (const step of [...(placed[place]?.steps ?? [])].reverse()) {
      if (step.step === 'ran') continue
      if ((step.step === 'moved' || step.step === 'copied') && step.to === name) name = step.path
      const given = step.path === name ? givesEnd(step) : undefined
      if (given !== undefined) return given
    }
  return false
}

const notCompared = { state: 'elsewhere', added: null, removed: null, patch: null } as const

const rowOf = (
  { path, file, proof, at }: TreeFile,
  disk: string | null,
  comparison: Comparison,
  record: DriftedFile['record'],
): DriftedFile => ({
  path,
  disk,
  ...comparison,
  isWhole: file === null || contentOf(file) !== undefined,
  proof,
  record,
  observedAt: at.occurredAt,
})

const countsOf = (files: readonly DriftedFile[]): DriftView['counts'] => {
  const counts: Record<DriftState, number> = { unchanged: 0, changed: 0, deleted: 0, created: 0, unknown: 0, unreadable: 0, elsewhere: 0 }
  for (const { state } of files) counts[state] += 1
  return counts
}

type Input = Pick<CallParsed<'drift.start'>, 'commitId' | 'root' | 'path' | 'withPatches'>

/** @throws StrataError not-found, ambiguous-id, malformed-id, path-unreadable, artifact-corrupt, cancelled */
export const driftOf = async (
  context: EngineContext,
  { commitId, root, path, withPatches }: Input,
  progress: JobProgress,
): Promise<DriftView> => {
  progress.phase('Reading the conversation', 'files', undefined)
  const request = await treeRequest(context, commitId)
  const whole = await knownTree(context, request)
  const tree = path === undefined ? whole : { ...whole, files: whole.files.filter((file) => file.path === path) }
  const placeOf = await driftPlaces(context, tree, root)
  progress.phase('Comparing files', 'files', tree.files.length)
  const how = (file: TreeFile): Comparing => ({
    withPatch: withPatches,
    isEndKnown: async () => isEndKnown(await chainSteps(context.store, request.chain), file),
    checkpoint: () => progress.checkpoint(),
  })
  const named = await recordNames(
    context.store.database,
    tree.files.map(({ at }) => at),
  )
  const files: DriftedFile[] = []
  for (const file of tree.files) {
    progress.checkpoint()
    const place = await placeOf(file)
    const comparison = place.disk === null ? { ...notCompared, note: place.note } : await compareFile(place.disk, file.file, how(file))
    files.push(rowOf(file, place.disk, comparison, named(file.at)))
    progress.advance(1)
  }
  return { commitId: tree.commitId, sessionId: tree.sessionId, files, counts: countsOf(files) }
}
