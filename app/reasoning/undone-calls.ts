/** The calls of a session with what became of each: it failed, it was taken back, or neither. */
import { isObject, textIn, type JsonObject } from '../model/json-object.ts'
import type { CallOutcome } from '../model/reasoning.ts'
import { isRefusal } from '../model/refusal.ts'
import type { ToolPermission } from '../model/transcript-line.ts'
import { gitCommands, plainPath, type GitCommand } from './git-commands.ts'
import type { ChainText } from './chain-text.ts'

export interface Call {
  /** Index of its step. */
  readonly at: number
  readonly step: ChainText
  /** The step of its result; undefined: there is none. */
  result: ChainText | undefined
  readonly input: JsonObject
  /** The call changed a file. */
  readonly isEdit: boolean
  /** Its result says that it made the file. */
  isNew: boolean
  /** A person refused it, or it was stopped: it has no outcome. */
  isRefused: boolean
  outcome: CallOutcome
  /** It took back others. */
  isUndoing: boolean
  /** The step that took it back. */
  takenBackBy: ChainText | undefined
  /** A stash may still have it: a command that is not known to apply the stash can put it back. */
  isStashed: boolean
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

const newFile = /^File created successfully/

const nothingToStash = 'No local changes to save'

class Undoing {
  readonly #root: string
  /** Edits that no commit of Git has kept. */
  #open: Call[] = []
  /** What each edit put back. */
  readonly #undone = new Map<Call, readonly Call[]>()
  /** Edits of the index. */
  readonly #staged = new Set<Call>()
  /** Edits that stashes have, the last one at the end. */
  readonly #stashes: (readonly Call[])[] = []
  /** Files that the session knows. */
  readonly #known = new Set<string>()
  /** Files that the session made and Git does not know. */
  readonly #untracked = new Set<string>()
  /** Files that the session made and the index has. */
  readonly #added = new Set<string>()

  constructor(root: string) {
    this.#root = plainPath(root)
  }

