/** One entry of a pack: a checked header and the artifact's bytes in compressed frames. The content hash is verified on every read. */
import { StrataError } from '../model/failure.ts'
import { artifactHash, refOf, type ArtifactHash } from '../model/ids.ts'
import { hashArtifact } from './artifact-hash.ts'
import { compressFrame, decompressFrame } from './compression.ts'
import { hashBytes } from './content-hash.ts'

/** What an artifact is for. The position is the number in the header: append only. */
const entryKinds = ['delta', 'compaction', 'commit', 'manifest', 'raw'] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry as it is appended to a pack; can be posted from a worker. */
export interface EncodedEntry {
  readonly kind: EntryKind
  readonly hash: ArtifactHash
  /** Size of the artifact, bytes. */
  readonly rawBytes: number
  /** Header and frames. */
  readonly bytes: Uint8Array
}

export interface EntryHeader {
  readonly kind: EntryKind
  readonly hash: ArtifactHash
  readonly rawBytes: number
  /** Size of the frames with their heads; the entry is this and the header long. */
  readonly payloadBytes: number
  readonly frames: number
}

/*
 * Header, little endian: magic 4 | version 1 | kind 1 | zero 2 | hash 32 | raw bytes u64 | payload bytes u64 | frames u32 | check 4,
 * the check being the first four bytes of BLAKE3 over the sixty before it.
 * Frame: raw bytes u32 | stored bytes u32 | stored bytes; equal sizes mean that it is stored as it is.
 */
export const headerBytes = 64
export const entryMagic = Buffer.from('STRE', 'ascii')
const version = 1
const checkedBytes = 60
const frameHeadBytes = 8
/** Size of a frame before compression, bytes, so that large artifacts can be read in pieces. */
const frameBytes = 4 * 1024 * 1024

/** Encodes an artifact whose hash is known. */
export const encodePackEntry = async (kind: EntryKind, hash: ArtifactHash, raw: Uint8Array): Promise<EncodedEntry> => {
  const frames: Uint8Array[] = []
  for (let start = 0; start < raw.length; start += frameBytes) {
    const piece = raw.subarray(start, start + frameBytes)
    const stored = await compressFrame(piece)
    const sizes = Buffer.alloc(frameHeadBytes)
    sizes.writeUInt32LE(piece.length, 0)
    sizes.writeUInt32LE(stored.length, 4)
    frames.push(sizes, stored)
  }
  const payloadBytes = frames.reduce((sum, part) => sum + part.length, 0)
  const header = encodeHeader({ kind, hash, rawBytes: raw.length, payloadBytes, frames: frames.length / 2 })
  return { kind, hash, rawBytes: raw.length, bytes: Buffer.concat([header, ...frames]) }
}

/** Hashes and encodes an artifact. @throws StrataError empty-content */
export const encodeArtifact = (kind: EntryKind, raw: Uint8Array): Promise<EncodedEntry> => encodePackEntry(kind, hashArtifact(raw), raw)

const encodeHeader = (header: EntryHeader): Buffer => {
  const bytes = Buffer.alloc(headerBytes)
  entryMagic.copy(bytes, 0)
  bytes[4] = version
  bytes[5] = entryKinds.indexOf(header.kind)
  bytes.write(header.hash, 8, 'hex')
  bytes.writeBigUInt64LE(BigInt(header.rawBytes), 40)
  bytes.writeBigUInt64LE(BigInt(header.payloadBytes), 48)
  bytes.writeUInt32LE(header.frames, 56)
  bytes.write(checkOf(bytes), checkedBytes, 'hex')
  return bytes
}

const checkOf = (header: Uint8Array): string => hashBytes(header.subarray(0, checkedBytes)).slice(0, 8)

/**
 * Reads a header; undefined when the bytes are none or are damaged.
 * @throws StrataError store-newer when an intact header was written by a newer version
 */
export const decodeHeader = (bytes: Buffer): EntryHeader | undefined => {
  if (bytes.length < headerBytes || !bytes.subarray(0, entryMagic.length).equals(entryMagic)) return undefined
  if (bytes.toString('hex', checkedBytes, headerBytes) !== checkOf(bytes)) return undefined
  const kind = entryKinds[bytes[5] ?? -1]
  if (bytes[4] !== version || kind === undefined) {
    throw new StrataError('store-newer', 'The packs were written by a newer version of Strata', { version: bytes[4] ?? 0 })
  }
  return {
    kind,
    hash: artifactHash(bytes.toString('hex', 8, 40)),
    rawBytes: Number(bytes.readBigUInt64LE(40)),
    payloadBytes: Number(bytes.readBigUInt64LE(48)),
    frames: bytes.readUInt32LE(56),
  }
}

/**
 * The artifact in an entry, verified against its hash.
 * @throws StrataError artifact-corrupt
 */
export const decodePackEntry = async (entry: Buffer): Promise<{ readonly header: EntryHeader; readonly raw: Buffer }> => {
  const header = decodeHeader(entry)
  if (header === undefined) throw corrupt('its header is damaged', {})
  const data = { artifact: refOf(header.hash) }
  if (entry.length !== headerBytes + header.payloadBytes) throw corrupt('it is cut short', data)
  const pieces: Buffer[] = []
  for (let at = headerBytes; at < entry.length;) {
    const { piece, end } = await decodeFrame(entry, at, data)
    pieces.push(piece)
    at = end
  }
  const [only] = pieces
  const raw = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
  if (pieces.length !== header.frames || raw.length !== header.rawBytes) throw corrupt('its size is not what its header says', data)
  if (raw.length === 0 || hashArtifact(raw) !== header.hash) throw corrupt('its content does not match its hash', data)
  return { header, raw }
}

const decodeFrame = async (
  entry: Buffer,
  at: number,
  data: Readonly<Record<string, string>>,
): Promise<{ readonly piece: Buffer; readonly end: number }> => {
  const start = at + frameHeadBytes
  if (start > entry.length) throw corrupt('a frame is cut short', data)
  const rawSize = entry.readUInt32LE(at)
  const end = start + entry.readUInt32LE(at + 4)
  if (end > entry.length || rawSize > frameBytes) throw corrupt('a frame is damaged', data)
  const stored = entry.subarray(start, end)
  if (stored.length === rawSize) return { piece: stored, end }
  const piece = await decompressFrame(stored).catch((cause: unknown) => {
    throw corrupt('a frame cannot be decompressed', data, cause)
  })
  if (piece.length !== rawSize) throw corrupt('a frame is not as long as it says', data)
  return { piece, end }
}

const corrupt = (reason: string, data: Readonly<Record<string, string>>, cause?: unknown): StrataError =>
  new StrataError('artifact-corrupt', `An artifact cannot be read: ${reason}`, data, cause)
