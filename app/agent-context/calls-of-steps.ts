/** The calls of a session with what became of each: it failed, it was taken back, or neither. */
import { isObject, textIn, type JsonObject } from '../model/json-object.ts'
import { isRefusal } from '../model/refusal.ts'
import type { ToolPermission } from '../model/transcript-line.ts'
import type { SessionStep } from './session-step.ts'
import type { Outcome } from './thinking-record.ts'

export interface Call {
  /** Index of its step. */
  readonly at: number
  readonly step: SessionStep
  readonly input: JsonObject
  /** The call changed a file. */
  readonly isEdit: boolean
  /** A person refused it, or it was stopped: it has no outcome. */
  isRefused: boolean
  outcome: Outcome
  /** The step that took it back. */
  takenBackBy: SessionStep | undefined
}

const editors: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell'])

const inputIn = (body: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** An edit that puts back what an earlier one replaced. */
const undoes = (later: Call, earlier: Call): boolean => {
  const [old, fresh] = [textIn(later.input, 'old_string'), textIn(later.input, 'new_string')]
  return (
    old !== undefined && fresh !== undefined && textIn(earlier.input, 'new_string') === old && textIn(earlier.input, 'old_string') === fresh
  )
}

const isCommit = /\bgit\s+(?:-C\s+\S+\s+)?commit\b/
/** Words after a command of Git that restores files; undefined: the command is another one. */
const restored = (command: string): string | undefined =>
  /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout\s+(?:HEAD\s+)?--\s+|restore\s+(?!--staged)|reset\s+--hard|stash(?:\s+push)?\s*$)([^&|;\n]*)/.exec(
    command,
  )?.[1]

/** A command of Git that restores the edits of a stash. */
const unstashes = /\bgit\s+(?:-C\s+\S+\s+)?stash\s+(?:pop|apply)\b/
const stashes = /\bgit\s+(?:-C\s+\S+\s+)?stash(?:\s+push)?\s*$/

const isIn = (words: string, path: string): boolean => {
  const names = words.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'))
  if (names.length === 0) return true
  return names.some((name) => name === '.' || path === name || path.endsWith(`/${name.replace(/^\.\//, '')}`) || path.includes(`/${name}/`))
}

class Undoing {
  /** Edits that no commit of Git has kept. */
  #open: Call[] = []
  /** Edits that a stash has. */
  #stashed: readonly Call[] = []

  follow(call: Call): void {
    if (call.outcome === 'error' || call.isRefused) return
    const command = shells.has(call.step.toolName ?? '') ? textIn(call.input, 'command') : undefined
    if (command !== undefined) this.#shell(call, command)
    if (!call.isEdit) return
    const undone = this.#open.filter((one) => one.step.filePath === call.step.filePath && undoes(call, one))
    this.#take(undone, call)
    this.#open.push(call)
  }

  #shell(call: Call, command: string): void {
    if (unstashes.test(command)) this.#giveBack()
    const words = restored(command)
    if (words !== undefined) {
      const taken = this.#open.filter(({ step }) => isIn(words, step.filePath ?? ''))
      this.#take(taken, call)
      if (stashes.test(command)) this.#stashed = taken
    }
    if (isCommit.test(command)) this.#open = []
  }

  #giveBack(): void {
    for (const one of this.#stashed) {
      one.outcome = 'success'
      one.takenBackBy = undefined
    }
    this.#open.push(...this.#stashed)
    this.#stashed = []
  }

  #take(undone: readonly Call[], by: Call): void {
    for (const one of undone) {
      one.outcome = 'reverted'
      one.takenBackBy = by.step
    }
    this.#open = this.#open.filter((one) => !undone.includes(one))
  }
}

/** Calls of a session, in order. */
export const callsOf = (steps: readonly SessionStep[]): readonly Call[] => {
  const byId = new Map<string, Call>()
  const calls: Call[] = []
  steps.forEach((step, at) => {
    if (step.kind === 'tool_call') {
      const isEdit = editors.has(step.toolName ?? '') && step.filePath !== null
      const call: Call = { at, step, input: inputIn(step.body), isEdit, isRefused: false, outcome: 'success', takenBackBy: undefined }
      calls.push(call)
      if (step.toolUseId !== null) byId.set(step.toolUseId, call)
    } else if (step.kind === 'tool_result') {
      const call = byId.get(step.toolUseId ?? '')
      if (call === undefined) return
      call.isRefused = isRefusal((step.permission ?? undefined) as ToolPermission | undefined)
      if (step.isError) call.outcome = 'error'
    }
  })
  const undoing = new Undoing()
  for (const call of calls) undoing.follow(call)
  return calls
}
