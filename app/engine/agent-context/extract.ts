/** Puts the events of transcripts into a project's memory. */
import type { Redact } from '../../agent-context/records-of-steps.ts'
import { withSession } from '../../agent-context/join-session.ts'
import { changeMemory, configOf } from './memory.ts'
import type { ProjectFiles } from './project.ts'
import { recordsOfTranscript } from './transcripts.ts'

export interface Extracted {
  readonly transcripts: number
  readonly events: number
  /** Events that the memory had not. */
  readonly added: number
  readonly written: readonly string[]
  readonly notes: readonly string[]
}

/** To be called by one process at a time. */
export const extractTranscripts = (
  files: ProjectFiles,
  transcripts: readonly string[],
  redact: Redact,
  env: Readonly<Record<string, string | undefined>>,
): Extracted => {
  const { backend, claude_md: section } = configOf(files, env)
  const { before, events, written, notes } = changeMemory(files, { backend, section }, (own) =>
    transcripts.reduce((known, path) => withSession(known, recordsOfTranscript(path, files.root, redact), 'transcript'), own),
  )
  return { transcripts: transcripts.length, events: events.length, added: events.length - before.length, written, notes }
}
