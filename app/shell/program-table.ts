/** `shell-programs.tsv` as rules: what each program may do to files. */
import { type OptionSyntax, type Parsed, type Option } from './options.ts'
import { textOf } from './argument.ts'
import table from './shell-programs.tsv?raw'

/** One step of an effect: `value(-o,--output)` has the name `value` and two parameters. */
export interface EffectStep {
  readonly name: string
  readonly parameters: readonly string[]
}

export interface ProgramRule {
  /** Operands with which the call begins: for each the words that it may be. */
  readonly subCommand: readonly (readonly string[])[]
  /** One of these options is given. Empty: always. */
  readonly flags: readonly string[]
  readonly effect: readonly EffectStep[]
}

export interface Program {
  readonly syntax: OptionSyntax
  readonly rules: readonly ProgramRule[]
}

const harmless = new Set(['none', 'made', 'emptied'])

/** An effect that changes nothing: its options must be there exactly, while `--fi` may mean the `--fix` of a rule that changes files. */
const isHarmless = ({ effect }: ProgramRule): boolean => effect.every(({ name }) => harmless.has(name))

const stepsOf = (text: string): readonly EffectStep[] =>
  text.split('+').map((step) => {
    const [name = '', parameters = ''] = step.replace(/\)$/, '').split('(')
    return { name, parameters: parameters === '' ? [] : parameters.split(',') }
  })

/** Steps whose parameters are options that take a value. */
const withOptions = new Set(['value', 'in', 'setting'])

const wordsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

interface ReadProgram {
  readonly withValue: Set<string>
  isLeading: boolean
  readonly rules: ProgramRule[]
}

const addRow = (program: ReadProgram, subCommand: string, options: readonly string[], effect: string): void => {
  if (effect === 'options' || effect === 'leading-options') {
    program.isLeading ||= effect === 'leading-options'
    for (const option of options) program.withValue.add(option)
    return
  }
  const steps = stepsOf(effect)
  for (const { name, parameters } of steps) if (withOptions.has(name)) for (const option of parameters) program.withValue.add(option)
  program.rules.push({ subCommand: wordsOf(subCommand).map((words) => words.split(',')), flags: options, effect: steps })
}

const readTable = (): ReadonlyMap<string, Program> => {
  const programs = new Map<string, ReadProgram>()
  for (const line of table.trimEnd().split('\n').slice(1)) {
    if (line.startsWith('#')) continue
    const [names = '', subCommand = '', options = '', effect = ''] = line.split('\t')
    for (const name of wordsOf(names)) {
      const program = programs.get(name) ?? { withValue: new Set<string>(), isLeading: false, rules: [] }
      programs.set(name, program)
      addRow(program, subCommand, wordsOf(options), effect)
    }
  }
  return new Map([...programs].map(([name, { withValue, isLeading, rules }]) => [name, { syntax: { withValue, isLeading }, rules }]))
}

let read: ReadonlyMap<string, Program> | undefined

export const findProgram = (name: string): Program | undefined => (read ??= readTable()).get(name)

/** `--fix=false` does not ask for anything. Programs shorten long options, so `--outp` is `--output`. */
const isOption = ({ name, value, isPart }: Option, flag: string, isExact: boolean): boolean => {
  if (value !== undefined && textOf(value) === 'false') return false
  if (isExact) return name === flag && isPart !== true
  return name === flag || (name.length > 3 && name.startsWith('--') && flag.startsWith(name))
}

const hasSubCommand = (rule: ProgramRule, parsed: Parsed): boolean =>
  rule.subCommand.every((words, at) => {
    const text = textOf(parsed.operands[at]?.argument)
    return text !== undefined && words.some((word) => (word.endsWith('*') ? text.startsWith(word.slice(0, -1)) : word === text))
  })

/** Arguments after `--` are for the script that `npm test -- -u` runs. */
const isPassedOn = ({ operands, endOfOptions }: Parsed, flag: string): boolean =>
  endOfOptions !== undefined && operands.some(({ argument, index }) => index > endOfOptions && textOf(argument) === flag)

const hasFlag = (rule: ProgramRule, parsed: Parsed): boolean => {
  if (rule.flags.length === 0) return true
  const isExact = isHarmless(rule)
  if (!isExact && parsed.hasUnknownOptions) return true
  return rule.flags.some(
    (flag) => parsed.options.some((option) => isOption(option, flag, isExact)) || (!isExact && isPassedOn(parsed, flag)),
  )
}

/** The first rule that fits. */
export const ruleFor = (program: Program, parsed: Parsed): ProgramRule | undefined =>
  program.rules.find((rule) => hasSubCommand(rule, parsed) && hasFlag(rule, parsed))
