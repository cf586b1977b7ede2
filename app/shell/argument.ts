/** Arguments of a command after expansion, as far as the text of the command says what they are. */

/**
 * A part of an argument. `text` is known. `pattern` is text that only reaches what lies below the folder before it: a glob, a number.
 * `free` may be any text; an unquoted one may also be several arguments or none.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** A glob is the text of one that the shell matches with the names of files. */
  | { readonly kind: 'pattern'; readonly glob?: string }
  | { readonly kind: 'free'; readonly isSplit: boolean }

export type Argument = readonly Piece[]

export const pattern: Piece = { kind: 'pattern' }
export const free: Piece = { kind: 'free', isSplit: false }
export const freeWords: Piece = { kind: 'free', isSplit: true }

export const textArgument = (text: string): Argument => [{ kind: 'text', text }]

/** Joins known text that is side by side, so that an argument without expansions has at most one piece. */
export const joinPieces = (pieces: readonly Piece[]): Argument => {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}

/** The whole text, if it is known. */
export const textOf = (argument: Argument | undefined): string | undefined => {
  if (argument === undefined || argument.length > 1) return undefined
  const [piece] = argument
  if (piece === undefined) return ''
  return piece.kind === 'text' ? piece.text : undefined
}

/** The known text at the beginning. */
export const headOf = (argument: Argument): string => {
  const [piece] = argument
  return piece?.kind === 'text' ? piece.text : ''
}

/** The argument without the first `length` characters of its head. */
export const withoutHead = (argument: Argument, length: number): Argument => {
  const rest = headOf(argument).slice(length)
  return rest === '' ? argument.slice(1) : [{ kind: 'text', text: rest }, ...argument.slice(1)]
}

/** Whether it may be any number of arguments, options among them: an unquoted variable or command substitution. */
export const mayBeOptions = (argument: Argument): boolean => headOf(argument) === '' && argument[0]?.kind === 'free' && argument[0].isSplit
