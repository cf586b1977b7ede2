/** The head of a pack's entry: what the entry holds and how long it is, checked, readable without its frames. */
import { StrataError } from '../../model/failure.ts'
import { artifactHash, type ArtifactHash } from '../../model/ids.ts'
import { hashBytes } from './content-hash.ts'

/** The purpose of an artifact. The position is the number in the head: append only. */
const entryKinds = ['delta', 'compaction', 'commit', 'manifest', 'raw', 'snapshot'] as const
export type EntryKind = (typeof entryKinds)[number]

export interface ArtifactHead {
  readonly kind: EntryKind
  readonly hash: ArtifactHash
  /** Size of the artifact, bytes. */
  readonly rawBytes: number
}

export interface EntryHead {
  /** In the order in which their bytes follow each other. */
  readonly artifacts: readonly ArtifactHead[]
  /** Size of the head itself, bytes. */
  readonly headBytes: number
  /** Size of the frames with their own heads; the entry is this and the head long. */
  readonly payloadBytes: number
  /** Undefined for shared entries, which do not say. */
  readonly frames: number | undefined
}

/*
 * Header, little endian: magic 4 | version 1 | kind 1 | zero 2 | hash 32 | raw bytes u64 | payload bytes u64 | count u32 | check 4,
 * the check being the first four bytes of BLAKE3 over the sixty before it.
 * Version 1, one artifact: the hash is the artifact's, the count that of the frames.
 * Version 2, artifacts that share their frames: kind is zero, the count that of the artifacts, and a directory follows the header;
 * the hash is the plain BLAKE3 of the directory. A line of it: hash 32 | raw bytes u32 | kind 1 | zero 3.
 */
export const headerBytes = 64
export const entryMagic = Buffer.from('STRE', 'ascii')
const single = 1
const shared = 2
const checkedBytes = 60
const lineBytes = 40
/** More artifacts do not share an entry, so that a directory is never large. */
export const maxArtifacts = 4_096

interface Header {
  readonly version: number
  readonly kind: number
  readonly hash: string
  readonly rawBytes: number
  readonly payloadBytes: number
  readonly count: number
}

const encodeHeader = (header: Header): Buffer => {
  const bytes = Buffer.alloc(headerBytes)
  entryMagic.copy(bytes, 0)
  bytes[4] = header.version
  bytes[5] = header.kind
  bytes.write(header.hash, 8, 'hex')
  bytes.writeBigUInt64LE(BigInt(header.rawBytes), 40)
  bytes.writeBigUInt64LE(BigInt(header.payloadBytes), 48)
  bytes.writeUInt32LE(header.count, 56)
  bytes.write(checkOf(bytes), checkedBytes, 'hex')
  return bytes
}

const checkOf = (header: Uint8Array): string => hashBytes(header.subarray(0, checkedBytes)).slice(0, 8)

export const encodeSingleHead = ({ kind, hash, rawBytes }: ArtifactHead, payloadBytes: number, frames: number): Buffer =>
  encodeHeader({ version: single, kind: entryKinds.indexOf(kind), hash, rawBytes, payloadBytes, count: frames })

export const encodeSharedHead = (artifacts: readonly ArtifactHead[], payloadBytes: number): Buffer => {
  const directory = Buffer.alloc(artifacts.length * lineBytes)
  artifacts.forEach(({ kind, hash, rawBytes }, at) => {
    directory.write(hash, at * lineBytes, 'hex')
    directory.writeUInt32LE(rawBytes, at * lineBytes + 32)
    directory[at * lineBytes + 36] = entryKinds.indexOf(kind)
  })
  const rawBytes = artifacts.reduce((sum, artifact) => sum + artifact.rawBytes, 0)
  const header = { version: shared, kind: 0, hash: hashBytes(directory), rawBytes, payloadBytes, count: artifacts.length }
  return Buffer.concat([encodeHeader(header), directory])
}

/** The header at the beginning of the bytes; undefined when there is none or it is damaged. @throws StrataError store-newer */
const decodeHeader = (bytes: Buffer): Header | undefined => {
  if (bytes.length < headerBytes || !bytes.subarray(0, entryMagic.length).equals(entryMagic)) return undefined
  if (bytes.toString('hex', checkedBytes, headerBytes) !== checkOf(bytes)) return undefined
  const version = bytes[4] ?? 0
  if (version > shared) throw newer(version)
  return {
    version,
    kind: bytes[5] ?? 0,
    hash: bytes.toString('hex', 8, 40),
    rawBytes: Number(bytes.readBigUInt64LE(40)),
    payloadBytes: Number(bytes.readBigUInt64LE(48)),
    count: bytes.readUInt32LE(56),
  }
}

const newer = (version: number): StrataError =>
  new StrataError('store-newer', 'The packs were written by a newer version of Strata', { version })

/**
 * How long the head is that begins here, which the first 64 bytes say; undefined when these are no header or are damaged.
 * @throws StrataError store-newer when an intact header was written by a newer version
 */
export const headLength = (bytes: Buffer): number | undefined => {
  const header = decodeHeader(bytes)
  return header === undefined ? undefined : lengthOfHead(header)
}

const lengthOfHead = ({ version, count }: Header): number => headerBytes + (version === shared ? count * lineBytes : 0)

/** How long the whole entry is, bytes. */
export const entryLength = ({ headBytes, payloadBytes }: Pick<EntryHead, 'headBytes' | 'payloadBytes'>): number => headBytes + payloadBytes

/**
 * Reads a head; undefined when the bytes are none or are damaged.
 * @throws StrataError store-newer when an intact one was written by a newer version
 */
export const decodeHead = (bytes: Buffer): EntryHead | undefined => {
  const header = decodeHeader(bytes)
  if (header === undefined) return undefined
  const { version, payloadBytes, count } = header
  const headBytes = lengthOfHead(header)
  if (version === single) return { artifacts: [artifactOf(header)], headBytes, payloadBytes, frames: count }
  const directory = bytes.subarray(headerBytes, headBytes)
  if (bytes.length < headBytes || hashBytes(directory) !== header.hash) return undefined
  const artifacts = Array.from({ length: count }, (_, at) => artifactOf(lineOf(directory, at * lineBytes)))
  return { artifacts, headBytes, payloadBytes, frames: undefined }
}

const lineOf = (directory: Buffer, at: number): Pick<Header, 'kind' | 'hash' | 'rawBytes'> => ({
  hash: directory.toString('hex', at, at + 32),
  rawBytes: directory.readUInt32LE(at + 32),
  kind: directory[at + 36] ?? 0,
})

const artifactOf = ({ kind: number, hash, rawBytes }: Pick<Header, 'kind' | 'hash' | 'rawBytes'>): ArtifactHead => {
  const kind = entryKinds[number]
  if (kind === undefined) throw newer(number)
  return { kind, hash: artifactHash(hash), rawBytes }
}
