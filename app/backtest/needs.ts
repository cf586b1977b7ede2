/** What the agent then needed of its history: what it did next, as far as the history before has it. */
import type { NeedKind } from '../model/backtest.ts'
import { changerKinds } from '../model/tool-kind.ts'
import type { CallStep, Step } from '../packs/recorded-steps.ts'
import type { History } from './history.ts'
import { callKey, commandOf, errorIn, fileOf, pathsIn, readPart, symbolsIn, textsIn } from './named-in.ts'

export interface Need {
  readonly kind: NeedKind
  readonly name: string
  /** Numbers of the items of the history that have it. */
  readonly items: readonly number[]
}

/** Something that was looked at before, and is again. */
export interface Repeat {
  readonly name: string
  /** Items that show it. */
  readonly items: readonly number[]
}

export interface Needed {
  readonly needs: readonly Need[]
  readonly repeats: readonly Repeat[]
}

/** Most symbols, and most paths, of one moment: in the order in which they are named. */
const maxNames = 100

class NeedReader {
  readonly #history: History
  readonly #prompted: { readonly paths: ReadonlySet<string>; readonly symbols: ReadonlySet<string> }
  readonly #needs = new Map<string, Need>()
  readonly #repeats = new Map<string, Repeat>()
  readonly #counts = new Map<NeedKind, number>()

  constructor(history: History, prompt: string) {
    this.#history = history
    this.#prompted = { paths: pathsIn(prompt, history.cwd), symbols: symbolsIn(prompt) }
  }

  #add(kind: NeedKind, name: string, items: readonly number[] | undefined): boolean {
    if (items === undefined || items.length === 0) return false
    const key = `${kind} ${name}`
    const count = this.#counts.get(kind) ?? 0
    if (this.#needs.has(key) || ((kind === 'symbol' || kind === 'path') && count >= maxNames)) return true
    this.#counts.set(kind, count + 1)
    this.#needs.set(key, { kind, name, items })
    return true
  }

  read(step: Step): void {
    if (step.kind === 'response') this.#named(step.text)
    if (step.kind === 'call') this.#call(step)
    if (step.kind === 'result' && step.isError && step.refusal === null) this.#failed(step.text)
  }

  #call(call: CallStep): void {
    const { files, commands, results } = this.#history
    const file = fileOf(call)
    if (file !== undefined && !this.#add('file', file, files.get(file))) this.#path(file)
    const command = commandOf(call)
    if (command !== undefined) this.#add('command', command, commands.get(command))
    const key = callKey(call)
    const shown = key === undefined || changerKinds.has(call.does) ? undefined : results.get(key)
    if (key !== undefined && shown !== undefined) this.#repeats.set(key, { name: key, items: [...shown, ...(files.get(file ?? '') ?? [])] })
    this.#workedOn(key, changerKinds.has(call.does) ? file : undefined)
    this.#named(textsIn(call.input).join('\n'))
  }

  /** Open errors whose call is tried again, or that name the file that is changed. */
  #workedOn(key: string | undefined, changed: string | undefined): void {
    for (const [line, error] of this.#history.errors) {
      if (!error.isOpen) continue
      const isTriedAgain = key !== undefined && error.callKey === key
      const isMended = changed !== undefined && error.paths.has(changed)
      if (isTriedAgain || isMended) this.#add('error', line, error.items)
    }
  }

  #failed(text: string): void {
    const line = errorIn(text)
    if (line !== undefined) this.#add('error', line, this.#history.errors.get(line)?.items)
  }

  /** The prompt is shown by every policy: what it names is not needed of the history. A file with content there is needed as a file. */
  #path(path: string): void {
    if (this.#prompted.paths.has(path) || this.#needs.has(`file ${path}`)) return
    if (path.includes('/') || this.#history.touches.has(path)) this.#add('path', path, this.#history.paths.get(path))
  }

  #named(text: string): void {
    const part = readPart(text)
    for (const path of pathsIn(part, this.#history.cwd)) this.#path(path)
    for (const symbol of symbolsIn(part))
      if (!this.#prompted.symbols.has(symbol)) this.#add('symbol', symbol, this.#history.symbols.get(symbol))
  }

  needed(): Needed {
    const all = [...this.#needs.values()].filter(({ kind, name }) => kind !== 'path' || !this.#needs.has(`file ${name}`))
    return { needs: all, repeats: [...this.#repeats.values()] }
  }
}

/** @param next what the agent did then @param history before the moment */
export const readNeeds = (next: readonly Step[], history: History, prompt: string): Needed => {
  const reader = new NeedReader(history, prompt)
  for (const step of next) reader.read(step)
  return reader.needed()
}
