/** Parses the JSON text of a file; a text that is not JSON is described with its place. */
import { isUtf8 } from 'node:buffer'

/** Why a file has no value, and where. */
export interface JsonFileProblem {
  readonly reason: string
  /** From 1; absent: the parser reports no place. */
  readonly line?: number
  /** The byte of the file. */
  readonly offset?: number
}

/** The parser counts UTF-16 code units; files are counted in bytes. */
const placeAt = (text: string, position: number): Pick<JsonFileProblem, 'line' | 'offset'> => {
  const before = text.slice(0, position)
  return { line: before.split('\n').length, offset: Buffer.byteLength(before) }
}

export const parseJsonFile = (bytes: Uint8Array): { readonly value: unknown } | JsonFileProblem => {
  if (!isUtf8(bytes)) return { reason: 'the file contains bytes that are not UTF-8' }
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'it cannot be parsed'
    const at = /position (\d+)/.exec(message)?.[1]
    return { reason: `the file is not valid JSON: ${message}`, ...(at === undefined ? {} : placeAt(text, Number(at))) }
  }
}
