/** How certain it is that a command ran and succeeded when the call that contains it did. */
import type { AndOr, Command, Pipeline, Redirection, SyntaxNode } from 'unbash'
import { type Certainty, notLast } from './shell-state.ts'

/** They say why when they fail. */
const speaking = new Set([
  'cd',
  'mkdir',
  'rmdir',
  'mv',
  'gmv',
  'cp',
  'gcp',
  'rm',
  'grm',
  'unlink',
  'touch',
  'echo',
  'printf',
  'pwd',
  'ls',
  'cat',
])
const speakingGit = /^(?:mv|rm|add|commit|checkout|switch|init|stash|restore|reset|status|log)$/

/** They print every line that they read. */
const printingAll = new Set(['cat', 'tee'])
/** They print a part of the lines: enough to show the failure of a command that reports nothing else. */
const printing = new Set([...printingAll, 'head', 'tail'])
/** Commands that print nothing unless they fail, or are asked to name each file. */
const quiet = new Set(['mv', 'cp', 'rm', 'mkdir', 'rmdir', 'git'])

const nameOf = (node: SyntaxNode): string | undefined => (node.type === 'Command' ? node.name?.value : undefined)

const isSpeaking = (node: SyntaxNode): boolean => {
  if (node.type !== 'Command' || hidesErrors(node.redirects)) return false
  const [first] = node.args
  const name = nameOf(node) ?? ''
  return speaking.has(name) || (name === 'git' && first?.type === 'Word' && speakingGit.test(first.value))
}

/** Whether what commands report as errors goes elsewhere. */
export const hidesErrors = (redirects: readonly Redirection[]): boolean => {
  const isOutput = (redirect: Redirection): boolean =>
    redirect.type === 'Redirect' && redirect.operator !== '<' && redirect.operator !== '<&'
  const goesElsewhere = redirects.filter(isOutput)
  const isBeside = (redirect: Redirection): boolean =>
    redirect.type === 'Redirect' && redirect.operator === '>&' && redirect.target?.value === '1'
  if (goesElsewhere.length === 1 && goesElsewhere.every(isBeside)) return false
  return goesElsewhere.some((redirect) => {
    if (redirect.type !== 'Redirect') return false
    const number = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined
    return number === 2 || (number !== 1 && redirect.operator.includes('&'))
  })
}

/** Certainty of a command in a list of `&&` and `||`. */
export const certaintyOf = ({ commands, operators }: AndOr, at: number, certainty: Certainty): Certainty => {
  const [firstOr, lastOr] = [operators.indexOf('||'), operators.lastIndexOf('||')]
  const isReached = (): boolean => commands.slice(0, at).every(isSpeaking)
  // The right side of the last `||` may not run; what follows it does.
  if (lastOr < 0 || at > lastOr + 1) {
    if (certainty !== 'shown') return certainty
    return lastOr < 0 && isReached() ? 'shown' : 'maybe'
  }
  return at <= firstOr && isReached() ? notLast(certainty) : 'maybe'
}

const wordsOf = (args: Command['args']): readonly string[] => args.map((arg) => (arg.type === 'Word' ? arg.value : '?'))

/** Whether the command prints nothing but failures. */
const isQuiet = (node: SyntaxNode): boolean =>
  node.type === 'Command' &&
  quiet.has(nameOf(node) ?? '') &&
  !wordsOf(node.args).some((word) => word === '--verbose' || /^-[a-zA-Z]*v/.test(word))

/** Whether a command prints what it reads, and no file in its place, to where the output of the script goes. */
const passesOn = (node: SyntaxNode, names: ReadonlySet<string>): boolean => {
  if (node.type !== 'Command') return false
  const name = nameOf(node) ?? ''
  const isInput = (redirect: Redirection): boolean =>
    redirect.type === 'Redirect' &&
    (redirect.operator === '<' || redirect.operator === '<&' || (redirect.operator === '>&' && redirect.target?.value === '1'))
  const hasFile = name !== 'tee' && wordsOf(node.args).some((word) => !/^(?:-.*|[+-]?\d+)$/.test(word))
  return names.has(name) && !hasFile && node.redirects.every(isInput)
}

/** Certainty of a command of a pipeline: what it reports is in the output if the commands after it print what they read. */
export const pipedCertainty = ({ commands }: Pipeline, at: number, certainty: Certainty): Certainty => {
  if (at === commands.length - 1) return certainty
  const own = commands[at]
  const names = own !== undefined && isQuiet(own) ? printing : printingAll
  return commands.slice(at + 1).every((next) => passesOn(next, names)) ? notLast(certainty) : 'maybe'
}

/** Certainty of a simple command with its redirections. */
export const ownCertainty = (command: Command, certainty: Certainty): Certainty => {
  if (!hidesErrors(command.redirects)) return certainty
  return certainty === 'sure' && speaking.has(nameOf(command) ?? '') ? 'sure' : 'maybe'
}
