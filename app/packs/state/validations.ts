/** The last validation of each kind, and the errors that are open. */
import { textIn } from '../../model/json-object.ts'
import { changerKinds, type ToolKind } from '../../model/tool-kind.ts'
import type { CallStep, ResultStep } from '../recorded-steps.ts'
import { validationIn, type ValidationKind } from '../validation-commands.ts'
import { judgeValidation } from '../validation-outcome.ts'
import { subjectOf } from '../work-facts.ts'
import { oneLine } from '../../model/format/one-line.ts'
import type { StatedError, StatedValidation } from './work-state.ts'

/** Programs whose failure answers a question. */
const asking = new Set([
  ...['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ls', 'cat', 'head', 'tail', 'find', 'test', '[', 'diff', 'cmp', 'which', 'command', 'type'],
  ...[
    'stat',
    'pgrep',
    'kill',
    'pkill',
    'lsof',
    'sed',
    'awk',
    'wc',
    'jq',
    'curl',
    'ping',
    'sleep',
    'cd',
    'echo',
    'file',
    'readlink',
    'realpath',
  ],
])

/** Sub-commands whose failure answers one. */
const askingCommand =
  /^(?:cd \S+ && )?(?:gh \w+ (?:checks|view|list|status|diff)|git (?:diff|show|log|grep|merge-base|rev-parse|ls-files|check-ignore|cat-file|show-ref))\b/

/** Tools that were meant to do something: of the others, a failure is an answer. */
const doing: ReadonlySet<ToolKind> = new Set<ToolKind>(['edit', 'write', 'edit-notebook', 'other', 'agent', 'other-shell'])

const firstProgram = (command: string): string => {
  const parts = command.split(/&&|\|\||;|\n/).map((part) => part.trim())
  const last = [...parts].reverse().find((part) => part !== '' && !/^cd\b/.test(part)) ?? ''
  const words = last.split('|').at(-1)?.trim().split(/\s+/) ?? []
  return words.find((word) => !/^\w+=/.test(word)) ?? ''
}

const isAsking = (call: CallStep): boolean => {
  if (call.does !== 'shell') return !doing.has(call.does)
  const command = (textIn(call.input, 'command') ?? '').trim()
  return asking.has(firstProgram(command)) || askingCommand.test(command)
}

const validationOf = (call: CallStep): ReturnType<typeof validationIn> => {
  const command = call.does === 'shell' || call.does === 'other-shell' ? textIn(call.input, 'command') : undefined
  return command === undefined ? undefined : validationIn(command)
}

/** Words of programs before the name of what they run: `npm run lint` is something else than `npm run test`. */
const runners: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'tool', 'task'])

/** Calls that try the same thing: one that succeeds answers the failure of the other. */
const keyOf = (call: CallStep): string => {
  const command = textIn(call.input, 'command')
  if (changerKinds.has(call.does)) return `file ${textIn(call.input, 'file_path') ?? textIn(call.input, 'notebook_path') ?? ''}`
  if (command === undefined) return call.tool
  const words = command
    .replace(/^cd \S+ && /, '')
    .split(/\s+/)
    .filter((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return `shell ${words.slice(0, runners.has(words[1] ?? '') ? 3 : 2).join(' ')}`
}

const errorLine = (text: string): string => {
  const lines = text
    .replaceAll(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:Error: )?Exit code \d+$/.test(line))
  return (lines.find((line) => /error|fail|fatal|denied|not found|cannot|panic/i.test(line)) ?? lines[0] ?? '').slice(0, 300)
}

/** Commands that end what a merge left open. */
const endingGit = /\bgit (?:-C \S+ )?(?:commit|push|(?:merge|rebase|cherry-pick) --(?:continue|abort|quit))\b/
const mergingGit = ['merge', 'rebase', 'cherry-pick', 'pull'].map((name) => `shell git ${name}`)

/** What the call answers when it succeeds. */
const answeredBy = (call: CallStep): readonly string[] =>
  endingGit.test(textIn(call.input, 'command') ?? '') ? [keyOf(call), ...mergingGit] : [keyOf(call)]

/** An error of a call is open in its turn and the next one: later work continued without it. */
const turnsOpen = 1

interface OpenError extends StatedError {
  readonly turn: number
}

type FailedValidation = StatedError & { readonly kinds: readonly ValidationKind[] }

export class Validations {
  readonly #last = new Map<string, StatedValidation>()
  readonly #errors = new Map<string, OpenError>()
  /** Validations that failed, with the kinds that have not passed since. */
  readonly #failed = new Map<string, FailedValidation>()

  /** The call was not refused. */
  validate(call: CallStep, result: ResultStep): void {
    const [command, validation] = [textIn(call.input, 'command'), validationOf(call)]
    if (command === undefined || validation === undefined) return
    const judged = judgeValidation(validation, result)
    const key = validation.kinds.join(' ')
    this.#last.delete(key)
    this.#last.set(key, { ...judged, kinds: validation.kinds, command: oneLine(command).slice(0, 300), place: result.place })
    if (judged.outcome === 'passed') this.#pass(validation.kinds)
  }

  /** An error of several validations is open until each has passed. */
  #pass(kinds: readonly ValidationKind[]): void {
    for (const [key, error] of this.#failed) {
      const left = error.kinds.filter((kind) => !kinds.includes(kind))
      if (left.length === 0) this.#failed.delete(key)
      else this.#failed.set(key, { ...error, kinds: left })
    }
  }

  /** The same. */
  addError(call: CallStep, result: ResultStep): void {
    const validation = validationOf(call)
    // The error of a call that does more than validate is one of the call.
    const isFailed = validation !== undefined && judgeValidation(validation, result).outcome === 'failed'
    if (!result.isError) for (const key of answeredBy(call)) this.#errors.delete(key)
    if (!result.isError || result.isInBackground || (!isFailed && isAsking(call))) return
    const error = { tool: call.tool, subject: subjectOf(call).slice(0, 200), text: errorLine(result.text), place: result.place }
    const key = isFailed ? validation.kinds.join(' ') : keyOf(call)
    this.#failed.delete(key)
    this.#errors.delete(key)
    if (isFailed) this.#failed.set(key, { ...error, kinds: validation.kinds })
    else this.#errors.set(key, { ...error, turn: result.turn })
  }

  /** Newest first, without those whose kinds all have a newer outcome. */
  validations(): readonly StatedValidation[] {
    const known = new Set<ValidationKind>()
    return [...this.#last.values()].reverse().filter(({ kinds, outcome }) => {
      const isNews = kinds.some((kind) => !known.has(kind))
      if (outcome !== 'unknown') for (const kind of kinds) known.add(kind)
      return isNews
    })
  }

  /** Validations first, the newest first. @param turn the one that is read: prompts of the person up to here */
  open(turn: number): readonly StatedError[] {
    const errors = [...this.#errors.values()].filter((error) => error.turn >= turn - turnsOpen)
    return [...[...this.#failed.values()].reverse(), ...errors.reverse()].map(({ tool, subject, text, place }): StatedError => ({
      tool,
      subject,
      text,
      place,
    }))
  }
}
