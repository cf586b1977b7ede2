/** The programs that a shell command runs by name, and what the status of the whole says of each. */
import { type Command, type Statement, type SyntaxNode, forEachChild, parse } from 'unbash'

export interface NamedCommand {
  /** The program and its arguments, without quotes. */
  readonly words: readonly string[]
  /** True: the whole succeeded only if this command did. */
  readonly decidesStatus: boolean
  /** True: the whole may have failed because of this command. */
  readonly mayFailWhole: boolean
}

type Effect = Omit<NamedCommand, 'words'>

const without = { decidesStatus: false, mayFailWhole: false } as const

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

  script(text: string, effect: Effect, depth: number): void {
    if (depth > maxDepth) return
    this.#list(parse(text).commands, effect, depth)
  }

  #list(statements: readonly Statement[], effect: Effect, depth: number): void {
    for (const [at, { command, background }] of statements.entries()) {
      const isLast = at === statements.length - 1
      this.#node(command, background !== true && (isLast || this.#stopsAtFailure) ? effect : without, depth)
    }
  }

  #node(node: SyntaxNode, effect: Effect, depth: number): void {
    switch (node.type) {
      case 'Command':
        this.#simple(wordsOf(node), effect, depth)
        return
      case 'AndOr': {
        const isAnd = node.operators.every((operator) => operator === '&&')
        for (const command of node.commands) this.#node(command, { ...effect, decidesStatus: effect.decidesStatus && isAnd }, depth)
        return
      }
      case 'Pipeline':
        this.#pipeline(node, effect, depth)
        return
      case 'Subshell':
      case 'BraceGroup':
        this.#list(node.body.commands, effect, depth)
        return
      case 'Redirected':
        this.#node(node.command, effect, depth)
        return
      default:
        this.#inside(node, effect, depth)
    }
  }

  #pipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>, effect: Effect, depth: number): void {
    const isPlain = node.prefixes.every(({ type }) => type !== 'Negation')
    const last = node.commands.length - 1
    for (const [at, command] of node.commands.entries()) {
      const own = at === last || this.#pipesFail ? { ...effect, decidesStatus: effect.decidesStatus && isPlain } : without
      this.#node(command, own, depth)
    }
  }

  /** Conditions and loops: whether their commands run is not known. */
  #inside(node: SyntaxNode, { mayFailWhole }: Effect, depth: number): void {
    const effect = { decidesStatus: false, mayFailWhole }
    // A condition such as `[[ -f x ]]` fails without a program.
    if (node.type === 'TestCommand' || node.type === 'ArithmeticCommand') this.found.push({ words: [node.type], ...effect })
    forEachChild(node, (child) => {
      if (child.type === 'CompoundList') this.#list(child.commands, effect, depth)
      else if (child.type === 'CaseItem') this.#inside(child, effect, depth)
    })
  }

  #simple(words: readonly string[], effect: Effect, depth: number): void {
    const [program, ...args] = words
    if (program === undefined) return
    if (program === 'set') {
      this.#stopsAtFailure ||= args.some((argument) => /^-[a-z]*e/.test(argument) || argument === 'errexit')
      this.#pipesFail ||= args.includes('pipefail')
    }
    const script = scriptIn(words)
    if (script === undefined) this.found.push({ words, ...effect })
    else this.script(script, effect, depth + 1)
  }
}

/** In the order in which they are written. Commands in substitutions and functions are not followed. */
export const namedCommands = (command: string): readonly NamedCommand[] => {
  if (command.length > maxLength || command.includes('\0')) return []
  const collector = new CommandCollector()
  try {
    collector.script(command, { decidesStatus: true, mayFailWhole: true }, 0)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
  return collector.found
}
