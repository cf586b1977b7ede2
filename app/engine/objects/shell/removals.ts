/** `rm` and `mv`: what they remove and move is named when the text of the command is certain about it. */
import { posix } from 'node:path'
import { type Argument, textOf } from './argument.ts'
import { type Call, hasOption, optionsNamed, write } from './call.ts'
import { placesOf } from './place.ts'

/** The absolute path of an argument that is written out, if the working directory is known. */
const pathOf = ({ state }: Call, argument: Argument): string | undefined => {
  const [place, ...others] = textOf(argument) === undefined ? [] : placesOf(argument, state.folders)
  return typeof place === 'object' && others.length === 0 && place.path.startsWith('/') ? place.path : undefined
}

/** With these options a command may succeed and do nothing. */
const mayDoNothing = (call: Call): boolean =>
  hasOption(call, '-i', '-I', '--interactive', '-n', '--no-clobber', '-u', '--update', '-k', '--exchange', '--ignore-unmatch')

export const readRemoval = (call: Call): void => {
  const isCertain = call.isSure && !mayDoNothing(call)
  for (const { argument } of call.operands) {
    const path = isCertain ? pathOf(call, argument) : undefined
    if (path === undefined) write(call, argument)
    else call.shell.changes.remove(path)
  }
}

/** The folder that files are moved into, if the command says that it is one. */
const folderOf = (call: Call, last: Argument | undefined): Argument | undefined => {
  const [given] = optionsNamed(call, ['-t', '--target-directory'])
  if (given !== undefined) return given.value
  return call.operands.length > 2 || /(?:^|\/)\.{0,2}\/?$/.test(textOf(last) ?? 'a') ? last : undefined
}

export const readMove = (call: Call): void => {
  const hasFolderOption = hasOption(call, '-t', '--target-directory')
  const args = call.operands.map(({ argument }) => argument)
  const last = args.at(-1)
  const folder = folderOf(call, last)
  const target = folder ?? last
  const to = target === undefined ? undefined : pathOf(call, target)
  for (const argument of hasFolderOption ? args : args.slice(0, -1)) {
    const from = pathOf(call, argument)
    if (from !== undefined && to !== undefined && call.isSure && !mayDoNothing(call) && !hasOption(call, '-b', '--backup')) {
      call.shell.changes.move(from, folder === undefined ? to : posix.join(to, posix.basename(from)))
      continue
    }
    write(call, argument)
    if (target === undefined) call.shell.changes.any()
    else write(call, target)
  }
}
