/** The beginning of a stored line of a source, to show what is wrong with it. */
import type { CallParsed } from '../../contract/calls.ts'
import type { SourceExcerpt, SourceText } from '../../contract/sources.ts'
import { StrataError } from '../../model/failure.ts'
import { count, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import linePlace from './line-place.sql?raw'
import { storedSlice } from '../kernel/stored-bytes.ts'

const shownBytes = 4096

const columns = {
  file: text('file'),
  manifestHash: text('manifest_hash'),
  bytes: count('bytes'),
  fileLine: count('file_line'),
  byteOffset: count('byte_offset'),
  byteLength: count('byte_length'),
} as const

/** At most 4 KiB of the record or line. @throws StrataError not-found */
export const sourceExcerpt = async (store: Store, { sourceId, line, fileLine }: CallParsed<'source.excerpt'>): Promise<SourceExcerpt> => {
  const asked = { source: sourceId, line: line ?? null, file_line: fileLine ?? null }
  const [place] = await store.database.query(linePlace, columns, asked)
  if (place === undefined) throw new StrataError('not-found', `The store contains no source ${sourceId}`, { sourceId })
  const bytes = await storedSlice(place.manifestHash, place.byteOffset, Math.min(shownBytes, place.byteLength), (hash) => store.read(hash))
  return {
    file: place.file,
    line: place.fileLine,
    byteOffset: place.byteOffset,
    text: bytes.toString('utf8'),
    truncated: place.byteLength > shownBytes,
  }
}

/** A cut in the middle of a character moves back to where the character begins. */
const wholeCharacters = (bytes: Buffer, isEnd: boolean): Buffer => {
  let end = bytes.length
  if (isEnd) return bytes
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return ((bytes[end - 1] ?? 0) & 0x80) === 0 ? bytes : bytes.subarray(0, Math.max(1, end - 1))
}

/** A stretch of a source. @throws StrataError not-found */
export const sourceText = async (store: Store, sourceId: string, from: number, length: number): Promise<SourceText> => {
  const [source] = await store.database.query(linePlace, columns, { source: sourceId, line: null, file_line: null })
  if (source === undefined) throw new StrataError('not-found', `The store contains no source ${sourceId}`, { sourceId })
  const bytes = await storedSlice(source.manifestHash, from, Math.min(length, Math.max(0, source.bytes - from)), (hash) => store.read(hash))
  const shown = wholeCharacters(bytes, from + bytes.length >= source.bytes)
  return { file: source.file, text: shown.toString('utf8'), bytes: source.bytes, from, to: from + shown.length }
}
