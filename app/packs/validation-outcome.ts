/** How a validation ended: by the status of its call, else by what it printed. */
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
}

const maxLines = 5
const maxLineLength = 200
/** Characters that are read at the beginning and at the end of an output. */
const maxRead = 40_000

const failing =
  /(?:^|\s)(?:FAIL(?:ED|URE|URES)?\b|not ok\b|✗|✘|✕|×|✖|--- FAIL|error(?:\[\w+\])?:|error TS\d+|ERROR\b|panicked at|AssertionError|[A-Z]\w*(?:Error|Exception):|fatal:|undefined:|E {3}\S)|^\S+:\d+(?::\d+)?: |\b[1-9]\d* (?:failed|failing|failures?|errors?|problems?)\b/
const failedSummary =
  /(?:^|\s)(?:FAIL(?:ED|URES?)?\b|not ok\b|--- FAIL|✖ [1-9]|error TS\d+|error(?:\[\w+\])?:|BUILD FAILED|panicked at)|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|make: \*\*\*|npm ERR!|ELIFECYCLE|Found [1-9]\d* error/m
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

export const judgeValidation = (
  { kinds, decidesStatus }: Validation,
  { text: whole, isError, exitCode, isInBackground }: CallOutcome,
): JudgedValidation => {
  const text = withoutColours(readPart(whole))
  if (isInBackground) return { outcome: 'unknown', exitCode: null, by: null, lines: [] }
  if (isError) return { outcome: 'failed', exitCode, by: 'status', lines: failingLines(text) }
  if (decidesStatus) return { outcome: 'passed', exitCode: exitCode ?? 0, by: 'status', lines: [] }
  if (failedSummary.test(text)) return { outcome: 'failed', exitCode: null, by: 'output', lines: failingLines(text) }
  if (passedSummary.test(text)) return { outcome: 'passed', exitCode: null, by: 'output', lines: [] }
  // Compilers and linters print nothing when they find nothing.
  if (text.trim() === '' && !kinds.includes('test')) return { outcome: 'passed', exitCode: null, by: 'output', lines: [] }
  return { outcome: 'unknown', exitCode: null, by: null, lines: [] }
}
