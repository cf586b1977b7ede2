/** Describes what is wrong with a value that a schema refused, in words for the person who wrote it. */
import type { z } from 'zod'
import { formatCount } from './format/count.ts'
import { didYouMean } from './similar-names.ts'

type Issue = z.core.$ZodIssue

/** Option of a schema: with it, a reason can name the accepted value that is similar to the given one. */
export const reportInput = { reportInput: true } as const

const nouns: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const countedBy: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const formats: Readonly<Record<string, string>> = {
  date: 'must be a day such as 2026-01-31',
  url: 'must be a URL such as https://example.com',
}

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

/** Messages of Strata are predicates, for example “is no number”, or sentences about “it”. */
const own = (message: string): string => (/^(?:Invalid|Too) /.test(message) ? 'is not valid' : message.replace(/^It /, ''))

/** @param input undefined: the schema did not report it, so no similar value is suggested */
const notOneOf = (values: readonly string[], input: unknown): string =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}${typeof input === 'string' ? didYouMean(input, values) : ''}`

/** The valid forms of a value that has several. */
const notAny = ({ errors, message }: Extract<Issue, { code: 'invalid_union' }>): string => {
  const reasons = errors.flatMap(([first]) => (first === undefined || first.path.length > 0 ? [] : [inputReason(first)]))
  return reasons.length === 0 ? own(message) : [...new Set(reasons)].join(', or ')
}

/** Describes the fault as a predicate to follow the name of the field. It contains nothing of the value. */
export const inputReason = (issue: Issue): string => {
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
    case 'invalid_format':
      return formats[issue.format] ?? own(issue.message)
    case 'invalid_union':
      return notAny(issue)
    default:
      return own(issue.message)
  }
}

const pathText = (path: Issue['path']): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )

/** One reason for each refused field, such as `prices[0].input is missing`. @param whole name of the whole value */
export const inputReasons = ({ issues }: z.ZodError, whole: string): readonly string[] =>
  issues.map((issue) => `${issue.path.length === 0 ? whole : pathText(issue.path)} ${inputReason(issue)}`)
