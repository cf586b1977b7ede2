/** The turns of a history and the files that were looked at, as far as a narrative contains them. */
import { objectIn, textIn } from '../../model/json-object.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import type { RecordPlace } from '../ledger-message.ts'
import type { ResultStep, Step } from '../recorded-steps.ts'
import { validationIn } from '../validation-commands.ts'
import { judgeValidation } from '../validation-outcome.ts'
import { changesOf } from '../work-facts.ts'

interface Said {
  readonly text: string
  readonly place: RecordPlace
}

export interface WorkTurn {
  readonly prompt: Said
  /** False: the client, another agent or the caller of a sub-agent wrote the prompt. */
  readonly isOfPerson: boolean
  /** The last response; null: there is none. */
  readonly response: Said | null
  readonly calls: number
  /** Files that it changed, the first one first. */
  readonly changed: readonly string[]
  /** “test passed”, in the order in which they ended. */
  readonly validations: readonly string[]
  /** A person stopped the agent. */
  readonly isStopped: boolean
}

/** What is known of a file. */
export interface WorkFile {
  readonly path: string
  readonly reads: number
  /** Lines of the file when it was read last, where the record says so; null: not recorded. */
  readonly lines: number | null
  /** Whether that was the whole file. */
  readonly isWhole: boolean
  readonly changes: number
  /** The last read or change. */
  readonly place: RecordPlace
}

export interface WorkDone {
  readonly turns: readonly WorkTurn[]
  /** The one that was used last first. */
  readonly files: readonly WorkFile[]
}

/** Longer texts are cut: no narrative has room for them. */
const maxText = 8_000

const said = (text: string, place: RecordPlace): Said => ({ text: text.slice(0, maxText), place })

const pathIn = ({ input }: NonNullable<ResultStep['call']>): string | undefined =>
  textIn(input, 'file_path') ?? textIn(input, 'notebook_path') ?? textIn(input, 'path')

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What the client notes beside a read. */
const readOf = ({ beside }: ResultStep): Pick<WorkFile, 'lines' | 'isWhole'> => {
  const file = objectIn(beside, 'file')
  const [lines, shown] = [numberIn(file['totalLines']), numberIn(file['numLines'])]
  return { lines, isWhole: lines !== null && shown === lines && (numberIn(file['startLine']) ?? 1) === 1 }
}

class TurnReader {
  readonly turns: WorkTurn[] = []
  readonly files = new Map<string, WorkFile>()

  add(step: Step): void {
    if (step.kind === 'prompt') {
      const { text, place, isOfPerson } = step
      this.turns.push({ prompt: said(text, place), isOfPerson, response: null, calls: 0, changed: [], validations: [], isStopped: false })
    } else if (step.kind === 'response') this.#set(() => ({ response: said(step.text, step.place) }))
    else if (step.kind === 'call') this.#set(({ calls }) => ({ calls: calls + 1 }))
    else if (step.kind === 'stop') this.#set(() => ({ isStopped: true }))
    else if (step.kind === 'result' && step.call !== undefined && step.refusal === null) this.#result(step, step.call)
  }

  #set(change: (turn: WorkTurn) => Partial<WorkTurn>): void {
    const last = this.turns.at(-1)
    if (last !== undefined) this.turns[this.turns.length - 1] = { ...last, ...change(last) }
  }

  #result(result: ResultStep, call: NonNullable<ResultStep['call']>): void {
    const command = textIn(call.input, 'command')
    const validation = command === undefined ? undefined : validationIn(command)
    if (validation !== undefined) {
      const { outcome } = judgeValidation(validation, result)
      const words = `${validation.kinds.join(' and ')} ${outcome === 'unknown' ? 'outcome n/a' : outcome}`
      this.#set(({ validations }) => ({ validations: [...validations, words] }))
    }
    if (result.isError) return
    for (const { path } of changesOf(call, result)) {
      this.#set(({ changed }) => ({ changed: changed.includes(path) ? changed : [...changed, path] }))
      this.#file(path, result, ({ changes }) => ({ changes: changes + 1 }))
    }
    const path = call.does === 'read' || call.does === 'read-notebook' ? pathIn(call) : undefined
    if (path !== undefined && !changerKinds.has(call.does))
      this.#file(path, result, ({ reads }) => ({ reads: reads + 1, ...readOf(result) }))
  }

  #file(path: string, { place }: ResultStep, change: (file: WorkFile) => Partial<WorkFile>): void {
    const before = this.files.get(path) ?? { path, reads: 0, lines: null, isWhole: false, changes: 0, place }
    this.files.delete(path)
    this.files.set(path, { ...before, ...change(before), place })
  }
}

export const readTurns = (steps: readonly Step[]): WorkDone => {
  const reader = new TurnReader()
  for (const step of steps) reader.add(step)
  return { turns: reader.turns, files: [...reader.files.values()].reverse() }
}
