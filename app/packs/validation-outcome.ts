/** How a validation ended: by the status of its call where it is its own, else by what it printed, else not known. */
import type { JsonObject } from '../model/json-object.ts'
import type { Validation } from './validation-commands.ts'

export type ValidationOutcome = 'passed' | 'failed' | 'unknown'

export interface JudgedValidation {
  readonly outcome: ValidationOutcome
  /** Null: it runs still, or nothing says. */
  readonly exitCode: number | null
  /** `status`: the call says it. `output`: only what was printed does. */
  readonly by: 'status' | 'output' | null
  /** Printed lines that name what failed. */
  readonly lines: readonly string[]
}

/** What a call gave back. */
export interface CallOutcome {
  readonly text: string
  readonly isError: boolean
  readonly exitCode: number | null
  readonly isInBackground: boolean
  /** Fields of the client beside the result. */
  readonly beside: JsonObject
}

/** Statuses of calls that a signal ended. */
const signals: ReadonlySet<number> = new Set([129, 130, 137, 141, 143])

const maxLines = 5
const maxLineLength = 200
/** Characters that are read at the beginning and at the end of an output. */
const maxRead = 40_000

const failing =
  /(?:^|\s)(?:FAIL(?:ED|URE|URES)?\b|not ok\b|✗|✘|✕|×|✖|--- FAIL|error(?:\[\w+\])?:|error TS\d+|ERROR\b|panicked at|AssertionError|[A-Z]\w*(?:Error|Exception):|fatal:|undefined:|E {3}\S)|^\S+:\d+(?::\d+)?: |\b[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b/
const failedSummary =
  /(?:^|\s)(?:FAIL(?:ED|URES?)?\b|not ok\b|--- FAIL|✖ [1-9]|error TS\d+|error(?:\[\w+\])?:|BUILD FAILED|panicked at)|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|make: \*\*\*|npm ERR!|ELIFECYCLE|Found [1-9]\d* error|^[1-9]\d* issues?:|ERROR task failed/m
/** Where other commands may have failed: failures of Git and npm do not count. */
const ownFailure =
  /(?:^|\s)(?:FAIL(?:ED|URES?)?\b|not ok\b|--- FAIL|✖ [1-9]|error TS\d+|error\[\w+\]:|error: could not compile|BUILD FAILED|panicked at)|\b[1-9]\d* (?:failed|failing)\b|Found [1-9]\d* error|^[1-9]\d* issues?:|ERROR task failed|^\S+[:(]\d+[:,]\d+\)?: (?:fatal )?error/m
const passedSummary =
  /\b[1-9]\d* (?:passed|passing)\b|^ok\b|^PASS\b|^test result: ok|\b0 (?:failed|failures|errors|problems|issues)\b|All checks passed|no issues found|BUILD SUCCESS(?:FUL)?|Build succeeded|built in|Finished .* target|✓|✔/im

const readPart = (text: string): string => (text.length <= 2 * maxRead ? text : `${text.slice(0, maxRead)}\n${text.slice(-maxRead)}`)

// Colours of terminals.
const withoutColours = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '')

const failingLines = (text: string): readonly string[] => {
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.length < 5000 && failing.test(line))
  const shown = [...new Set(lines.map((line) => line.trim().slice(0, maxLineLength)))]
  return shown.slice(0, maxLines)
}

const unknown: JudgedValidation = { outcome: 'unknown', exitCode: null, by: null, lines: [] }

/** The client or a signal ended the call, or it did not run. */
const wasStopped = ({ text, isError, exitCode, beside }: CallOutcome): boolean =>
  beside['interrupted'] === true ||
  (isError && (signals.has(exitCode ?? 0) || /^(?:Error: )?(?:<tool_use_error>|Command timed out|\[Request interrupted)/.test(text)))

/** The client removes blank lines at both ends of an output, so that a beginning that ends with some looks shorter than it was. */
const maxBlank = 3

/** A beginning that has room for more lines is all that was printed. */
const showsAll = ({ shows, shownLines }: Validation, text: string): boolean =>
  shows === 'all' || (shows === 'beginning' && shownLines !== null && text.trim().split('\n').length + maxBlank <= shownLines)

const byOutput = (validation: Validation, text: string, { isError }: CallOutcome, isOnly: boolean): JudgedValidation => {
  const { kinds, shows } = validation
  const isFailed = (isOnly ? failedSummary : ownFailure).test(text)
  if (isFailed) return { outcome: 'failed', exitCode: null, by: 'output', lines: failingLines(text) }
  if (isError) return unknown
  // Compilers and linters print nothing when they find nothing.
  const isSilent = text.trim() === '' && !kinds.includes('test') && shows !== 'part'
  const isPassed = isSilent || (showsAll(validation, text) && passedSummary.test(text))
  return isPassed ? { outcome: 'passed', exitCode: null, by: 'output', lines: [] } : unknown
}

export const judgeValidation = (validation: Validation, result: CallOutcome): JudgedValidation => {
  const { isError, exitCode, isInBackground } = result
  const text = withoutColours(readPart(result.text)).replace(/^(?:Error: )?Exit code -?\d+\n?/, '')
  if (isInBackground || wasStopped(result)) return unknown
  const isPrepared = !/(?:^|[\s:])(?:cd|pushd|popd|chdir): /m.test(text)
  if (isError && validation.failsAlone && isPrepared) return { outcome: 'failed', exitCode, by: 'status', lines: failingLines(text) }
  if (!isError && validation.decidesStatus) return { outcome: 'passed', exitCode, by: 'status', lines: [] }
  return byOutput(validation, text, result, validation.failsAlone || !isError)
}
