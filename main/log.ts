/** The log file: what went wrong and where in the code, never what a transcript said. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { StrataError } from '../app/model/failure.ts'

const rotateAtBytes = 1_000_000

export interface Log {
  /** The file, for people who look for it. */
  readonly file: string
  /** One line about a fact of the program's own, for example that the engine stopped. */
  readonly note: (text: string) => void
  /** An error, without its message unless the message cannot carry content. */
  readonly fault: (where: string, thrown: unknown) => void
}

/** Opens the log in `folder`; the previous file is kept beside it when it reaches 1 MB. */
export function openLog(folder: string): Log {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'strata.log')
  const write = (text: string): void => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rotateAtBytes) renameSync(file, `${file}.1`)
      appendFileSync(file, `${new Date().toISOString()} ${text}\n`)
    } catch (error) {
      console.error('The log cannot be written:', error)
    }
  }
  return {
    file,
    note: write,
    fault: (where, thrown) => {
      write(`${where}: ${describeFault(thrown)}`)
    },
  }
}

/** Name, code and stack frames of an error. Messages of parsers and libraries quote their input, so only those of known origin are kept. */
export function describeFault(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a ${typeof thrown} was thrown`
  const code = thrown instanceof StrataError ? ` [${thrown.code}]` : isSystemError(thrown) ? ` ${thrown.message}` : ''
  const frames = stackFrames(thrown)
  return [`${thrown.name}${code}`, ...frames].join('\n')
}

/** The lines of a stack that name places in the code. */
function stackFrames(error: Error): readonly string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
}

function isSystemError(error: Error): error is NodeJS.ErrnoException {
  return 'syscall' in error
}
