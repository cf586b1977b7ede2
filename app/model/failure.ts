/** Expected failures: a closed list of codes, each with what the user can do next. */

/** Code → what to do next. The message itself says what happened. */
const hints = {
  'malformed-id': 'Give an id like ctx-1a2b3c4d, art-1a2b3c4d5e6f, a session id, or a unique prefix of one.',
  'not-found': 'List what there is with `strata sessions` or `strata log`.',
  'ambiguous-id': 'Type more characters; the candidates are listed.',
  'store-locked': 'Close the program that holds the store, or choose another with --store.',
  'owner-left': 'Look whether it was done (`strata log`), and do it again when it was not.',
  'owner-differs': 'Close the other program, or use the same version of Strata.',
  'socket-in-use': 'End the other program, or choose another path with --socket.',
  'store-missing': 'Name the folder of one with --store or STRATA_STORE, or make one: `strata import`.',
  'store-read-only': 'Take the right to write to it, or work with a copy that `strata clone` makes of it.',
  'store-newer': 'Update Strata: the store was written by a newer version.',
  'artifact-corrupt':
    'Restore the pack file from a backup and run `strata reindex`, or run `strata repair`, which imports again what is still there and lists what is lost. `strata verify` lists the damage.',
  'journal-corrupt':
    'Restore the journal from a backup. Without one, `strata reindex --salvage` goes on with what can be read of it, and `strata import` takes transcripts in again that are still there.',
  'index-corrupt': 'Run `strata reindex`.',
  'commit-malformed': 'Run `strata verify`.',
  'delta-malformed': 'The bytes are not what their format says: ask whoever wrote them, or keep them under a format of another name.',
  'query-mismatch': 'Run `strata reindex`; if it stays, the program and its tables disagree.',
  'sql-failed': 'Correct the statement; `strata sql --schema` lists the tables and their columns.',
  'sql-refused': 'Give one SELECT; the store is changed by other commands only.',
  'sql-too-large': 'Ask for fewer rows or for shorter texts.',
  'sql-too-long': 'Ask for less, or allow more time: --time-limit.',
  'empty-content': 'Nothing to store: the content is empty.',
  'path-refused': 'Choose a folder that exists and that you may write to; nothing is written outside it.',
  'path-unreadable': 'Check that the path exists and that you may read it.',
  'target-exists': 'Choose an empty folder, or remove the file first.',
  'name-taken': 'Choose another name, or move this one: --move.',
  'bundle-malformed': 'Nothing of it was taken in. Copy or make the bundle again, and check it with `strata bundle verify`.',
  'secrets-found':
    'Leave out the sessions that contain them, or run it again without --check-secrets if they may leave this machine. `strata export --redact` shares a conversation without its secrets.',
  'transfer-incomplete': 'Nothing was taken in. Send what it stands on first, or all of it: a bundle without --since.',
  'disk-full': 'Free some space and do it again; the store is valid.',
  'system-refused': 'Check that the place exists and that its disk is well, then start it again; what was written before is kept.',
  cancelled: 'Start it again whenever you like: what was done is kept.',
  'no-display': 'The same is there to read: `strata sessions`, `strata log --graph`, `strata show`, `strata stats`.',
  'unknown-call': 'The window and the engine are of different versions: restart Strata.',
  'invalid-input': 'Correct the input.',
  'engine-stopped': 'Restart Strata; the store is safe.',
  'prices-malformed': 'Correct prices.json in the folder of the store, or remove it; docs/prices.md says what goes in.',
  'key-missing': 'Set ANTHROPIC_API_KEY, or name a file or a variable in settings.json in the folder of the store; see docs/summaries.md.',
  'price-unknown': 'Give the model a price in prices.json in the folder of the store (docs/prices.md), or leave --max-cost out.',
  'job-not-found': 'The job has already ended.',
} as const

/** Options of the command line that would have helped; a window has fields instead. */
const optionHints = {
  cwd: 'Say with --cwd where it is to go on.',
  replace: 'Choose another folder, or write over it with --replace.',
} as const

export type FailureCode = keyof typeof hints
export type HelpfulOption = keyof typeof optionHints
export type FailureData = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A failure as it travels to a window or is printed with --json. */
export interface Failure {
  readonly code: FailureCode | 'bug'
  readonly message: string
  readonly hint: string
  readonly data: FailureData
}

/** What to do next where something of that kind was met and told of, without failing. */
export const hintOf = (code: FailureCode): string => hints[code]

const isHelpfulOption = (option: unknown): option is HelpfulOption => typeof option === 'string' && option in optionHints

/** The option of the command line that would have helped, if a failure names one. */
export const helpfulOption = ({ option }: FailureData): HelpfulOption | undefined => (isHelpfulOption(option) ? option : undefined)

/**
 * An expected failure with a code from the closed list and structured data: `list` of what was not found is the command that lists what there is,
 * `option` the one that would have helped.
 */
export class StrataError extends Error {
  override readonly name = 'StrataError'
  readonly code: FailureCode
  readonly data: FailureData

  constructor(code: FailureCode, message: string, data: FailureData = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.data = data
  }

  get hint(): string {
    const { list } = this.data
    const option = helpfulOption(this.data)
    if (option !== undefined) return optionHints[option]
    return this.code === 'not-found' && typeof list === 'string' ? `List what there is with \`${list}\`.` : hints[this.code]
  }
}

/** True for what the system said of a file or a folder: Node gives such errors the name of the system call. */
const isFromSystem = (thrown: unknown): thrown is Error => thrown instanceof Error && 'syscall' in thrown && 'errno' in thrown

/** Turns whatever was thrown into a serialisable failure; anything but a StrataError, and what the system refused, is a bug. */
export const toFailure = (thrown: unknown): Failure => {
  if (thrown instanceof StrataError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint, data: thrown.data }
  }
  if (isFromSystem(thrown))
    return { code: 'system-refused', message: `The system refused: ${thrown.message}`, hint: hints['system-refused'], data: {} }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'bug', message, hint: 'This is a bug in Strata; the log has the details.', data: {} }
}

/**
 * What is damaged, when an artifact that the journal names could not be read: its bytes are not what they were, or what tells of them is not;
 * undefined for every other failure.
 */
export const damageOf = (thrown: unknown): string | undefined =>
  thrown instanceof StrataError && (thrown.code === 'artifact-corrupt' || thrown.code === 'not-found') ? thrown.message : undefined

/** Undefined: what was thrown has none. */
export const systemCode = (thrown: unknown): string | undefined => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The code in a sentence. */
export const systemReason = (thrown: unknown): string => systemCode(thrown) ?? 'unknown error'
