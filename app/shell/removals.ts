/** `rm`, `mv` and `cp`: what they remove, move and copy is named when the text of the command is certain about it. */
import { posix } from 'node:path'
import { namedBy, pathIn, type Act, type Named, type Target } from './act.ts'
import { type Argument, headOf, textOf } from './argument.ts'
import { type Call, hasOption, optionsNamed, write } from './call.ts'
import { readCopyTo } from './file-programs.ts'
import { isFolderShown } from './shell-state.ts'

const pathOf = ({ state }: Call, argument: Argument): string | undefined => pathIn(argument, state.folders)

/** The path, if no command before it reported a failure. */
const shownPathOf = ({ state }: Call, argument: Argument): string | undefined => pathIn(argument, state.shownFolders)

const shownNameOf = ({ state }: Call, argument: Argument): Named | undefined => namedBy(argument, state.shownFolders)

const asks = (call: Call): boolean => hasOption(call, '-i', '-I', '--interactive')

/** With these options a command skips what it cannot do, or what it would replace, and succeeds. */
const mayLeaveOut = (call: Call): boolean => hasOption(call, '-n', '--no-clobber', '-u', '--update', '-k', '--ignore-unmatch')

const isSure = (call: Call): boolean =>
  call.certainty === 'sure' && !call.shell.changes.isLost() && !asks(call) && !mayLeaveOut(call) && !hasOption(call, '--exchange')

type Done = Act extends infer A ? (A extends Act ? Omit<A, 'isShown'> : never) : never

/** Notes what a command did if it ran. @returns whether that is certain enough */
const note = (call: Call, act: Done): boolean => {
  if (call.certainty === 'maybe' || call.parsed.hasUnknownOptions || call.shell.changes.isLost()) return false
  const isShown = call.certainty === 'shown' || isFolderShown(call.state)
  call.shell.changes.act({ ...act, isShown, ...((asks(call) || mayLeaveOut(call)) && { mayBeLeftOut: true }) })
  return true
}

