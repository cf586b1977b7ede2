/** When the sessions of transcripts took place, from the first and last records of each file: an import is not needed for it. */
import type { TranscriptFile } from '../../model/transcript-file.ts'
import { closeSync, openSync, readSync } from 'node:fs'

export interface TranscriptTimes {
  /** Milliseconds since 1970; null: neither end of the file has a readable time. */
  readonly first: number | null
  readonly last: number | null
}

/** Read at each end of a file, bytes. A first record may be a long prompt. */
const endBytes = 32 * 1024

const timePattern = /"timestamp":"(\d{4}-\d{2}-\d{2}T[^"]{1,40})"/g

const timesIn = (text: string): readonly number[] =>
  [...text.matchAll(timePattern)].flatMap(([, time = '']) => {
    const at = Date.parse(time)
    return Number.isNaN(at) ? [] : [at]
  })

const known = new Map<string, TranscriptTimes & { readonly version: string }>()

/** Files of this many transcripts are remembered. */
const maxKnown = 20_000

const readEnds = ({ path, size }: TranscriptFile): TranscriptTimes => {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(endBytes)
    const head = buffer.toString('latin1', 0, readSync(file, buffer, 0, endBytes, 0))
    const times = timesIn(head)
    const tail = size <= endBytes ? head : buffer.toString('latin1', 0, readSync(file, buffer, 0, endBytes, size - endBytes))
    const later = timesIn(tail)
    return { first: times.length === 0 ? null : Math.min(...times), last: later.length === 0 ? null : Math.max(...later) }
  } finally {
    closeSync(file)
  }
}

/** First and last time of a transcript, read again when the file has changed; null for a file that cannot be read. */
export const transcriptTimes = (file: TranscriptFile): TranscriptTimes => {
  const version = `${file.size} ${file.modifiedNs}`
  const before = known.get(file.path)
  if (before?.version === version) return before
  try {
    const times = { ...readEnds(file), version }
    if (known.size >= maxKnown) known.clear()
    known.set(file.path, times)
    return times
  } catch {
    return { first: null, last: null }
  }
}
