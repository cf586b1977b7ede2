/** Reads the content of an export from the store, as lines of transcripts, regardless of the stored format. */
import { transcriptFormat } from '../../../importer/agents.ts'
import type { ChainLink, ChosenCommits } from '../../chains/choose-commits.ts'
import type { ChainPiece } from '../../conversation/chain-line.ts'
import type { ConversationSource } from '../../conversation/conversation.ts'
import { redactArtifact } from '../../secrets/redactor.ts'
import type { Redactor } from '../../secrets/redactor.ts'
import type { Lost } from '../../model/chain-event.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { formats } from '../kernel/chain-formats.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import { translatedChain } from './translated-chain.ts'

const transcripts = transcriptFormat

/** How pieces are read: each one is reported, and secrets are redacted when a redactor is given. */
export interface Reading {
  readonly progress: JobProgress
  readonly redactor: Redactor | undefined
}

const clean = (bytes: Uint8Array, commitId: string, { progress, redactor }: Reading): Uint8Array | Promise<Uint8Array> => {
  if (redactor === undefined) return bytes
  redactor.reads(commitId)
  return runInSlices(redactArtifact(formats.get(transcripts), bytes, redactor), progress)
}

const piecesOf = async (store: Store, links: readonly ChainLink[], reading: Reading): Promise<readonly ChainPiece[]> => {
  const { progress } = reading
  const pieces: ChainPiece[] = []
  progress.phase('Reading the commits', 'commits', links.length)
  for (const link of links) {
    progress.checkpoint()
    const bytes = await clean(await store.read(artifactHash(link.artifactHash)), link.commitId, reading)
    pieces.push({ commitType: link.commitType, bytes, beginsAgent: link.beginsAgent })
    progress.advance(1)
  }
  return pieces
}

/** A chain of other formats, or of several: translated as a whole. */
const translated = async (
  context: EngineContext,
  { path: links }: ChosenCommits,
  reading: Reading,
): Promise<{ readonly source: ConversationSource; readonly lost: readonly Lost[] }> => {
  const [commitId, stop] = [links.at(-1)?.commitId ?? '', links[0]?.commitId ?? '']
  const { view, bytes } = await translatedChain(context, { commitId, stop, format: transcripts }, reading.progress)
  const piece = await clean(bytes, commitId, reading)
  return { source: { pieces: [{ commitType: 'delta', bytes: piece }], before: [] }, lost: view.lost }
}

/** @throws StrataError artifact-corrupt, delta-malformed, cancelled */
export const readChain = async (
  context: EngineContext,
  { path, before }: ChosenCommits,
  reading: Reading,
): Promise<{ readonly source: ConversationSource; readonly lost: readonly Lost[] }> => {
  if (path.some(({ format }) => format !== transcripts)) return translated(context, { path, before, brokenAt: undefined }, reading)
  const { store } = context
  const keeps = path[0]?.preserved.length ?? 0
  const pieces = await piecesOf(store, path, reading)
  return { source: { pieces, before: keeps === 0 ? [] : await piecesOf(store, before, reading) }, lost: [] }
}
