/** `sed` and `awk`: their scripts may write files and run programs. */
import { type Argument, textArgument, textOf } from './argument.ts'
import { awkProgramWrites } from './awk-program.ts'
import { type Call, hasOption, optionsNamed, write } from './call.ts'
import { sedScriptWrites } from './sed-script-writes.ts'

/** `-i.bak` keeps what was there under another name. */
const suffixesOf = ({ args }: Call): readonly string[] =>
  args.flatMap((argument) => /^(?:-[nErsuz]*i|--in-place=)([^]+)$/.exec(textOf(argument) ?? '')?.[1] ?? [])

/** The script is the first operand, unless an option has it. The program of macOS takes the suffix after `-i` as an argument: `-i ''`. */
const splitOperands = (call: Call): { readonly scripts: readonly Argument[]; readonly files: readonly Argument[] } => {
  const operands = call.operands.map(({ argument }) => argument).filter((argument) => textOf(argument) !== '')
  const given = optionsNamed(call, ['-e', '--expression']).flatMap(({ value }) => (value === undefined ? [] : [value]))
  return given.length > 0 ? { scripts: given, files: operands } : { scripts: operands.slice(0, 1), files: operands.slice(1) }
}

export const readSed = (call: Call): void => {
  const { scripts, files } = splitOperands(call)
  const texts = scripts.map((script) => textOf(script))
  const isKnown = texts.every((text) => text !== undefined)
  if (call.parsed.hasUnknownOptions || hasOption(call, '-f', '--file') || !isKnown || sedScriptWrites(texts.join('\n'))) {
    call.shell.changes.any()
    return
  }
  if (!hasOption(call, '-i', '-I', '--in-place')) return
  for (const file of files) {
    write(call, file)
    const path = textOf(file)
    for (const suffix of suffixesOf(call)) {
      if (suffix.includes('*') || path === undefined) call.shell.changes.any()
      else write(call, textArgument(path + suffix))
    }
  }
}

/** Options that do not change what a program does. */
const plainAwk = /^(?:-F|-v|--field-separator|--assign|--posix|--re-interval|--traditional|--version|-P|-r|-c)$/

export const readAwk = (call: Call): void => {
  const { parsed, operands, shell } = call
  const program = textOf(operands[0]?.argument)
  const isPlain = parsed.options.every(({ name }) => plainAwk.test(name)) && !parsed.hasUnknownOptions
  if (!isPlain || program === undefined || awkProgramWrites(program)) shell.changes.any()
}
