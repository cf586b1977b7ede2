/**
 * Rebuilt conversations that are not in the packs yet. The caller already has the answer, and reads the bytes from memory until they are
 * written.
 */
import { StrataError } from '../../model/failure.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import type { Pieces } from '../../store/files/pieces.ts'
import type { EngineContext } from '../kernel/engine-context.ts'

interface Keeping {
  /** Undefined when they could not be written: why is asked of `written`. */
  readonly pieces: Pieces | undefined
  readonly written: Promise<void>
}

/** By the engine's pool: its store is closed and reopened when the tables are rebuilt, and each caller has a separate context. */
const keeping = new WeakMap<EngineContext['pool'], Map<string, Keeping>>()

const of = ({ pool }: EngineContext): Map<string, Keeping> => {
  const own = keeping.get(pool) ?? new Map<string, Keeping>()
  keeping.set(pool, own)
  return own
}

/** Has the bytes at hand until they are written. @param key what they answer, and their hash */
export const keepArtifactBytes = (context: EngineContext, keys: readonly string[], pieces: Pieces, written: Promise<void>): void => {
  const own = of(context)
  for (const key of keys) own.set(key, { pieces, written })
  const forget = (): void => {
    for (const key of keys) own.delete(key)
  }
  const fail = (): void => {
    for (const key of keys) own.set(key, { pieces: undefined, written })
  }
  written.then(forget, fail)
}

/** Resolves when what answers the same is written, or could not be. */
export const untilStored = async (context: EngineContext, key: string): Promise<void> => {
  await of(context)
    .get(key)
    ?.written.catch(() => undefined)
}

/** An artifact from the packs, or one that is on its way there. @throws StrataError not-found, artifact-corrupt, disk-full */
export const readStoredArtifact = async (context: EngineContext, hash: ArtifactHash): Promise<Uint8Array> => {
  const onItsWay = of(context).get(hash)
  if (onItsWay?.pieces !== undefined) return onItsWay.pieces.whole()
  await onItsWay?.written
  return context.store.read(hash)
}

/** The hash of an artifact by its name, also of one that is on its way to the packs. @throws StrataError not-found, ambiguous-id, malformed-id */
export const findStoredArtifact = async (context: EngineContext, name: string): Promise<ArtifactHash> => {
  // Looked up first: what is written in the meantime is no longer here, and the tables may have been read before it was there.
  const digits = name.replace(/^art-/, '')
  const onItsWay = [...of(context).keys()].find((key) => key.length === 64 && key.startsWith(digits))
  try {
    return await context.store.findArtifact(name)
  } catch (thrown) {
    if (onItsWay === undefined || !(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    return onItsWay as ArtifactHash
  }
}
