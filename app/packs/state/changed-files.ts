/** Files that an agent and its sub-agents changed, each with its last change. */
import type { CallStep, ResultStep } from '../recorded-steps.ts'
import { changesOf, type FileChange } from '../work-facts.ts'
import type { StatedFile } from './work-state.ts'

const isBelow = (path: string, folder: string | undefined): boolean => folder !== undefined && path.startsWith(`${folder}/`)

const outcomeOf = ({ refusal, isError }: ResultStep): StatedFile['outcome'] => {
  if (refusal !== null) return refusal === 'refused' || refusal === 'denied' ? 'rejected' : 'unknown'
  return isError ? 'failed' : 'done'
}

export class ChangedFiles {
  readonly #files = new Map<string, StatedFile>()

  /** @param by null: the agent itself */
  add(call: CallStep, result: ResultStep, by: string | null): void {
    const outcome = outcomeOf(result)
    for (const change of changesOf(call, result)) if (this.#counts(call, change, outcome)) this.#put(change, outcome, result, by)
  }

  /** A command that removes counts for files of the project and known ones; a failed change after one that was made leaves the file changed. */
  #counts({ cwd }: CallStep, { path, change }: FileChange, outcome: StatedFile['outcome']): boolean {
    const before = this.#files.get(path)
    if (change === 'deleted' || change === 'moved')
      return outcome === 'done' && (before !== undefined || isBelow(path, cwd) || this.#below(path).length > 0)
    return outcome === 'done' || before?.outcome !== 'done'
  }

  #put({ path, change }: FileChange, outcome: StatedFile['outcome'], { place }: ResultStep, by: string | null): void {
    const before = this.#files.get(path)
    const isGone = change === 'deleted' || change === 'moved'
    const changes = (before?.changes ?? 0) + (outcome === 'done' ? 1 : 0)
    if (isGone) for (const file of this.#below(path)) this.#files.set(file.path, { ...file, change, outcome: 'done', place })
    this.#files.delete(path)
    this.#files.set(path, { path, change: before?.change === 'created' && !isGone ? 'created' : change, outcome, changes, by, place })
  }

  #below(folder: string): readonly StatedFile[] {
    return [...this.#files.values()].filter(({ path }) => isBelow(path, folder))
  }

  /** The one that was changed last first. */
  all(): readonly StatedFile[] {
    return [...this.#files.values()].reverse()
  }
}