  follow(call: Call): void {
    if (call.isRefused) return
    const { toolName, filePath, cwd } = call.step
    const command = shells.has(toolName ?? '') ? textIn(call.input, 'command') : undefined
    const isFailed = call.outcome === 'error'
    // Which part of a command failed is not known: what it may have restored is not claimed to be away.
    for (const git of command === undefined ? [] : gitCommands(command, cwd ?? this.#root, this.#root))
      if (!isFailed || git.kind === 'unstash') this.#git(call, git)
    if (filePath === null || isFailed) return
    const path = plainPath(filePath)
    if (call.isEdit) {
      this.#edit(call)
      // The client lets an agent write over a file only after it read it.
      if (toolName === 'Write' && (call.isNew || !this.#known.has(path))) this.#untracked.add(path)
    }
    this.#known.add(path)
  }

  #edit(call: Call): void {
    const undone = this.#open.filter((one) => one.step.filePath === call.step.filePath && undoes(call, one))
    this.#take(undone, call)
    if (undone.length > 0) this.#undone.set(call, undone)
    const again = undone.flatMap((one) => this.#undone.get(one) ?? [])
    this.#putBack(again)
    // The edit that is valid again is open, not the one that made its text again.
    if (again.length === 0) this.#open.push(call)
  }

  #git(call: Call, { kind, options, includes }: GitCommand): void {
    const isMeant = ({ step }: Call): boolean => includes(plainPath(step.filePath ?? ''))
    const isTracked = ({ step }: Call): boolean => !this.#untracked.has(plainPath(step.filePath ?? ''))
    const isStaged = (one: Call): boolean => this.#staged.has(one)
    const open = this.#open.filter(isMeant)
    switch (kind) {
      case 'add':
        this.#add(includes, options.has('-u') || options.has('--update'))
        return
      case 'unstage':
        this.#unstage(includes)
        return
      case 'restore':
        this.#take(
          open.filter((one) => isTracked(one) && !isStaged(one)),
          call,
        )
        return
      case 'discard':
        this.#take(open.filter(isTracked), call)
        return
      case 'clean':
        this.#take(
          open.filter((one) => !isTracked(one)),
          call,
        )
        return
      case 'stash':
        this.#stash(open, options, call)
        return
      case 'unstash':
        this.#giveBack()
        return
      case 'commit':
        this.#open = []
        this.#added.clear()
    }
  }

  #add(includes: (path: string) => boolean, isKnownOnly: boolean): void {
    if (!isKnownOnly)
      for (const path of [...this.#untracked].filter(includes)) {
        this.#untracked.delete(path)
        this.#added.add(path)
      }
    for (const one of this.#open) {
      const path = plainPath(one.step.filePath ?? '')
      if (includes(path) && !this.#untracked.has(path)) this.#staged.add(one)
    }
  }

  #unstage(includes: (path: string) => boolean): void {
    for (const path of [...this.#added].filter(includes)) {
      this.#added.delete(path)
      this.#untracked.add(path)
    }
    for (const one of this.#open) if (includes(plainPath(one.step.filePath ?? ''))) this.#staged.delete(one)
  }

  #stash(open: readonly Call[], options: ReadonlySet<string>, call: Call): void {
    if (call.result?.body.includes(nothingToStash) === true) return
    const isWhole = ['-u', '--include-untracked', '-a', '--all'].some((option) => options.has(option))
    const [keepsIndex, isIndexOnly] = [options.has('-k') || options.has('--keep-index'), options.has('-S') || options.has('--staged')]
    const taken = open.filter((one) => {
      const isUntracked = this.#untracked.has(plainPath(one.step.filePath ?? ''))
      if (isUntracked) return isWhole
      return this.#staged.has(one) ? !keepsIndex : !isIndexOnly
    })
    this.#take(taken, call)
    for (const one of taken) one.isStashed = true
    if (taken.length > 0) this.#stashes.push(taken)
  }

  #giveBack(): void {
    this.#putBack(this.#stashes.pop() ?? [])
  }

  #putBack(calls: readonly Call[]): void {
    for (const one of calls) {
      one.outcome = 'success'
      one.takenBackBy = undefined
      one.isStashed = false
    }
    this.#open.push(...calls)
  }

  #take(undone: readonly Call[], by: Call): void {
    for (const one of undone) {
      one.outcome = 'reverted'
      one.takenBackBy = by.step
      by.isUndoing = true
    }
    this.#open = this.#open.filter((one) => !undone.includes(one))
  }
}

/** The folder in which the chain began to work. @param root where no step names one */
export const projectOf = (steps: readonly ChainText[], root: string): string => steps.find(({ cwd }) => (cwd ?? '') !== '')?.cwd ?? root

/** Calls of a session, in order. @param root of its project */
export const callsOf = (steps: readonly ChainText[], root: string): readonly Call[] => {
  const byId = new Map<string, Call>()
  const calls: Call[] = []
  steps.forEach((step, at) => {
    if (step.kind === 'tool_call') {
      const isEdit = editors.has(step.toolName ?? '') && step.filePath !== null
      const call: Call = {
        at,
        step,
        result: undefined,
        input: isEdit || shells.has(step.toolName ?? '') ? inputIn(step.body) : {},
        isEdit,
        isNew: false,
        isRefused: false,
        outcome: 'success',
        isUndoing: false,
        takenBackBy: undefined,
        isStashed: false,
      }
      calls.push(call)
      if (step.toolUseId !== null) byId.set(step.toolUseId, call)
    } else if (step.kind === 'tool_result') {
      const call = byId.get(step.toolUseId ?? '')
      if (call === undefined) return
      call.result = step
      call.isRefused = isRefusal((step.permission ?? undefined) as ToolPermission | undefined)
      if (step.isError) call.outcome = 'error'
      call.isNew = newFile.test(step.body)
    }
  })
  const undoing = new Undoing(root)
  for (const call of calls) undoing.follow(call)
  return calls
}
