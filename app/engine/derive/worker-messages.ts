/** What the engine and its import workers post to each other. Entries travel as one buffer that is transferred, not copied. */
import type { EncodedEntry } from '../../store/pack-entry.ts'
import type { DeriveTask } from './derive-task.ts'
import type { PackedSession } from './packed-session.ts'

export interface PackedEntries {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly entries: readonly (Omit<EncodedEntry, 'bytes'> & { readonly offset: number; readonly length: number })[]
}

export type ToWorker = { readonly kind: 'derive'; readonly task: DeriveTask }

export type FromWorker =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'derived'; readonly session: Omit<PackedSession, 'entries'>; readonly entries: PackedEntries }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string }

export const packEntries = (entries: readonly EncodedEntry[]): PackedEntries => {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + entry.bytes.length, 0))
  let offset = 0
  const packed = entries.map(({ artifacts, bytes: own }) => {
    bytes.set(own, offset)
    const place = { artifacts, offset, length: own.length }
    offset += own.length
    return place
  })
  return { bytes, entries: packed }
}

export const unpackEntries = (packed: PackedEntries): readonly EncodedEntry[] =>
  packed.entries.map(({ artifacts, offset, length }) => ({
    artifacts,
    bytes: packed.bytes.subarray(offset, offset + length),
  }))
