/** The programs that a shell command runs by name, and whether the status of the whole says how each ended. */
import { type Command, type Statement, type SyntaxNode, forEachChild, parse } from 'unbash'

export interface NamedCommand {
  /** The program and its arguments, without quotes. */
  readonly words: readonly string[]
  /** True: the whole succeeded only if this command did. */
  readonly decidesStatus: boolean
}

/** Longer commands are not read. */
const maxLength = 200_000
const maxDepth = 8

const wordsOf = ({ name, args }: Command): readonly string[] => {
  if (name === undefined) return []
  return [name.value, ...args.flatMap((argument) => (argument.type === 'Word' ? [argument.value] : []))]
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash'])

/** The script of `bash -c SCRIPT`. */
const scriptIn = (words: readonly string[]): string | undefined => {
  const [program = '', ...args] = words
  if (!shells.has(program.replace(/^.*\//, ''))) return undefined
  const at = args.findIndex((argument) => /^-[a-z]*c$/.test(argument))
  return at === -1 ? undefined : args[at + 1]
}

class CommandCollector {
  readonly found: NamedCommand[] = []
  /** `set -e` and `set -o pipefail` were read. */
  #stopsAtFailure = false
  #pipesFail = false

  script(text: string, decides: boolean, depth: number): void {
    if (depth > maxDepth) return
    this.#list(parse(text).commands, decides, depth)
  }

  #list(statements: readonly Statement[], decides: boolean, depth: number): void {
    for (const [at, { command, background }] of statements.entries()) {
      const isLast = at === statements.length - 1
      this.#node(command, decides && background !== true && (isLast || this.#stopsAtFailure), depth)
    }
  }

  #node(node: SyntaxNode, decides: boolean, depth: number): void {
    switch (node.type) {
      case 'Command':
        this.#simple(wordsOf(node), decides, depth)
        return
      case 'AndOr': {
        const isAnd = node.operators.every((operator) => operator === '&&')
        for (const command of node.commands) this.#node(command, decides && isAnd, depth)
        return
      }
      case 'Pipeline':
        this.#pipeline(node, decides, depth)
        return
      case 'Subshell':
      case 'BraceGroup':
        this.#list(node.body.commands, decides, depth)
        return
      case 'Redirected':
        this.#node(node.command, decides, depth)
        return
      default:
        this.#inside(node, depth)
    }
  }

  #pipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>, decides: boolean, depth: number): void {
    const isPlain = node.prefixes.every(({ type }) => type !== 'Negation')
    const last = node.commands.length - 1
    for (const [at, command] of node.commands.entries()) this.#node(command, decides && isPlain && (at === last || this.#pipesFail), depth)
  }

  /** Conditions and loops: whether their commands run is not known. */
  #inside(node: SyntaxNode, depth: number): void {
    forEachChild(node, (child) => {
      if (child.type === 'CompoundList') this.#list(child.commands, false, depth)
      else if (child.type === 'CaseItem') this.#inside(child, depth)
    })
  }

  #simple(words: readonly string[], decides: boolean, depth: number): void {
    const [program, ...args] = words
    if (program === undefined) return
    if (program === 'set') {
      this.#stopsAtFailure ||= args.some((argument) => /^-[a-z]*e/.test(argument) || argument === 'errexit')
      this.#pipesFail ||= args.includes('pipefail')
    }
    const script = scriptIn(words)
    if (script === undefined) this.found.push({ words, decidesStatus: decides })
    else this.script(script, decides, depth + 1)
  }
}

/** In the order in which they are written. Commands in substitutions and functions are not followed. */
export const namedCommands = (command: string): readonly NamedCommand[] => {
  if (command.length > maxLength || command.includes('\0')) return []
  const collector = new CommandCollector()
  try {
    collector.script(command, true, 0)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
  return collector.found
}
