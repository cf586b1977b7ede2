/** Compares files on disk with what the agent of a conversation knew of them, before another agent continues the conversation. */
import type { CallParsed } from '../../contract/calls.ts'
import type { DriftWarning } from '../../contract/export.ts'
import type { DriftState } from '../../contract/known-files.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { driftOf } from '../files/drift/drift-of.ts'

const warned: ReadonlySet<DriftState> = new Set(['changed', 'deleted', 'created', 'unreadable'])
const maxFiles = 1000

/** Which files are compared; `root` is the folder in place of the working directory, where it is another one. */
type Asked = Pick<CallParsed<'drift.start'>, 'commitId' | 'root'>

/** Null: nothing to warn of, or the files cannot be compared: that never prevents an export. @throws StrataError cancelled */
export const driftWarning = async (context: EngineContext, request: Asked, progress: JobProgress): Promise<DriftWarning | null> => {
  try {
    const { files, counts } = await driftOf(context, { ...request, withPatches: false }, progress)
    const differing = files.filter(({ state }) => warned.has(state)).slice(0, maxFiles)
    if (differing.length === 0) return null
    return {
      counts,
      files: differing.map(({ path, disk, state, added, removed, note }) => ({ path, disk, state, added, removed, note })),
    }
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code === 'cancelled') throw thrown
    return null
  }
}
