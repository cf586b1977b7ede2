/** The records of calls whose results say what happened only together with them. */
import { saysNothing } from '../../files/recorded-change.ts'
import { isObject, type JsonObject } from '../../model/json-object.ts'
import { readBlocks, readMessage, type TranscriptRecord } from '../../model/record.ts'
import { count, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { chainRecords, type ChainRecord, type ReadLink } from './chain-records.ts'
import { recordKey } from '../../files/replay.ts'
import callRecordsSql from './call-records.sql?raw'

const columns = {
  resultSource: text('result_source'),
  resultLine: count('result_line'),
  sourceId: text('source_id'),
  line: count('line'),
  commitId: text('commit_id'),
  artifactHash: text('artifact_hash'),
  format: text('format'),
} as const

const isToldByCall = (result: JsonObject): boolean =>
  result['bashEditDiff'] !== undefined || (saysNothing(result) && result['stdout'] === undefined && result['file'] === undefined)

/** Whether what a record says can only be understood with its call. */
export const needsCall = ({ message, toolUseResult }: TranscriptRecord): boolean => {
  if (isObject(toolUseResult) && !isToldByCall(toolUseResult)) return false
  const blocks = readBlocks(readMessage(message)?.content) ?? []
  return blocks.some(({ type }) => type === 'tool_result') && blocks.every(({ type }) => type !== 'tool_use')
}

/**
 * The records with the calls of each result.
 * @throws StrataError not-found, artifact-corrupt
 */
export const callRecords = async (
  store: Store,
  results: readonly Pick<ChainRecord, 'sourceId' | 'line'>[],
): Promise<ReadonlyMap<string, readonly TranscriptRecord[]>> => {
  const found = new Map<string, TranscriptRecord[]>()
  if (results.length === 0) return found
  const places = { sources: results.map(({ sourceId }) => sourceId), lines: results.map(({ line }) => String(line)) }
  const rows = await store.database.query(callRecordsSql, columns, places)
  const links = new Map<string, ReadLink>(rows.map(({ commitId, artifactHash, format }) => [commitId, { commitId, artifactHash, format }]))
  const calls = new Map<string, TranscriptRecord>()
  const wanted = new Set(rows.map(recordKey))
  for await (const one of chainRecords(store, [...links.values()], (at) => wanted.has(recordKey(at)))) calls.set(recordKey(one), one.record)
  for (const row of rows) {
    const call = calls.get(recordKey(row))
    const key = recordKey({ sourceId: row.resultSource, line: row.resultLine })
    if (call !== undefined) found.set(key, [...(found.get(key) ?? []), call])
  }
  return found
}
