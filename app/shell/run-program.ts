/** Effects of a program on files, by its rule in the table. */
import { type Argument, free, headOf, textArgument, textOf } from './argument.ts'
import { type Call, type Shell, hasOption, optionsNamed, write, writeFolder } from './call.ts'
import { readArchive, readCompression, readCopyTo, readDd } from './file-programs.ts'
import { readFind } from './find-command.ts'
import { readCheckout, settingMayRun } from './git-programs.ts'
import { readCopy, readEmptied, readMade, readMove, readRemoval, readLink } from './removals.ts'
import { parseArguments } from './options.ts'
import { placesOf } from './place.ts'
import { type EffectStep, findProgram, ruleFor } from './program-table.ts'
import { readAwk, readSed } from './sed-and-awk.ts'
import { type Certainty, type Outcome, type ShellState, bothWays, enter } from './shell-state.ts'

/** A step may change the call for the steps after it, or return the outcome of a command that the call contains. */
type Step = (call: Call, parameters: readonly string[]) => Call | Outcome | undefined

const operandArguments = ({ operands }: Call): readonly Argument[] => operands.map(({ argument }) => argument)

const writeAll = (call: Call, args: readonly Argument[]): undefined => {
  for (const argument of args) write(call, argument)
}

/** `go fmt ./cmd/...` is about a folder, other names of packages are not paths. */
const writePackages: Step = (call) => {
  const args = operandArguments(call)
  if (args.length === 0) writeFolder(call)
  for (const argument of args) {
    const text = textOf(argument)
    if (text?.startsWith('.') === true) write(call, textArgument(text.replace(/\/?\.\.\.$/, '')))
    else call.shell.changes.any()
  }
  return undefined
}

/** The command begins at an operand; `xargs` adds operands that are not known. */
const runFrom = (call: Call, skipped: number, added: readonly Argument[] = []): Outcome => {
  const first = call.operands[skipped]
  if (first === undefined) {
    call.shell.changes.any()
    return bothWays(call.state)
  }
  return call.shell.runCommand([...call.args.slice(first.index), ...added], call.state, added.length === 0 ? call.certainty : 'maybe')
}

/** Options, then assignments, then a command. */
const runEnv: Step = (call) => {
  const first = call.operands.find(({ argument }) => !/^\w+=/.test(headOf(argument)))
  const assigned = call.operands.slice(0, first === undefined ? undefined : call.operands.indexOf(first))
  for (const { argument } of assigned) {
    const head = headOf(argument)
    const at = head.indexOf('=')
    if (settingMayRun('exported', head.slice(0, at), textOf(argument)?.slice(at + 1))) call.shell.changes.any()
  }
  return first === undefined ? undefined : call.shell.runCommand(call.args.slice(first.index), call.state, call.certainty)
}

const runXargs: Step = (call) => {
  const [replaced] = optionsNamed(call, ['-I', '-J', '--replace', '-i'])
  const place = replaced === undefined ? undefined : (textOf(replaced.value) ?? '{}')
  if (call.operands.length === 0) return undefined
  if (place === undefined) return runFrom(call, 0, [[free]])
  const args = call.args.map((argument): Argument => (textOf(argument)?.includes(place) === true ? [free] : argument))
  return runFrom({ ...call, args, certainty: 'maybe' }, 0)
}

/** `bash -c 'text'` contains commands; a script file may do anything. */
const runShell: Step = (call) => {
  if (hasOption(call, '-n', '--version', '--help')) return undefined
  const text = textOf(call.operands[0]?.argument)
  if (!hasOption(call, '-c') || text === undefined) call.shell.changes.any()
  else call.shell.runText(text, call.state, call.certainty)
  return undefined
}

/** A sub-command has separate rows: `git-checkout`. */
const runSubProgram: Step = (call) => {
  const [first] = call.operands
  const sub = textOf(first?.argument)
  if (first === undefined || sub === undefined || !/^[\w-]+$/.test(sub)) call.shell.changes.any()
  else runProgram(call.shell, `${call.program}-${sub}`, call.args.slice(first.index + 1), call.state, call.certainty)
  return undefined
}

/** Options that give the working directory. */
const enterFolder: Step = (call, names) => {
  let { state } = call
  for (const { value } of optionsNamed(call, names)) {
    state = enter(state, (folders) => {
      const places = value === undefined ? [] : placesOf(value, folders)
      const entered = places.flatMap((place) => (typeof place === 'object' && place.path.startsWith('/') ? [place.path] : []))
      return value !== undefined && textOf(value) !== undefined && entered.length === places.length ? entered : undefined
    })
  }
  return { ...call, state }
}

