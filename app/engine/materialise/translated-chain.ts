/** A chain in a format that was asked for, with its bytes. */
import type { CallInput } from '../../contract/calls.ts'
import type { MaterialisedView } from '../../contract/materialise.ts'
import { artifactHash } from '../../model/ids.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { readStoredArtifact } from './stored-artifact.ts'
import { materialiseCommit } from './materialise-commit.ts'

export interface TranslatedChain {
  readonly view: MaterialisedView
  readonly bytes: Uint8Array
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, delta-malformed, artifact-corrupt */
export const translatedChain = async (
  context: EngineContext,
  { commitId = '', stop = 'compaction', format }: CallInput<'commit.materialise'>,
  progress: JobProgress = silentProgress,
): Promise<TranslatedChain> => {
  const view = await materialiseCommit(context, { commitId, stop, format }, (work) => work(), progress)
  if (view.artifactHash === null) return { view, bytes: new Uint8Array() }
  return { view, bytes: await readStoredArtifact(context, artifactHash(view.artifactHash)) }
}
