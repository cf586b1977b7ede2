/** A failure as the command line reports it. */
import type { Failure } from '../../model/failure.ts'
import { printable } from './printable.ts'

/** Code, message and what to do next, for people; what the message says beyond its first line stands below. */
export const failureText = (failure: Failure): string => {
  const [first = '', ...more] = printable(failure.message).split('\n')
  return [`strata: ${first} (${failure.code})`, ...more, printable(failure.hint), ''].join('\n')
}

/** The same for programs. */
export const failureJson = (failure: Failure): string => jsonText({ failure })

/** Indented JSON, ended by a newline. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
