/** Parses a transcript that is given as text or bytes, through a real file. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import type { ParsedTranscript } from '../../app/model/agent.ts'
import { claudeCode } from '../../importer/claude-code/claude-code.ts'
import { closeFile, openFile } from '../../importer/read-lines.ts'
import { tempDir } from './temp-dir.ts'

export function parseText(content: string | Uint8Array): ParsedTranscript<WholeLine> {
  const file = path.join(tempDir(), 'transcript.jsonl')
  writeFileSync(file, content)
  const open = openFile(file)
  try {
    const reader = claudeCode.lines.openReader((line) => line)
    return reader.read(
      open,
      () => undefined,
      () => undefined,
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
