/** Describes what is wrong with the input of a call, in words for the caller. */
import type { z } from 'zod'
import { StrataError, type FailureData } from '../model/failure.ts'
import { inputReason } from '../model/input-reason.ts'

const wholeInput = 'the input'

/** @param nameOf what the caller calls a field */
const messageOf = (fields: readonly string[], reasons: readonly string[], nameOf = (field: string) => field): string =>
  fields.map((field, at) => `${field === '' ? wholeInput : nameOf(field)} ${reasons[at] ?? ''}`).join('; ')

/** The failure of a call whose input does not fit. Its data have the call, each field by its path, and what is wrong with it. */
export const inputFailure = (call: string, error: z.ZodError): StrataError => {
  const fields = error.issues.map(({ path }) => path.join('.'))
  const reasons = error.issues.map(inputReason)
  return new StrataError('invalid-input', messageOf(fields, reasons), { call, fields, reasons })
}

const isList = (value: FailureData[string] | undefined): value is readonly string[] => Array.isArray(value)

/**
 * The message of such a failure with other names of the fields.
 * @returns undefined: the failure is another one
 */
export const renamedInputMessage = ({ fields, reasons }: FailureData, nameOf: (field: string) => string): string | undefined =>
  isList(fields) && isList(reasons) ? messageOf(fields, reasons, nameOf) : undefined
