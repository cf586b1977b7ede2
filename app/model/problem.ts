/** What is wrong with the input, as data: where, why, and what to do. */

/** Kind of problem → what to do, or what was done. */
export const problemActions = {
  'malformed-json': "The line is kept byte for byte and left out of the chain's events; nothing else is affected.",
  'recovered-records':
    'The records are part of the session, with the rule “recovered”; the bytes of the line are kept as they are. Each record of such a line counts as a line: numbers of later records in the file are higher by the records that share a line.',
  'truncated-line': 'The file ends within this line, as after a crash or during a write; it is read again when the file grows.',
  'not-an-object': 'The line is kept byte for byte; it holds no record.',
  'unknown-type': 'The record is kept and shown as it is; its kind is not known to this version.',
  'invalid-utf8': 'The bytes are kept; undecodable ones are shown as U+FFFD.',
  'unreadable-encoding': 'The file is kept byte for byte; save it as plain text in UTF-8 to read it.',
  'unreadable-file': 'Check the permissions and import again; everything else was imported.',
  'unreadable-name': 'Rename it so that its name is UTF-8, and import again; everything else was imported.',
  'not-a-file': 'Only files are read. Import the place a link points to if it holds transcripts.',
  'too-large': 'Its bytes stay where they are: import it on a machine with more memory. Everything else was imported.',
  'not-understood': 'This is a fault of Strata: please report it. Everything else was imported, and the file is tried again.',
  'damaged-pack':
    'Restore the pack file from a backup and run `strata reindex`, or import the file again; everything else is shown. `strata verify` tells what is damaged.',
  'changed-while-reading': 'Import again: the file was being rewritten.',
  'emptied-file': 'What was imported from it stays as it is; `strata restore` gives the file back.',
  'rewritten-file':
    'The session is what the file holds now. The earlier version is kept under the name that is given: `strata restore NAME --to FOLDER`.',
  'unsafe-number': 'The value is left out of the totals.',
  'bad-timestamp': 'The record is kept; its time is unknown.',
  'duplicate-uuid': 'Both lines are kept; the later one counts as well because its content differs.',
  'orphan-agent': "The sub-agent's session is not among the sources; its chain starts from nothing.",
  'stale-correction': 'The rule decides again. Correct the record that stands there now, or take the correction back.',
} as const

export type ProblemCode = keyof typeof problemActions

/** One problem in a source. Offsets and lengths in bytes, lines from 1; undefined: the whole file. */
export interface Problem {
  readonly code: ProblemCode
  readonly reason: string
  readonly line?: number | undefined
  readonly offset?: number | undefined
  readonly length?: number | undefined
}
