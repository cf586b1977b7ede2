/** Parses a transcript that is given as text or bytes, through a real file. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { parseTranscript } from '../../importer/claude-code/parse-transcript.ts'
import type { ParsedTranscript } from '../../importer/claude-code/parse-transcript.ts'
import { closeFile, openFile } from '../../importer/read-lines.ts'
import { tempDir } from './temp-dir.ts'

export function parseText(content: string | Uint8Array): ParsedTranscript<WholeLine> {
  const file = path.join(tempDir(), 'transcript.jsonl')
  writeFileSync(file, content)
  const open = openFile(file)
  try {
    return parseTranscript(
      open,
      () => undefined,
      () => undefined,
      (line) => line,
    )
  } finally {
    closeFile(open)
  }
}

/** The line of a transcript that consists of one record. */
export function parseRecord(record: unknown): WholeLine {
  const [line] = parseText(`${typeof record === 'string' ? record : JSON.stringify(record)}\n`).lines
  if (line === undefined) throw new Error('the record gave no line')
  return line
}
