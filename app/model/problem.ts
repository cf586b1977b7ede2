/** Problems of the input as data: where, why, and what to do. */

/** Kind of problem → what to do, or what was done. */
export const problemActions = {
  'malformed-json': "The line is kept byte for byte and excluded from the chain's events; nothing else is affected.",
  'recovered-records':
    'The records are part of the session, with the rule “recovered”; the bytes of the line are kept unchanged. The lines of later records are those of the file; in SQL tables their keys (line) are higher.',
  'truncated-line': 'The file ends within this line, for example after a crash or during a write. It is read again when the file grows.',
  'not-an-object': 'The line is kept byte for byte; it contains no record.',
  'unknown-type': 'The record is kept and shown unchanged; this version does not know its type.',
  'unknown-request': 'Its tokens are counted under the model that it names; this version does not know its kind.',
  'invalid-utf8': 'The bytes are kept; undecodable ones are shown as U+FFFD.',
  'unreadable-encoding': 'The file is kept byte for byte; save it as plain text in UTF-8 to read it.',
  'unreadable-file': 'Check the permissions and import again; everything else was imported.',
  'unreadable-name': 'Rename it so that its name is UTF-8, and import again; everything else was imported.',
  'not-a-file': 'Only files are read. If a link points to transcripts, import its target.',
  'too-large': 'The file is unchanged; import it on a machine with more memory. Everything else was imported.',
  'not-understood': 'This is a bug in Strata; report it. Everything else was imported, and the next import tries the file again.',
  'files-not-read': 'Everything else of the session is shown, and all other sessions with their files.',
  'damaged-pack':
    'Restore the pack file from a backup and run `strata reindex`, or import the file again. Everything else is shown. `strata verify` lists the damage.',
  'changed-while-reading': 'Import again: the file changed during the import.',
  'emptied-file': 'What was imported from it is unchanged; `strata restore` writes the file again.',
  'rewritten-file':
    'The session shows the current content of the file. The earlier version is kept under the given name: `strata restore NAME --to FOLDER`.',
  'unsafe-number': 'The value is excluded from totals.',
  'bad-timestamp': 'The record is kept; its time is not available.',
  'duplicate-uuid': 'Both lines are kept and counted, because their content differs.',
  'orphan-agent': "The sub-agent's session was not imported; its chain has no parent.",
  'stale-correction': 'The rule decides again. Correct the record that is at that line now, or remove the correction.',
} as const

export type ProblemCode = keyof typeof problemActions
export const problemCodes = Object.keys(problemActions) as readonly ProblemCode[]

/** One problem in a source. Offsets and lengths in bytes, lines from 1; undefined: the whole file. */
export interface Problem {
  readonly code: ProblemCode
  readonly reason: string
  readonly line?: number | undefined
  readonly offset?: number | undefined
  readonly length?: number | undefined
}
