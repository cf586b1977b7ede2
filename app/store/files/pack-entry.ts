/**
 * One entry of a pack: a checked head and compressed frames. It holds one large artifact, or many that are compressed together.
 * The content hash of an artifact is verified on every read.
 */
import { StrataError } from '../../model/failure.ts'
import { refOf, type ArtifactHash } from '../../model/ids.ts'
import { hashArtifact } from './artifact-hash.ts'
import type { HeldBytes } from './spillable-bytes.ts'
import type { Pieces } from './pieces.ts'
import { compressFrame, decompressFrame, decompressPart } from './compression.ts'
import {
  decodeHead,
  encodeSharedHead,
  encodeSingleHead,
  entryLength,
  headLength,
  type ArtifactHead,
  type EntryHead,
  type EntryKind,
} from './pack-head.ts'

/** An entry as it is appended to a pack; can be posted from a worker. */
export interface EncodedEntry {
  readonly artifacts: readonly ArtifactHead[]
  /** Head and frames, in separate memory that can be transferred. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** An entry that may wait in a file until it is appended. */
export interface HeldEntry<Held extends HeldBytes = HeldBytes> {
  readonly artifacts: readonly ArtifactHead[]
  readonly bytes: Held
}

/** An entry whose frames are decompressed; no artifact in it is verified yet. */
export interface OpenedEntry {
  readonly head: EntryHead
  /** All artifacts, one after the other; something else, or nothing, where a frame cannot be decompressed. */
  readonly raw: Buffer
  /** Why not all of it can be decompressed; undefined: it can. */
  readonly damage?: EntryDamage | undefined
}

interface EntryDamage {
  readonly reason: string
  readonly cause?: unknown
}

/* Frame: raw bytes u32 | stored bytes u32 | stored bytes; equal sizes mean that it is stored as it is. */
const frameHeadBytes = 8
/** Size of a frame before compression, bytes, so that large artifacts can be read in pieces. */
const frameBytes = 4 * 1024 * 1024

function* piecesOf(raw: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < raw.length; start += frameBytes) yield raw.subarray(start, start + frameBytes)
}

const encodeFrames = async (raw: Iterable<Uint8Array>): Promise<readonly Uint8Array[]> => {
  const frames: Uint8Array[] = []
  for (const piece of raw) {
    const stored = await compressFrame(piece)
    const sizes = Buffer.alloc(frameHeadBytes)
    sizes.writeUInt32LE(piece.length, 0)
    sizes.writeUInt32LE(stored.length, 4)
    frames.push(sizes, stored)
  }
  return frames
}

