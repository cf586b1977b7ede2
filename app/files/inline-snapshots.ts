/** Test files that a run of tests may change: the runner writes snapshots that are missing into the calls that ask for them. */
import { changing, type FileStep } from './file-step.ts'

/** `toMatchInlineSnapshot()` of Jest and Vitest, without a snapshot. */
const missing = /InlineSnapshot\(\s*(?:\{[^{}]*\}\s*(?:,\s*)?)?\)/

const textsOf = (step: FileStep): readonly string[] => {
  switch (step.step) {
    case 'whole':
    case 'written':
      return [step.content]
    case 'edited':
      return step.edits.map(({ to }) => to)
    case 'part':
      return [step.lines.join('\n')]
    default:
      return []
  }
}

const isTestRun = (step: FileStep): boolean =>
  step.step === 'ran' && step.effect.kind === 'paths' && step.effect.written.includes('__snapshots__')

export class InlineSnapshots {
  readonly #paths = new Set<string>()

  copy(): InlineSnapshots {
    const copy = new InlineSnapshots()
    for (const path of this.#paths) copy.#paths.add(path)
    return copy
  }

  /** The steps, and doubts of files into which a run of tests may have written. */
  after(steps: readonly FileStep[]): readonly FileStep[] {
    for (const step of steps) if ('path' in step && textsOf(step).some((text) => missing.test(text))) this.#paths.add(step.path)
    return this.#paths.size > 0 && steps.some(isTestRun) ? [...steps, changing([...this.#paths])] : steps
  }
}
