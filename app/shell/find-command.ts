/** `find`: its actions may delete files, write lists and run commands. */
import { type Argument, headOf, joinPieces, pattern, textArgument, textOf } from './argument.ts'
import { type Call, write } from './call.ts'

/** More folders than this are searched as if they were any. */
const maxRoots = 8

const isRoot = (argument: Argument): boolean => !/^[-(!)]/.test(headOf(argument))

/** Options before the folders: `find -L src`. */
const rootsOf = (args: readonly Argument[]): readonly Argument[] => {
  const begin = args.findIndex((argument) => !/^-(?:[HLPEXdsx]+|O\d)$/.test(textOf(argument) ?? ''))
  const rest = begin < 0 ? [] : args.slice(begin)
  const end = rest.findIndex((argument) => !isRoot(argument))
  const roots = end < 0 ? rest : rest.slice(0, end)
  return roots.length === 0 ? [textArgument('.')] : roots
}

/** `{}` in the arguments of a command. */
const withFile = (args: readonly Argument[], file: Argument): readonly Argument[] =>
  args.map((argument) => {
    const text = textOf(argument)
    if (text === undefined || !text.includes('{}')) return argument
    return joinPieces(text.split('{}').flatMap((part, at) => [...(at === 0 ? [] : file), { kind: 'text', text: part } as const]))
  })

/** `{}.bak` */
const hasMore = (argument: Argument): boolean => /.\{\}|\{\}./.test(textOf(argument) ?? '')

const runForRoots = (call: Call, command: readonly Argument[], roots: readonly Argument[], isInFolder: boolean): void => {
  if (roots.length > maxRoots) call.shell.changes.any()
  const state = isInFolder ? { ...call.state, folders: undefined } : call.state
  for (const root of roots.slice(0, maxRoots)) {
    call.shell.runCommand(withFile(command, [...root, { kind: 'text', text: '/' }, pattern]), state, 'maybe')
    // A root may be a file.
    if (command.some(hasMore)) call.shell.runCommand(withFile(command, root), state, 'maybe')
  }
}

export const readFind = (call: Call): void => {
  const { args, shell } = call
  const roots = rootsOf(args)
  for (let at = 0; at < args.length; at++) {
    const name = textOf(args[at])
    if (name === undefined && call.parsed.hasUnknownOptions) shell.changes.any()
    if (name === '-delete') for (const root of roots) write(call, root)
    if (name !== undefined && /^-(?:fprint0?|fprintf|fls)$/.test(name)) write(call, args[at + 1] ?? [])
    if (name === undefined || !/^-(?:exec|execdir|ok|okdir)$/.test(name)) continue
    const after = args.slice(at + 1)
    const end = after.findIndex((argument) => /^[;+]$/.test(textOf(argument) ?? ''))
    if (end < 0) shell.changes.any()
    const command = end < 0 ? after : after.slice(0, end)
    runForRoots(call, command, roots, name.endsWith('dir'))
    at += command.length
  }
}