const writeValues: Step = (call, names) => {
  if (call.parsed.hasUnknownOptions) call.shell.changes.any()
  for (const { value } of optionsNamed(call, names)) {
    if (value === undefined) call.shell.changes.any()
    else write(call, value)
  }
  return undefined
}

/** `python -m pytest` is `pytest`, and some modules of Python are programs. */
const runPythonModule: Step = (call) => {
  const at = call.args.findIndex((argument) => textOf(argument) === '-m')
  const name = textOf(call.args[at + 1])
  if (at < 0 || name === undefined) call.shell.changes.any()
  else
    runProgram(
      call.shell,
      findProgram(`python-${name}`) === undefined ? name : `python-${name}`,
      call.args.slice(at + 2),
      call.state,
      call.certainty,
    )
  return undefined
}

/** A step that only reports changes. */
const done =
  (read: (call: Call) => void): Step =>
  (call) => {
    read(call)
    return undefined
  }

const steps: Readonly<Record<string, Step>> = {
  none: () => undefined,
  any: done(({ shell }) => shell.changes.any()),
  folder: done(writeFolder),
  operands: (call) => writeAll(call, operandArguments(call)),
  'operands-or-folder': (call) => writeAll(call, call.operands.length === 0 ? [textArgument('.')] : operandArguments(call)),
  packages: writePackages,
  from: (call, [first]) => writeAll(call, operandArguments(call).slice(Number(first) - 1)),
  last: done((call) => readCopyTo(call)),
  copied: done(readCopy),
  linked: done(readLink),
  made: done(readMade),
  emptied: done(readEmptied),
  removed: done(readRemoval),
  moved: done(readMove),
  value: writeValues,
  file: (call, names) => {
    for (const path of names) call.shell.changes.write({ path })
    return undefined
  },
  in: enterFolder,
  sub: runSubProgram,
  run: (call, [skipped]) => runFrom(call, Number(skipped)),
  'run-after-dashes': (call) => {
    const { endOfOptions } = call.parsed
    if (endOfOptions !== undefined) return call.shell.runCommand(call.args.slice(endOfOptions + 1), call.state, call.certainty)
    call.shell.changes.any()
    return undefined
  },
  env: runEnv,
  xargs: runXargs,
  shell: runShell,
  'python-module': runPythonModule,
  find: done(readFind),
  sed: done(readSed),
  awk: done(readAwk),
  dd: done(readDd),
  archive: done(readArchive),
  compress: done(readCompression),
  checkout: done(readCheckout),
  setting: (call, names) => {
    for (const { value } of optionsNamed(call, names)) {
      const [, name = '', text] = /^([^=]*)(?:=([^]*))?$/.exec(textOf(value) ?? '') ?? []
      if (settingMayRun('git', name, text)) call.shell.changes.any()
    }
    return undefined
  },
}

const isCall = (result: Call | Outcome): result is Call => 'shell' in result

const runSteps = (begin: Call, effect: readonly EffectStep[]): Outcome => {
  let call = begin
  let outcome: Outcome | undefined
  for (const { name, parameters } of effect) {
    const step = steps[name]
    if (step === undefined) throw new Error(`shell-programs.tsv has an unknown effect: ${name}`)
    const result = step(call, parameters)
    if (result === undefined) continue
    if (isCall(result)) call = result
    else outcome = result
  }
  return outcome ?? bothWays(begin.state)
}

/** Programs that cannot do anything else with this one argument. */
const isQuestion = (program: string, args: readonly Argument[]): boolean =>
  args.length === 1 && /^--(?:version|help)$/.test(textOf(args[0]) ?? '') && !program.includes('/')

/** @param name as in the table. A program that is not there may change any file. */
export const runProgram = (shell: Shell, name: string, args: readonly Argument[], state: ShellState, certainty: Certainty): Outcome => {
  const program = findProgram(name)
  if (program === undefined || isQuestion(name, args)) {
    if (!isQuestion(name, args)) shell.changes.any()
    return bothWays(state)
  }
  const parsed = parseArguments(args, program.syntax)
  const rule = ruleFor(program, parsed)
  if (rule === undefined) {
    shell.changes.any()
    return bothWays(state)
  }
  const operands = parsed.operands.slice(rule.subCommand.length)
  const { effect } = rule
  const outcome = runSteps({ shell, program: name, args, parsed, operands, state, certainty }, effect)
  // Only the shell's own wrappers run a command in the same shell.
  return isSameShell.has(name) ? outcome : bothWays(state)
}

const isSameShell = new Set(['command', 'builtin', 'noglob'])