/** git matches patterns itself, with all that it tracks. */
const isForGit = ({ program }: Call, argument: Argument): boolean =>
  program.startsWith('git-') && (/[*?[]/.test(textOf(argument) ?? '') || headOf(argument).startsWith(':'))

/** A name with a slash at its end is only that of a folder: `rm -f` does nothing to a file that has the name. */
const endsWithSlash = (argument: Argument): boolean => /[^/]\/$/.test(textOf(argument) ?? '')

export const readRemoval = (call: Call): void => {
  const isCertain = isSure(call)
  for (const { argument } of call.operands) {
    if (isForGit(call, argument)) {
      call.shell.changes.any()
      continue
    }
    const path = isCertain ? pathOf(call, argument) : undefined
    // A program without a terminal gets no answer to its question.
    const from = asks(call) ? undefined : shownNameOf(call, argument)
    const isNoted = from !== undefined && note(call, { kind: 'removed', from, isFolder: endsWithSlash(argument) })
    if (path === undefined) write(call, argument, isNoted)
    else call.shell.changes.remove(path)
  }
}

/** `rmdir`: nothing was left below it. */
export const readEmptied = (call: Call): void => {
  if (hasOption(call, '--ignore-fail-on-non-empty')) return
  for (const { argument } of call.operands) {
    const from = shownNameOf(call, argument)
    if (from !== undefined) note(call, { kind: 'removed', from, isFolder: true })
  }
}

/** `mkdir` */
export const readMade = (call: Call): void => {
  for (const { argument } of call.operands) {
    const path = shownPathOf(call, argument)
    if (path !== undefined) note(call, { kind: 'made', path })
  }
}

/** The folder that files are moved into, if the command says that it is one. */
const folderOf = (call: Call, last: Argument | undefined): Argument | undefined => {
  const [given] = optionsNamed(call, ['-t', '--target-directory'])
  if (given !== undefined) return given.value
  return call.operands.length > 2 || /(?:^|\/)\.{0,2}\/?$/.test(textOf(last) ?? 'a') ? last : undefined
}

interface Transfers {
  readonly sources: readonly Argument[]
  readonly target: Argument | undefined
  readonly kind: Target
}

const transfersOf = (call: Call): Transfers => {
  const [given] = optionsNamed(call, ['-t', '--target-directory'])
  const args = call.operands.map(({ argument }) => argument)
  if (given !== undefined) return { sources: args, target: given.value, kind: 'into' }
  const last = args.at(-1)
  const sources = args.slice(0, -1)
  const text = textOf(last) ?? ''
  if (hasOption(call, '-T', '--no-target-directory')) return { sources, target: last, kind: 'as' }
  if (sources.length > 1 || /(?:^|\/)\.{1,2}\/?$/.test(text)) return { sources, target: last, kind: 'into' }
  return { sources, target: last, kind: text.endsWith('/') ? 'slash' : 'either' }
}

/** Whether the call keeps backups: their names are not known. */
const keepsOthers = (call: Call): boolean => hasOption(call, '-b', '--backup', '-S', '--suffix')

/** A folder with a slash at its end may be copied with its name or without it. */
const isContents = (argument: Argument): boolean => /(?:^|\/)\.$/.test(textOf(argument) ?? '')

/** @returns whether all that the command does is noted */
const noteTransfers = (call: Call, kind: 'moved' | 'copied'): boolean => {
  const { sources, target, kind: how } = transfersOf(call)
  const to = target === undefined ? undefined : shownPathOf(call, target)
  if (to === undefined || hasOption(call, '--exchange') || keepsOthers(call)) return false
  const named = sources.map((source) => ({ source, from: shownNameOf(call, source) }))
  const isClear = ({ source, from }: (typeof named)[number]): boolean =>
    from !== undefined && !isForGit(call, source) && !(kind === 'copied' && endsWithSlash(source))
  if (!named.every(isClear)) return false
  const isRecursive = hasOption(call, '-r', '-R', '-a', '--recursive', '--archive')
  return named.every(({ source, from }) => {
    if (from === undefined) return false
    const transfer = { from, to, target: isContents(source) ? ('as' as const) : how }
    return note(call, kind === 'moved' ? { kind, ...transfer } : { kind, ...transfer, isRecursive })
  })
}

export const readMove = (call: Call): void => {
  const isNoted = noteTransfers(call, 'moved')
  const hasFolderOption = hasOption(call, '-t', '--target-directory')
  const args = call.operands.map(({ argument }) => argument)
  const last = args.at(-1)
  const folder = folderOf(call, last)
  const target = folder ?? last
  const to = target === undefined ? undefined : pathOf(call, target)
  for (const argument of hasFolderOption ? args : args.slice(0, -1)) {
    const from = pathOf(call, argument)
    if (from !== undefined && to !== undefined && isSure(call) && !keepsOthers(call)) {
      call.shell.changes.move(from, folder === undefined ? to : posix.join(to, posix.basename(from)))
      continue
    }
    write(call, argument, isNoted)
    if (target === undefined) call.shell.changes.any()
    else write(call, target, isNoted)
  }
}

/** `ln`: whether the target is a folder that gets the link is not certain, so both places count as linked. A symbolic link is relative to its own folder. */
export const readLink = (call: Call): void => {
  readCopyTo(call)
  const { sources, target } = transfersOf(call)
  const [only] = call.operands
  const isAlone = sources.length === 0 && only !== undefined
  const to = isAlone ? pathIn([{ kind: 'text', text: '.' }], call.state.folders) : target && pathOf(call, target)
  if (to === undefined || call.shell.changes.isLost()) return
  for (const source of isAlone ? [only.argument] : sources) {
    const text = textOf(source)
    if (text === undefined) continue
    for (const link of [...(isAlone ? [] : [to]), posix.join(to, posix.basename(text))]) {
      const isOwn = hasOption(call, '-s', '--symbolic') && !hasOption(call, '-r', '--relative')
      const path = pathIn(source, isOwn ? [posix.dirname(link)] : call.state.folders)
      if (path !== undefined) call.shell.changes.act({ kind: 'linked', from: { path }, to: link, isShown: false })
    }
  }
}

/** Links are no copies: what is written to one is in the other. */
export const readCopy = (call: Call): void => {
  const isLink = hasOption(call, '-l', '--link', '-s', '--symbolic-link', '--parents', '--attributes-only')
  readCopyTo(call, !isLink && noteTransfers(call, 'copied'))
}
