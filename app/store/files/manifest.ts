/** How a source file is put together from artifacts: spans in the order of the file. Itself an artifact. */
import { z } from 'zod'
import { StrataError } from '../../model/failure.ts'
import type { ArtifactHash } from '../../model/ids.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCbor, encodeCbor } from '../cbor/canonical-cbor.ts'

/** Bytes of the file that are in one artifact. */
export interface ManifestSpan {
  readonly artifact: ArtifactHash
  /** First byte in the artifact. */
  readonly offset: number
  readonly length: number
}

export interface Manifest {
  /** Size of the file, bytes. */
  readonly bytes: number
  /** BLAKE3 of the whole file, 64 hex digits. */
  readonly contentHash: string
  readonly spans: readonly ManifestSpan[]
}

const encoded = z.object({
  version: z.literal(1),
  bytes: z.number().int().min(0),
  content_hash: z.instanceof(Uint8Array),
  artifacts: z.array(z.instanceof(Uint8Array)),
  /** Triples: index of the artifact, offset, length. */
  spans: z.array(z.number().int().min(0)),
})

/** Canonical CBOR of a manifest: the same file gives the same bytes everywhere. */
export const encodeManifest = (manifest: Manifest): Buffer => {
  const index = new Map<ArtifactHash, number>()
  const spans: number[] = []
  for (const span of manifest.spans) {
    const at = index.get(span.artifact) ?? index.size
    index.set(span.artifact, at)
    spans.push(at, span.offset, span.length)
  }
  return encodeCbor({
    version: 1,
    bytes: manifest.bytes,
    content_hash: Buffer.from(manifest.contentHash, 'hex'),
    artifacts: [...index.keys()].map((hash) => Buffer.from(hash, 'hex')),
    spans,
  })
}

/** @throws StrataError artifact-corrupt when the bytes are no manifest. */
export const decodeManifest = (bytes: Uint8Array): Manifest => {
  const parsed = encoded.safeParse(decodeCbor(bytes))
  if (!parsed.success) throw new StrataError('artifact-corrupt', 'The artifact is not a manifest', {}, parsed.error)
  const { artifacts, spans: flat, bytes: size, content_hash: contentHash } = parsed.data
  const hashes = artifacts.map((hash) => artifactHash(Buffer.from(hash).toString('hex')))
  const spans: ManifestSpan[] = []
  for (let at = 0; at + 2 < flat.length; at += 3) {
    const artifact = hashes[flat[at] ?? -1]
    if (artifact === undefined) throw new StrataError('artifact-corrupt', 'The manifest names an artifact it does not list')
    spans.push({ artifact, offset: flat[at + 1] ?? 0, length: flat[at + 2] ?? 0 })
  }
  return { bytes: size, contentHash: Buffer.from(contentHash).toString('hex'), spans }
}
