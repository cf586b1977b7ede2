/** What microcompactions cleared: the client replaces old outputs with a short text, and keeps the records. */
import { objectIn, type JsonObject } from '../model/json-object.ts'
import type { ChainLine } from './chain-line.ts'

export interface Cleared {
  /** Ids of calls, and uuids of attachments. */
  readonly ids: ReadonlySet<string>
  readonly count: number
  /** Microcompactions that do not name what they cleared. */
  readonly unnamed: number
}

/** The text of the client in place of an output. */
export const clearedText = '[Old tool result content cleared]'

const textsIn = (json: JsonObject, name: string): readonly string[] => {
  const list = json[name]
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** Ids that a record names as cleared; undefined: it is no microcompaction. */
export const clearedBy = (record: JsonObject): readonly string[] | undefined => {
  if (record['subtype'] !== 'microcompact_boundary') return undefined
  const metadata = objectIn(record, 'microcompactMetadata')
  return [...textsIn(metadata, 'compactedToolIds'), ...textsIn(metadata, 'clearedAttachmentUUIDs')]
}

export const clearedIn = (lines: readonly ChainLine[]): Cleared => {
  const each = lines.flatMap(({ record }) => {
    const ids = clearedBy(record)
    return ids === undefined ? [] : [ids]
  })
  return { ids: new Set(each.flat()), count: each.length, unnamed: each.filter((ids) => ids.length === 0).length }
}
