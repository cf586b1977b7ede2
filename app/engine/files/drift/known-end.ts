/** Whether records show if a file ends with a line feed: not every client records it. */
import type { PlacedSteps } from '../../file-steps/kept-files.ts'
import type { TreeFile } from '../known-tree.ts'
import type { FileStep, ObservedBy } from '../../../files/file-step.ts'
import { recordKey } from '../../../files/replay.ts'

const exact: ReadonlySet<ObservedBy> = new Set(['write', 'edit', 'notebook', 'backup', 'tracker'])

/** Whether the step shows how the file ends; undefined: the step does not change its end. */
const givesEnd = (step: FileStep): boolean | undefined => {
  switch (step.step) {
    case 'written':
      return true
    case 'whole':
      return exact.has(step.by)
    case 'part':
      return step.total !== undefined && step.from + step.lines.length > step.total ? false : undefined
    default:
      return undefined
  }
}

/** Whether the end of the file at its last version is known. @param placed the steps of the chain in which the version is known */
export const isEndKnown = (placed: readonly PlacedSteps[], { path, at }: Pick<TreeFile, 'path' | 'at'>): boolean => {
  let name = path
  const last = placed.findIndex((one) => recordKey(one.at) === recordKey(at))
  for (let place = last; place >= 0; place -= 1)
    for (const step of [...(placed[place]?.steps ?? [])].reverse()) {
      if (step.step === 'ran') continue
      if ((step.step === 'moved' || step.step === 'copied') && step.to === name) name = step.path
      const given = step.path === name ? givesEnd(step) : undefined
      if (given !== undefined) return given
    }
  return false
}
