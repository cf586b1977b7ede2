/** Programs that copy, pack and unpack files. */
import { headOf, textArgument, textOf, withoutHead } from './argument.ts'
import { type Call, hasOption, optionsNamed, write, writeFolder } from './call.ts'

/** `cp a b`: the last operand, or the folder of `-t`. With one operand some programs write into the working directory. @param isNoted what it copies is one of the acts */
export const readCopyTo = (call: Call, isNoted = false): void => {
  const given = optionsNamed(call, ['-t', '--target-directory'])
  const last = call.operands.at(-1)
  if (given.length > 0) for (const { value } of given) write(call, value ?? textArgument('.'), isNoted)
  else if (call.operands.length > 1 && last !== undefined) write(call, last.argument, isNoted)
  else writeFolder(call)
}

export const readDd = (call: Call): void => {
  for (const argument of call.args) {
    if (headOf(argument).startsWith('of=')) write(call, withoutHead(argument, 3))
    if (headOf(argument) === '') call.shell.changes.any()
  }
}

/** With these options an archive may leave its folder, or tar runs a program. */
const unsafe = ['-P', '--absolute-names', '--absolute-paths', '--to-command', '--checkpoint-action', '--use-compress-program', '-I', '-F']

const writeUnpacked = (call: Call): void => {
  const folders = optionsNamed(call, ['-C', '--directory', '--cd'])
  if (folders.length === 0) writeFolder(call)
  // A second folder may be relative to the first.
  else if (folders.length > 1) call.shell.changes.any()
  else write(call, folders[0]?.value ?? textArgument('.'))
}

/** `tar xzf a.tar.gz -C dir`: an archive is unpacked below a folder; any other archive is a file that is written. */
export const readArchive = (call: Call): void => {
  const first = textOf(call.args[0]) ?? ''
  // The old form has letters without a hyphen, and the archive is the first operand after them.
  const letters = /^[A-Za-z]+$/.test(first) ? first : ''
  const files = letters.includes('f') ? call.operands.slice(1, 2) : []
  const values = optionsNamed(call, ['-f', '--file']).flatMap(({ value }) => (value === undefined ? [] : [value]))
  if (hasOption(call, ...unsafe) || /[PCIF]/.test(letters)) call.shell.changes.any()
  else if (letters.includes('x') || hasOption(call, '-x', '--extract', '--get')) writeUnpacked(call)
  else if (letters.includes('t') || hasOption(call, '-t', '--list')) return
  else if (files.length + values.length === 0) call.shell.changes.any()
  else for (const file of [...files.map(({ argument }) => argument), ...values]) write(call, file)
}

/** `gzip a` replaces `a` by `a.gz`, and `gunzip a.gz` does the reverse. */
export const readCompression = (call: Call): void => {
  for (const { argument } of call.operands) {
    const text = textOf(argument)
    if (text === undefined) {
      call.shell.changes.any()
      continue
    }
    for (const ending of ['', '.gz', '.bz2', '.xz', '.zst']) {
      write(call, textArgument(text + ending))
      if (ending !== '' && text.endsWith(ending)) write(call, textArgument(text.slice(0, -ending.length)))
    }
    if (text.endsWith('.tgz')) write(call, textArgument(`${text.slice(0, -4)}.tar`))
  }
}
