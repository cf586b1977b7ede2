/** Splits the arguments of a program into options and operands. */
import { type Argument, headOf, mayBeOptions, textOf, withoutHead } from './argument.ts'

export interface Option {
  readonly name: string
  readonly value: Argument | undefined
  /** One letter of several, which may also be the value of another: `-uno`. */
  readonly isPart?: boolean
}

export interface Operand {
  readonly argument: Argument
  /** Among the arguments of the program. */
  readonly index: number
}

export interface Parsed {
  readonly options: readonly Option[]
  readonly operands: readonly Operand[]
  /** An argument that may be any number of options. */
  readonly hasUnknownOptions: boolean
  /** Place of `--` among the arguments. */
  readonly endOfOptions: number | undefined
}

export interface OptionSyntax {
  /** Options that take a value. */
  readonly withValue: ReadonlySet<string>
  /** Options end at the first operand: what follows is a command. */
  readonly isLeading: boolean
}

interface Found {
  readonly options: readonly Option[]
  /** Whether the next argument is the value of the last option. */
  readonly takesNext: boolean
}

const withEqualsSign = (argument: Argument, head: string): Found => {
  const at = head.indexOf('=')
  return { options: [{ name: head.slice(0, at), value: withoutHead(argument, at + 1) }], takesNext: false }
}

const isKnown = (argument: Argument): boolean => textOf(argument) !== undefined

/** Reads `-abc`: the options a, b and c, where the first that takes a value takes the rest; or one option with a long name. */
const shortOptions = (argument: Argument, head: string, withValue: ReadonlySet<string>): Found => {
  const options: Option[] = []
  for (let at = 1; at < head.length; at++) {
    const name = `-${head.charAt(at)}`
    if (withValue.has(name)) {
      const isLast = at === head.length - 1 && isKnown(argument)
      const value = isLast ? undefined : withoutHead(argument, at + 1)
      return { options: [...options, { name, value, isPart: at > 1 }], takesNext: isLast }
    }
    options.push({ name, value: undefined, isPart: head.length > 2 })
  }
  const [whole = head] = head.split('=')
  return { options: whole.length > 2 ? [{ name: whole, value: undefined }, ...options] : options, takesNext: false }
}

const readOption = (argument: Argument, head: string, withValue: ReadonlySet<string>): Found => {
  const equals = head.indexOf('=')
  const isLong = head.startsWith('--')
  if (equals > 0 && (isLong || withValue.has(head.slice(0, equals)))) return withEqualsSign(argument, head)
  if (withValue.has(head) && isKnown(argument)) return { options: [{ name: head, value: undefined }], takesNext: true }
  if (isLong) return { options: [{ name: head, value: undefined }], takesNext: false }
  return shortOptions(argument, head, withValue)
}

const isOption = (head: string): boolean => head.length > 1 && head.startsWith('-')

export const parseArguments = (args: readonly Argument[], { withValue, isLeading }: OptionSyntax): Parsed => {
  const options: Option[] = []
  const operands: Operand[] = []
  let hasUnknownOptions = false
  let endOfOptions: number | undefined
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? []
    const head = headOf(argument)
    if (endOfOptions === undefined && head === '--' && isKnown(argument)) {
      endOfOptions = index
    } else if (endOfOptions === undefined && isOption(head) && !(isLeading && operands.length > 0)) {
      const found = readOption(argument, head, withValue)
      options.push(...found.options)
      if (found.takesNext) {
        const last = options.pop()
        index += 1
        if (last !== undefined) options.push({ ...last, value: args[index] })
      }
    } else {
      if (endOfOptions === undefined && mayBeOptions(argument)) hasUnknownOptions = true
      operands.push({ argument, index })
    }
  }
  return { options, operands, hasUnknownOptions, endOfOptions }
}
