/** Reads the first prompt and the input options from the arguments of the client (claude 2.1.330 --help). */
import { StrataError } from '../../model/failure.ts'
import type { InputSettings } from './input-reader.ts'

/** Options that take one value. */
const single = new Set(
  `--agent --agents --append-system-prompt --append-system-prompt-file --autocompact --debug-file --effort --environment --fallback-model
   --input-format --json-schema --max-budget-usd --max-thinking-tokens --max-turns --model -n --name --output-format --permission-mode
   --permission-prompt-tool --permission-prompts --plugin-dir --plugin-url --remote-control-session-name-prefix --session-id
   --setting-sources --settings --system-prompt --system-prompt-file --system-prompt-snapshot`.split(/\s+/),
)
/** Options that take values up to the next option. */
const several = new Set(
  '--add-dir --allowedTools --allowed-tools --betas --disallowedTools --disallowed-tools --file --mcp-config --tools'.split(' '),
)
/** Options that take a value if one follows. */
const perhaps = new Set(
  '--cloud -d --debug --from-pr --prompt-suggestions --remote-control -r --resume --teleport -w --worktree'.split(' '),
)

const isClient = (word: string): boolean => /(?:^|[/\\])claude(?:\.exe|\.cmd)?$|claude-code[/\\].*cli\.js$/.test(word)

const isOption = (word: string | undefined): boolean => word !== undefined && word.length > 1 && word.startsWith('-')

/** How many words after an option belong to it. */
const valuesOf = (option: string, rest: readonly string[]): number => {
  if (option.includes('=')) return 0
  if (single.has(option)) return 1
  if (perhaps.has(option)) return rest.length > 0 && !isOption(rest[0]) ? 1 : 0
  if (!several.has(option)) return 0
  const next = rest.findIndex(isOption)
  return next === -1 ? rest.length : next
}

interface Words {
  readonly options: ReadonlyMap<string, string | undefined>
  readonly prompt: string | undefined
}

const wordsOf = (words: readonly string[]): Words => {
  const options = new Map<string, string | undefined>()
  let prompt: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { options, prompt: prompt ?? words[at + 1] }
    if (!isOption(word)) {
      prompt ??= word
      continue
    }
    const [name = '', value] = word.split(/=(.*)/s)
    options.set(name, value ?? words[at + 1])
    at += valuesOf(word, words.slice(at + 1))
  }
  return { options, prompt }
}

/** Options by which the client continues with a conversation that it has. */
const resuming = ['-r', '--resume', '-c', '--continue', '--from-pr', '--teleport', '--session-id']

/**
 * The command that has the client continue with a session.
 * @returns undefined: it is not the client. @throws StrataError invalid-input: it says already what the client continues with
 */
export const withResume = (command: readonly string[], sessionId: string): readonly string[] | undefined => {
  const client = command.findIndex(isClient)
  if (client === -1) return undefined
  const { options } = wordsOf(command.slice(client + 1))
  const existing = resuming.find((option) => options.has(option))
  if (existing !== undefined)
    throw new StrataError('invalid-input', `The agent's command already has ${existing}: remove it, or use --parent instead of --from`)
  return [...command.slice(0, client + 1), '--resume', sessionId, ...command.slice(client + 1)]
}

/** @param command the program and its arguments; of a program that is not the client nothing is known. */
export const readClaudeArguments = (command: readonly string[]): InputSettings => {
  const client = command.findIndex(isClient)
  if (client === -1) return { input: 'none' }
  const { options, prompt } = wordsOf(command.slice(client + 1))
  // The client then repeats all of its input in its output.
  if (options.has('--replay-user-messages')) return { input: 'none' }
  if (options.get('--input-format') === 'stream-json') return { input: 'messages' }
  return { input: 'text', ...(prompt === undefined ? {} : { prompt }) }
}
