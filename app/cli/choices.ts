/** Options and arguments that accept only values of a closed list. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import { didYouMean } from '../model/similar-names.ts'

/** Parses one of the values. @throws InvalidArgumentError with the values, and a similar one if there is one */
export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}.${didYouMean(text, values)}`)
    return found
  }

/** An option whose other values are usage errors; the error lists the values, and a similar one if there is one. */
export const choiceOption = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values).argParser(oneOf(values))

/** The same for an argument. */
export const choiceArgument = (name: string, description: string, values: readonly string[]): Argument =>
  new Argument(name, description).choices(values).argParser(oneOf(values))
