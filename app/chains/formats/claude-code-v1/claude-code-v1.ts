/** The format claude-code-v1: lines of Claude Code's transcripts, byte for byte as in the file. */
import type { EventsRead } from '../../../model/chain-event.ts'
import type { ChainFormat } from '../chain-format.ts'
import { countLines, lineJoiner } from './join-lines.ts'

/** Reads the events from the records of a transcript; the importer provides it. */
export type ReadTranscript = (bytes: Uint8Array) => EventsRead

const isFilled = (line: string): boolean => line.trim() !== ''

/** Nothing in it is refused: a line that is no JSON is kept like any other. */
export const claudeCodeV1 = (readEvents: ReadTranscript): ChainFormat<string> => ({
  id: 'claude-code-v1',
  contentType: 'application/jsonl',
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8').split('\n').filter(isFilled),
  encode: (lines) => Buffer.from(lines.map((line) => `${line}\n`).join('')),
  count: countLines,
  joiner: lineJoiner,
  readEvents,
})
