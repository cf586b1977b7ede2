/** Describes what is wrong with the input of a call, in words for the caller. */
import type { z } from 'zod'
import { formatCount } from '../model/format/count.ts'
import { StrataError, type FailureData } from '../model/failure.ts'
import { didYouMean } from '../model/similar-names.ts'

type Issue = z.core.$ZodIssue

const nouns: Readonly<Record<string, string>> = { int: 'a whole number', number: 'a number', boolean: 'yes or no', array: 'a list' }

const countedBy: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const tooSmall = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string => {
  const unit = countedBy[origin]
  if (unit === undefined) return `must be at least ${formatCount(Number(minimum))}`
  return Number(minimum) === 1 ? 'is empty' : `must have at least ${formatCount(Number(minimum))}${unit}`
}

const tooBig = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string => {
  const unit = countedBy[origin]
  return unit === undefined ? `must be at most ${formatCount(Number(maximum))}` : `is longer than ${formatCount(Number(maximum))}${unit}`
}

const wrongType = (issue: Extract<Issue, { code: 'invalid_type' }>): string =>
  issue.input === undefined && / received undefined$/.test(issue.message)
    ? 'is missing'
    : `must be ${nouns[issue.expected] ?? `a ${issue.expected}`}`

/** Messages of our own are predicates, such as “is no number”, or sentences about “it”. */
const own = (message: string): string => (/^(?:Invalid|Too) /.test(message) ? 'is not valid' : message.replace(/^It /, ''))

/** @param input undefined: the schema did not report it, so no similar value is named */
const notOneOf = (values: readonly string[], input: unknown): string =>
  `must be one of ${values.join(', ')}${typeof input === 'string' ? didYouMean(input, values) : ''}`

/** What is wrong, to follow the name of the field. */
const reasonOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'too_small':
      return /^Too /.test(issue.message) ? tooSmall(issue) : own(issue.message)
    case 'too_big':
      return /^Too /.test(issue.message) ? tooBig(issue) : own(issue.message)
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_value':
      return notOneOf(issue.values.map(String), issue.input)
    case 'unrecognized_keys':
      return `does not accept ${issue.keys.join(', ')}`
    default:
      return own(issue.message)
  }
}

const wholeInput = 'the input'

/** @param nameOf what the caller calls a field */
const messageOf = (fields: readonly string[], reasons: readonly string[], nameOf = (field: string) => field): string =>
  fields.map((field, at) => `${field === '' ? wholeInput : nameOf(field)} ${reasons[at] ?? ''}`).join('; ')

/** Option of a schema with which a failure can name the accepted value that is similar to the given one. */
export const reportInput = { reportInput: true } as const

/** The failure of a call whose input does not fit. Its data have the call, each field by its path, and what is wrong with it. */
export const inputFailure = (call: string, error: z.ZodError): StrataError => {
  const fields = error.issues.map(({ path }) => path.join('.'))
  const reasons = error.issues.map(reasonOf)
  return new StrataError('invalid-input', messageOf(fields, reasons), { call, fields, reasons })
}

const isList = (value: FailureData[string] | undefined): value is readonly string[] => Array.isArray(value)

/**
 * The message of such a failure with other names of the fields.
 * @returns undefined: the failure is another one
 */
export const renamedInputMessage = ({ fields, reasons }: FailureData, nameOf: (field: string) => string): string | undefined =>
  isList(fields) && isList(reasons) ? messageOf(fields, reasons, nameOf) : undefined