const sizeOfAll = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(sizeOfAll(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Encodes an artifact whose hash is known, alone. */
export const encodePackEntry = async (kind: EntryKind, hash: ArtifactHash, raw: Uint8Array | Pieces): Promise<EncodedEntry> => {
  const frames = await encodeFrames(raw instanceof Uint8Array ? piecesOf(raw) : raw.cut(frameBytes))
  const artifact = { kind, hash, rawBytes: raw.length }
  const head = encodeSingleHead(artifact, sizeOfAll(frames), frames.length / 2)
  return { artifacts: [artifact], bytes: joined([head, ...frames]) }
}

/** Encodes artifacts together, which is what makes small ones small; `raw` holds all of them, in the same order. */
export const encodeSharedEntry = async (artifacts: readonly ArtifactHead[], raw: Uint8Array): Promise<EncodedEntry> => {
  const frames = await encodeFrames(piecesOf(raw))
  return { artifacts, bytes: joined([encodeSharedHead(artifacts, sizeOfAll(frames)), ...frames]) }
}

/** Hashes and encodes an artifact. @throws StrataError empty-content */
export const encodeArtifact = (kind: EntryKind, raw: Uint8Array): Promise<EncodedEntry> => encodePackEntry(kind, hashArtifact(raw), raw)

/**
 * Decompresses an entry as far as that is possible: of one that is damaged behind its head, what lies in other frames can be read.
 * @throws StrataError artifact-corrupt when its head is damaged
 */
export const openDamagedEntry = async (entry: Buffer): Promise<OpenedEntry> => {
  const length = headLength(entry)
  const head = length === undefined ? undefined : decodeHead(entry.subarray(0, length))
  if (head === undefined) throw corrupt('its header is damaged', [])
  const { pieces, damage } = await decodeFrames(entry, head.headBytes)
  const [only] = pieces
  const raw = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
  if (entry.length !== entryLength(head)) return { head, raw, damage: { reason: 'it is cut short' } }
  const isWhole = head.frames === undefined || head.frames === pieces.length
  const expected = head.artifacts.reduce((sum, { rawBytes }) => sum + rawBytes, 0)
  const isWrong = !isWhole || raw.length !== expected
  return { head, raw, damage: damage ?? (isWrong ? { reason: 'its size is not what its header says' } : undefined) }
}

/**
 * Decompresses an entry.
 * @throws StrataError artifact-corrupt
 */
export const openPackEntry = async (entry: Buffer): Promise<OpenedEntry> => {
  const opened = await openDamagedEntry(entry)
  if (opened.damage !== undefined) throw corrupt(opened.damage.reason, opened.head.artifacts, opened.damage.cause)
  return opened
}

/** An artifact of an entry, verified; undefined when the entry does not hold it. @throws StrataError artifact-corrupt */
export const artifactIn = ({ head, raw, damage }: OpenedEntry, hash: ArtifactHash): Buffer | undefined => {
  let start = 0
  for (const artifact of head.artifacts) {
    const end = start + artifact.rawBytes
    if (artifact.hash === hash) {
      const content = raw.subarray(start, end)
      if (!isRight(artifact, content)) throw corrupt(damage?.reason ?? wrongContent, [artifact], damage?.cause)
      return content
    }
    start = end
  }
  return undefined
}

const wrongContent = 'its content does not match its hash'

const isRight = ({ hash }: ArtifactHead, content: Buffer): boolean => content.length > 0 && hashArtifact(content) === hash

/** The artifacts of an entry in the order of its head; of each its content, verified, or undefined when that cannot be read. */
export const readableIn = ({ head, raw }: OpenedEntry): readonly (Buffer | undefined)[] => {
  let start = 0
  return head.artifacts.map((artifact) => {
    const content = raw.subarray(start, (start += artifact.rawBytes))
    return isRight(artifact, content) ? content : undefined
  })
}

/**
 * All artifacts of an entry in the order of its head, verified.
 * @throws StrataError artifact-corrupt, which names those that are damaged
 */
export const decodePackEntry = async (entry: Buffer): Promise<{ readonly head: EntryHead; readonly contents: readonly Buffer[] }> => {
  const opened = await openDamagedEntry(entry)
  const { head, damage } = opened
  const contents = readableIn(opened)
  const wrong = head.artifacts.filter((_, at) => contents[at] === undefined)
  if (wrong.length > 0) throw corrupt(damage?.reason ?? wrongContent, wrong, damage?.cause)
  if (damage !== undefined) throw corrupt(damage.reason, head.artifacts, damage.cause)
  return { head, contents: contents.filter((content) => content !== undefined) }
}

interface Frames {
  readonly pieces: readonly Buffer[]
  readonly damage: EntryDamage | undefined
}

/** Decompresses frames up to the end of the entry, or to a frame whose end is not known. Of one that is damaged comes what can be read. */
const decodeFrames = async (entry: Buffer, start: number): Promise<Frames> => {
  const pieces: Buffer[] = []
  let damage: EntryDamage | undefined
  for (let at = start; at < entry.length;) {
    const frame = frameAt(entry, at)
    if ('reason' in frame) return { pieces, damage: damage ?? frame }
    const piece = await pieceOf(frame)
    if ('reason' in piece) damage ??= piece
    pieces.push('reason' in piece ? decompressPart(frame.stored, frame.rawSize) : piece)
    at = frame.end
  }
  return { pieces, damage }
}

interface Frame {
  readonly stored: Buffer
  /** Bytes of its content. */
  readonly rawSize: number
  /** Offset in the entry, bytes. */
  readonly end: number
}

const frameAt = (entry: Buffer, at: number): Frame | EntryDamage => {
  const start = at + frameHeadBytes
  if (start > entry.length) return { reason: 'a frame is cut short' }
  const rawSize = entry.readUInt32LE(at)
  const end = start + entry.readUInt32LE(at + 4)
  if (end > entry.length || rawSize > frameBytes) return { reason: 'a frame is damaged' }
  return { stored: entry.subarray(start, end), rawSize, end }
}

const pieceOf = async ({ stored, rawSize }: Frame): Promise<Buffer | EntryDamage> => {
  if (stored.length === rawSize) return stored
  try {
    const piece = await decompressFrame(stored)
    return piece.length === rawSize ? piece : { reason: 'a frame is not as long as it says' }
  } catch (cause) {
    return { reason: 'a frame cannot be decompressed', cause }
  }
}

const namedArtifacts = 3

/** “art-1, art-2 and 5 more” */
const namesOf = (artifacts: readonly ArtifactHead[]): string => {
  const names = artifacts.slice(0, namedArtifacts).map(({ hash }) => refOf(hash))
  const more = artifacts.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const corrupt = (reason: string, artifacts: readonly ArtifactHead[], cause?: unknown): StrataError => {
  const subject = artifacts.length > 1 ? `${artifacts.length} artifacts (${namesOf(artifacts)})` : 'An artifact'
  const [first] = artifacts
  const data = first === undefined ? {} : { artifact: refOf(first.hash), artifacts: artifacts.map(({ hash }) => refOf(hash)) }
  return new StrataError('artifact-corrupt', `${subject} cannot be read: ${reason}`, data, cause)
}
