/** Lists the memory that a worker transfers, instead of copying, when it posts a derived session. */
import { isInMemory, type HeldBytes } from '../store/files/spillable-bytes.ts'
import type { PackedRows } from '../store/tables/column-blocks.ts'
import type { DerivedSession } from './derive-task.ts'
import { MessageChannel } from 'node:worker_threads'

const memoryOf = (held: HeldBytes): readonly ArrayBuffer[] => (isInMemory(held) ? [held.buffer] : [])

/** The memory of its entries and of the rows of its large tables. */
export const buffersOf = ({ entries, packed }: DerivedSession): readonly ArrayBuffer[] => [
  ...entries.flatMap(({ bytes }) => memoryOf(bytes)),
  ...Object.values(packed).flatMap(({ blocks }: PackedRows) => blocks.flatMap(({ parts }) => parts.flatMap(memoryOf))),
]

const { port1: nowhere, port2 } = new MessageChannel()
port2.close()

/**
 * Takes the bytes from these buffers, which are empty afterwards. Left to the collector, what lies outside its heap makes it look through all of
 * that heap again and again.
 */
export const releaseBuffers = (buffers: readonly ArrayBuffer[]): void =>
  nowhere.postMessage(undefined, [...new Set(buffers.filter(({ byteLength }) => byteLength > 0))])
