/** The bytes of an artifact. */
import { artifactHash } from '../../model/ids.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findKept, readKept } from '../materialise/kept-bytes.ts'

/** @param name ref or hash of an artifact, or a name of the commit that contains it. @throws StrataError not-found, ambiguous-id */
export const artifactBytes = async (context: EngineContext, name: string): Promise<Uint8Array> => {
  const { store } = context
  if (!/^(?:art-)?[0-9a-f]{4,64}$/.test(name)) return store.read(artifactHash((await findCommit(context, name)).commit.artifactHash))
  return readKept(context, await findKept(context, name))
}
