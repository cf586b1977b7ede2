/** Expected failures: a closed list of codes, each with what the user can do next. */

/** Code → what to do next. The message itself says what happened. */
const hints = {
  'malformed-id': 'Give an id such as ctx-1a2b3c4d, art-1a2b3c4d5e6f or a session id, or a unique prefix of one.',
  'not-found': 'To list sessions and commits, run `strata sessions` or `strata log`.',
  'ambiguous-id': 'Give more characters to choose one of them.',
  'store-locked': 'Close the program that uses the store, or choose another store with --store.',
  'owner-left': 'Check whether it finished (`strata log`); if not, retry.',
  'owner-differs': 'Close the other program, or use the same version of Strata.',
  'socket-in-use': 'Stop the other program, or choose another path with --socket.',
  'store-missing': 'Give the folder of a store with --store or STRATA_STORE, or create one with `strata import`.',
  'store-read-only': 'Make sure you have write permission, or work on a copy made with `strata clone`.',
  'store-newer': 'Update Strata: the store was written by a newer version.',
  'artifact-corrupt':
    'Restore the pack file from a backup and run `strata reindex`. Without a backup, run `strata repair`: it recovers what it can and lists what is lost. `strata verify` lists the damage.',
  'journal-corrupt':
    'Restore the journal from a backup. Without a backup, run `strata reindex --salvage` to recover what can be read, then `strata import` to import existing transcripts again.',
  'index-corrupt': 'Run `strata reindex`.',
  'commit-malformed': 'Run `strata verify`.',
  'delta-malformed': 'The bytes do not match their format. Correct the program that wrote them, or store them under another format name.',
  'query-mismatch': 'Run `strata reindex`; if it persists, report a bug.',
  'sql-failed': 'Correct the statement; `strata sql --schema` lists the tables and their columns.',
  'sql-refused': 'Give one SELECT statement; SQL cannot change the store.',
  'sql-too-large': 'Select fewer rows or shorter texts.',
  'file-too-large': 'Read the file without its writers: `strata file show` and `strata file history`.',
  'sql-too-long': 'Select less, or raise --time-limit.',
  'empty-content': 'Give content that is not empty.',
  'path-refused': 'Choose an existing folder with write permission; nothing is written outside it.',
  'path-unreadable': 'Check that the path exists and that you have read permission.',
  'over-budget': 'Give a larger budget, choose an earlier commit, or omit the budget.',
  'target-exists': 'Choose another path, or remove the existing file or folder first.',
  'name-taken': 'Choose another name, or move this one with --move.',
  'bundle-malformed': 'Nothing was imported. Copy or create the bundle again, and check it with `strata bundle verify`.',
  'secrets-found':
    'Exclude the sessions that contain secrets, or run the command without --check-secrets to send them. To share a conversation without secrets, use `strata export --redact`.',
  'transfer-incomplete': 'Nothing was imported. Send the missing ancestors first, or create the bundle without --since.',
  'disk-full': 'Free some space and retry; the store is valid.',
  'system-refused': 'Check that the path exists and that the disk works, then retry; earlier writes are kept.',
  cancelled: 'Start it again to continue; completed work is kept.',
  'no-display': 'Use the command line instead: `strata sessions`, `strata log --graph`, `strata show`, `strata stats`.',
  'unknown-call': 'The window and the engine have different versions: restart Strata.',
  'invalid-input': 'The help of the command lists the accepted values: add --help.',
  'engine-stopped': 'Restart Strata; the store is safe.',
  'prices-malformed': 'Correct or remove prices.json in the folder of the store; see docs/prices.md.',
  'model-failed': 'Retry, choose another model with --model, or compact less of the chain with --stop.',
  'key-missing': 'Set ANTHROPIC_API_KEY, or give a file or a variable in settings.json in the folder of the store; see docs/summaries.md.',
  'price-unknown': 'Add a price for the model to prices.json in the folder of the store (see docs/prices.md), or omit --max-cost.',
  'job-not-found': 'The job has already ended.',
} as const

/** Options that would have helped in the command that failed; a window has fields instead of options. */
const optionHints = {
  cwd: 'Give an existing working directory with --cwd.',
  replace: 'Choose another folder, or overwrite it with --replace.',
  replaceFile: 'Choose another file, or overwrite it with --replace.',
  replaceQuery: 'Choose another name, or overwrite the query with --replace.',
  removeRemote: 'Choose another name, or remove the remote first: `strata remote remove NAME`.',
  removeFilesystem: 'Choose another name or prefix, or remove the other first: `strata filesystem remove NAME`.',
  makeFork: 'Make a fork first, and name it: `strata fork COMMIT --name NAME`.',
  moveFork: 'Choose another name, or move the fork: `strata fork COMMIT --name NAME --move`.',
  makeMemory: 'To make one, run `strata reasoning init`.',
  program: 'Check the name of the program and PATH.',
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

/** The next step for a problem of that kind that was reported without a failure. */
export const hintOf = (code: FailureCode): string => hints[code]

const isHelpfulOption = (option: unknown): option is HelpfulOption => typeof option === 'string' && option in optionHints

/** The option of the command line that would have helped, if a failure names one. */
export const helpfulOption = ({ option }: FailureData): HelpfulOption | undefined => (isHelpfulOption(option) ? option : undefined)

/**
 * An expected failure with a code from the closed list and structured data. In `data`, `list` is the command that lists what exists, and
 * `option` is the option that would have helped.
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
    return this.code === 'not-found' && typeof list === 'string' ? `To list what exists, run \`${list}\`.` : hints[this.code]
  }
}

/** True for what the system said of a file or a folder: Node gives such errors the name of the system call. */
const isFromSystem = (thrown: unknown): thrown is Error => thrown instanceof Error && 'syscall' in thrown && 'errno' in thrown

/** Turns any thrown value into a serialisable failure. Everything except a StrataError and a refusal by the system is a bug. */
export const toFailure = (thrown: unknown): Failure => {
  if (thrown instanceof StrataError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint, data: thrown.data }
  }
  if (isFromSystem(thrown))
    return {
      code: 'system-refused',
      message: `The operating system reported an error: ${thrown.message}`,
      hint: hints['system-refused'],
      data: {},
    }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'bug', message, hint: 'This is a bug in Strata; the log has the details.', data: {} }
}

/**
 * The damaged part when an artifact that the journal names cannot be read: its bytes, or the data that locates it.
 * @returns undefined for every other failure
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
