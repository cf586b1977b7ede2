/** Reads the digits of numbers that JSON.parse rounds. */
import { constants } from 'node:buffer'
import type { RawLine } from '../read-lines.ts'

const quote = 0x22
const backslash = 0x5c

/** Index after the string that starts at `from`, a quotation mark. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at + 1
  }
  return text.length
}

const number = /-?\d[\d.eE+-]*/y

/** Valid JSON with every number as a string of the same characters. */
const quoteNumbers = (text: string): string => {
  let quoted = ''
  let copied = 0
  for (let at = 0; at < text.length;) {
    if (text.charCodeAt(at) === quote) {
      at = endOfString(text, at)
      continue
    }
    number.lastIndex = at
    const found = number.exec(text)?.[0]
    if (found === undefined) at++
    else {
      quoted += `${text.slice(copied, at)}"${found}"`
      at += found.length
      copied = at
    }
  }
  return quoted + text.slice(copied)
}

const step = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined

const textOf = ({ short, bytes }: RawLine): string | undefined => {
  if (short !== undefined) return short.text
  return bytes === undefined || bytes.length > constants.MAX_STRING_LENGTH ? undefined : bytes.toString('utf8')
}

/**
 * The characters of a number in a line; undefined when the place contains no number.
 * @param path keys from the record to the number; an index of a list is its digits.
 */
export const numberText = (raw: RawLine, path: readonly string[]): string | undefined => {
  const text = textOf(raw)
  const found = text === undefined ? undefined : path.reduce<unknown>(step, JSON.parse(quoteNumbers(text)))
  return typeof found === 'string' ? found : undefined
}
