/** Records as people name them: a file, or the beginning of its name or of its source's id, and a line. */
import { basename, resolve } from 'node:path'
import { StrataError } from '../model/failure.ts'
import type { Strata } from './run-with-engine.ts'

/** A record that is named on the command line. */
export interface RecordPlace {
  readonly sourceId: string
  /** Its key; of a line without a record the number of the line. */
  readonly line: number
  readonly fileLine: number
  readonly hasRecord: boolean
  /** The file of the source, and how many lines it has. */
  readonly file: string
  readonly lines: number
}

export const placeHint = 'FILE:LINE as strata ledger prints it; a part of FILE is enough'

const filesListed = 'strata sql "SELECT file FROM sources"'
const minLetters = 4

/** Whether a name is the beginning of a file's, with or without the file's ending. */
const beginsWith = (file: string, name: string): boolean => {
  const stem = name.replace(/\.jsonl$/i, '')
  return stem.length >= minLetters && file.startsWith(stem)
}

/** @throws StrataError invalid-input, not-found, ambiguous-id */
export const recordPlace = async ({ ask }: Strata, text: string): Promise<RecordPlace> => {
  const [, name = '', line = '', ofLine = '1'] = /^(.+):([1-9]\d{0,9})(?:\.([1-9]\d{0,9}))?$/s.exec(text) ?? []
  if (name === '') throw new StrataError('invalid-input', `“${text}” is not the place of a record: give ${placeHint}`, { text })
  const sources = await ask('sources.list', {})
  const exact = sources.filter(({ sourceId, path, file }) => [sourceId, path, file].includes(name) || path === resolve(name))
  const ending = exact.length > 0 ? exact : sources.filter(({ path }) => path.endsWith(`/${name}`))
  const begun = (): typeof sources => sources.filter(({ path, sourceId }) => beginsWith(basename(path), name) || beginsWith(sourceId, name))
  const found = ending.length > 0 ? ending : begun()
  const [first, ...others] = found
  if (first === undefined) throw new StrataError('not-found', `No imported file has the name “${name}”`, { text: name, list: filesListed })
  if (others.length > 0) {
    const candidates = found.map(({ path }) => path)
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: ${candidates.join(', ')}`, { text: name, candidates })
  }
  const { sourceId, file, lines } = first
  const fileLine = Number(line)
  const { rows } = await ask('ledger.records', { sourceId, fileLine, offset: Number(ofLine) - 1, limit: 1 })
  const [record] = rows
  if (record === undefined && ofLine !== '1')
    throw new StrataError('not-found', `Line ${line} of ${file} has no record number ${ofLine}`, { sourceId, line: fileLine })
  return { sourceId, line: record?.line ?? fileLine, fileLine, hasRecord: record !== undefined, file, lines }
}
