/** Whether a program of awk may write files or run programs: `print > file`, `|`, `system`. */

/** After these words a slash may begin a regular expression or be a division: not understood. */
const beforeSlash = /(?:^|\W)(?:print|printf|return|in|case|do|else|getline)\s*$/

/** A regular expression may begin here: after an operator, not after a value. */
const beforeExpression = /(?:^|[(,{};!~&|=\n])\s*$/

interface Token {
  readonly kind: 'space' | 'text' | 'expression' | 'name' | 'sign'
  readonly text: string
}

const readToken = (rest: string, before: string): Token | undefined => {
  const space = /^(?:[ \t\r]|\\\n|#[^\n]*)+/.exec(rest)
  if (space !== null) return { kind: 'space', text: space[0] }
  if (rest.startsWith('/') && beforeSlash.test(before)) return undefined
  if (rest.startsWith('"')) return token('text', /^"(?:\\[^]|[^"\\\n])*"/.exec(rest))
  if (rest.startsWith('/') && beforeExpression.test(before)) {
    return token('expression', /^\/(?:\\[^\n]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|[^/\\[\n])+\//.exec(rest))
  }
  return token('name', /^[A-Za-z_]\w*/.exec(rest)) ?? token('sign', /^(?:\|\||>>|>=|[^])/.exec(rest))
}

const token = (kind: Token['kind'], match: RegExpExecArray | null): Token | undefined =>
  match === null ? undefined : { kind, text: match[0] }

const readTokens = (program: string): readonly Token[] | undefined => {
  const tokens: Token[] = []
  let at = 0
  while (at < program.length) {
    const next = readToken(program.slice(at), program.slice(Math.max(0, at - 40), at))
    if (next === undefined) return undefined
    if (next.kind !== 'space') tokens.push(next)
    at += next.text.length
  }
  return tokens
}

const isTerminal = (next: Token | undefined): boolean => next?.kind === 'text' && /^"\/dev\/(?:stdout|stderr)"$/.test(next.text)

/** Names that run or load something, and `@`, which calls a function by a name that is computed. */
const isDangerous = ({ kind, text }: Token): boolean => (kind === 'name' && text === 'system') || (kind === 'sign' && /^[|@]$/.test(text))

/** `>` in a `print` writes to a file; in parentheses it compares. */
const printsToFile = (tokens: readonly Token[]): boolean => {
  let isPrint = false
  let depth = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'name' && /^printf?$/.test(text)) [isPrint, depth] = [true, 0]
    if (kind !== 'sign') continue
    // A line feed may be inside a statement.
    if (/[;{}]/.test(text)) isPrint = false
    if (/[([]/.test(text)) depth += 1
    if (/[)\]]/.test(text)) depth -= 1
    if (isPrint && depth <= 0 && /^>>?$/.test(text) && !isTerminal(tokens[at + 1])) return true
  }
  return false
}

export const awkProgramWrites = (program: string): boolean => {
  const tokens = readTokens(program)
  return tokens === undefined || tokens.some(isDangerous) || printsToFile(tokens)
}
