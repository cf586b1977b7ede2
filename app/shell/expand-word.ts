/** Expands a word of a command to arguments, as a shell does, as far as its text says what comes out. */
import type { BraceExpansionPart, ParameterExpansionPart, Word, WordPart } from 'unbash'
import { type Argument, type Piece, free, freeWords, joinPieces, pattern, textArgument } from './argument.ts'
import type { ShellState } from './shell-state.ts'

/** More alternatives of braces than this are not written out. */
const maxAlternatives = 64

/** Characters at which an unquoted value is split, or with which it is a pattern. */
const isSplitOrPattern = /[\s*?[\]\\]/

/** A value in place of an unquoted variable. */
const unquoted = (value: Argument): Argument =>
  value.every((piece) => (piece.kind === 'text' ? !isSplitOrPattern.test(piece.text) : piece.kind === 'pattern')) ? value : [freeWords]

/** Their values have no spaces in practice, and are folders. */
const folderVariables = new Set(['HOME', 'TMPDIR', 'OLDPWD', 'GOPATH', 'GOROOT'])

const folderOf = ({ folders }: ShellState): Argument | undefined => (folders?.length === 1 ? textArgument(folders[0] ?? '') : undefined)

const variable = (name: string, state: ShellState, isQuoted: boolean): Argument => {
  const value = state.variables.get(name) ?? (name === 'PWD' ? folderOf(state) : undefined)
  if (value !== undefined) return isQuoted ? value : unquoted(value)
  if (/^[?#$!]$/.test(name)) return [pattern]
  return [isQuoted || folderVariables.has(name) ? free : freeWords]
}

/** `${x}` is `$x`, and `${#x}` is a number. All other forms may give anything. */
const parameter = (part: ParameterExpansionPart, state: ShellState, isQuoted: boolean): Argument => {
  if (part.prefix === '#') return [pattern]
  if (part.prefix === undefined && part.index === undefined && part.operation === undefined) {
    return variable(part.parameter, state, isQuoted)
  }
  return [isQuoted ? free : freeWords]
}

const isPwd = (text: string): boolean => /^(?:\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(text)

/** Numbers, or a date without slashes and spaces. */
const isNumber = (text: string): boolean =>
  /^\$\(\s*(?:seq(?:\s+-?\d+)+|date(?:\s+-u)?\s+["']?\+[%\w:.-]+["']?)\s*\)$/.test(text) && !/%[cDrxnt]/.test(text)

const substitution = (text: string, state: ShellState, isQuoted: boolean): Argument => {
  if (isNumber(text)) return [pattern]
  const value = isPwd(text) ? folderOf(state) : undefined
  if (value !== undefined) return isQuoted ? value : unquoted(value)
  return [isQuoted ? free : freeWords]
}

/** `{a,b}` as its alternatives, and `{1..9}` as a number. Nested braces and expansions in braces may be anything. */
const braces = ({ text }: BraceExpansionPart): readonly Argument[] => {
  if (/^\{-?\w+\.\.-?\w+(?:\.\.-?\d+)?\}$/.test(text)) return [[pattern]]
  if (!/^\{[\w./,+@:=-]*\}$/.test(text)) return [[freeWords]]
  return text.slice(1, -1).split(',').map(textArgument)
}

const expandPart = (part: WordPart, state: ShellState, isQuoted: boolean): readonly Argument[] => {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [textArgument(part.value)]
    case 'DoubleQuoted':
    case 'LocaleString':
      return [joinPieces(part.parts.flatMap((child) => expandPart(child, state, true).flat()))]
    case 'Glob':
      return [[isQuoted ? pattern : { kind: 'pattern', glob: part.text }]]
    case 'ArithmeticExpansion':
      return [[pattern]]
    case 'SimpleExpansion':
      return [variable(part.text.slice(1), state, isQuoted)]
    case 'ParameterExpansion':
      return [parameter(part, state, isQuoted)]
    case 'CommandExpansion':
      return [substitution(part.text, state, isQuoted)]
    case 'BraceExpansion':
      return braces(part)
    case 'ProcessSubstitution':
      return [textArgument('/dev/fd/63')]
    case 'ExtendedGlob':
      return [[freeWords]]
  }
}

/** `~/a` and `~name/a` are below a folder that is not known. */
const withoutTilde = (text: string): Argument => {
  const slash = text.indexOf('/')
  return slash < 0 ? [free] : [free, { kind: 'text', text: text.slice(slash) }]
}

const unquotedHead = (part: WordPart): Piece[] | undefined =>
  part.type === 'Literal' && part.text.startsWith('~') ? [...withoutTilde(part.value)] : undefined

/** The arguments that a word becomes: more than one if it has braces. */
export const expandWord = (word: Word, state: ShellState): readonly Argument[] => {
  const { parts } = word
  if (parts === undefined) return [word.text.startsWith('~') ? withoutTilde(word.value) : textArgument(word.value)]
  let alternatives: readonly (readonly Piece[])[] = [[]]
  for (const [at, part] of parts.entries()) {
    const tilde = at === 0 ? unquotedHead(part) : undefined
    const expanded = tilde === undefined ? expandPart(part, state, false) : [tilde]
    if (alternatives.length * expanded.length > maxAlternatives) return [[freeWords]]
    alternatives = alternatives.flatMap((before) => expanded.map((pieces) => [...before, ...pieces]))
  }
  return alternatives.map(joinPieces)
}

/** The value that an assignment gives: nothing is split there, and no pattern matches. */
export const assignedValue = (word: Word, state: ShellState): Argument => {
  const [value = [free], ...others] = expandWord(word, state)
  if (others.length > 0) return [free]
  return value.map((piece) => (piece.kind === 'free' ? free : piece.kind === 'pattern' ? pattern : piece))
}
