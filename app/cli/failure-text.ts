/** A failure as the command line reports it. */
import type { Failure } from '../model/failure.ts'
import { printable } from './printable.ts'

/** Code, message and what to do next, for people. */
export const failureText = (failure: Failure): string =>
  `strata: ${printable(failure.message)} (${failure.code})\n${printable(failure.hint)}\n`

/** The same for programs. */
export const failureJson = (failure: Failure): string => jsonText({ failure })

/** Indented JSON, ended by a newline. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
