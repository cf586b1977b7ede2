/** A long text of a record, stretch by stretch: a reading has its beginning. */
import type { CallParsed } from '../../contract/calls.ts'
import type { RecordText } from '../../contract/reader.ts'
import { attachmentText } from '../../conversation/attachment-block.ts'
import { resultText } from '../../conversation/conversation-blocks.ts'
import { agentCalled } from '../../../importer/agents.ts'
import { readRecord } from '../../model/record.ts'
import { count, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { recordsInLine } from '../../model/records-in-line.ts'
import type { Store } from '../../store/store.ts'
import { storedSlice } from '../kernel/stored-bytes.ts'
import recordBytes from './record-bytes.sql?raw'

const columns = {
  agent: text('agent'),
  manifestHash: text('manifest_hash'),
  byteOffset: count('byte_offset'),
  byteLength: count('byte_length'),
} as const

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

type Input = CallParsed<'record.text'>

/** @throws StrataError not-found, artifact-corrupt */
export const recordText = async (store: Store, { sourceId, record, toolUseId, from, length }: Input): Promise<RecordText> => {
  const line = 'line' in record ? record.line : null
  const uuid = 'uuid' in record ? record.uuid : null
  const [place] = await store.database.query(recordBytes, columns, { source: sourceId, line, uuid })
  if (place === undefined) throw new StrataError('not-found', 'The store no longer contains the record of this text', { sourceId })
  const bytes = await storedSlice(place.manifestHash, place.byteOffset, place.byteLength, (hash) => store.read(hash))
  const whole = recordsInLine(agentCalled(place.agent).lines.asRecords(bytes), textOf)
    .map(({ json }) => (toolUseId === undefined ? attachmentText(json) : resultText(readRecord(json), toolUseId)))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  return { text: whole.slice(from, from + length), chars: whole.length, to: Math.min(whole.length, from + length) }
}
