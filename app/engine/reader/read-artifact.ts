/** An artifact of any format, read as a conversation, page by page. */
import type { ArtifactReading, FormatView, CommitReading } from '../../contract/reader.ts'
import type { Store } from '../../store/store.ts'
import { formats } from '../kernel/chain-formats.ts'
import { asRecords, isTranscript } from '../../../importer/agents.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findStoredArtifact, readStoredArtifact } from '../materialise/stored-artifact.ts'
import { readConversation, type Conversation } from '../../conversation/read-conversation.ts'
import { readEvents } from '../../conversation/read-events.ts'
import { replacedPlaces } from '../commits/replaced-commits.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { findCommit } from '../commits/find-commit.ts'

/** @throws StrataError invalid-input, delta-malformed */
export const conversationIn = (format: string, bytes: Buffer, name: string): Conversation =>
  isTranscript(format)
    ? readConversation(asRecords(format, bytes), replacedPlaces(format, bytes))
    : readEvents(formats.get(format).readEvents(bytes).events, name)

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

interface Remembered {
  readonly key: string
  readonly conversation: Conversation
}

/** The artifact that was read last: its pages are requested one after the other. */
const lastRead = new WeakMap<Store, Remembered>()

export interface ArtifactPage {
  readonly ref: string
  readonly format: string
  readonly offset: number
  readonly limit: number
}

/** @throws StrataError not-found, ambiguous-id, artifact-corrupt, invalid-input, delta-malformed */
export const readArtifact = async (context: EngineContext, { ref, format, offset, limit }: ArtifactPage): Promise<ArtifactReading> => {
  const { store } = context
  const hash = await findStoredArtifact(context, ref)
  const key = `${format} ${hash}`
  const last = lastRead.get(store)
  const conversation =
    last?.key === key ? last.conversation : conversationIn(format, asBuffer(await readStoredArtifact(context, hash)), hash)
  lastRead.set(store, { key, conversation })
  const bookkeeping: CommitReading['bookkeeping'] = conversation.bookkeeping
  return { items: conversation.items.slice(offset, offset + limit), total: conversation.items.length, bookkeeping }
}

export const listFormats = (): readonly FormatView[] => formats.all.map(({ id, contentType }) => ({ id, contentType }))

/** @param name ref or hash of an artifact, or a name of the commit that contains it. @throws StrataError not-found, ambiguous-id */
export const artifactBytes = async (context: EngineContext, name: string): Promise<Uint8Array> => {
  const { store } = context
  const ofCommit = async (): Promise<Uint8Array> => store.read(artifactHash((await findCommit(context, name)).commit.artifactHash))
  if (!/^(?:art-)?[0-9a-f]{4,64}$/.test(name)) return ofCommit()
  try {
    return await readStoredArtifact(context, await findStoredArtifact(context, name))
  } catch (thrown) {
    // The first digits of a session's id look like those of an artifact.
    const isUnknown = thrown instanceof StrataError && thrown.code === 'not-found' && !name.startsWith('art-')
    if (!isUnknown) throw thrown
    return ofCommit().catch(() => {
      throw thrown
    })
  }
}
