/** How many of the lines that edits wrote are left in the last known content of a file. */
import { LineBlame } from '../../files/line-blame.ts'
import { gapMark, type BlamedText } from '../../files/known-text.ts'
import { recordKey, replay, type TakenStep } from '../../files/replay.ts'
import { pathsOf } from '../../files/file-step.ts'
import { StrataError } from '../../model/failure.ts'
import { mergedSteps, type MergedStep } from '../file-steps/steps-of-all-agents.ts'
import type { EngineContext } from '../kernel/engine-context.ts'

type Place = MergedStep['at']

/** Lines of one edit. */
export interface EditLines {
  written: number
  left: number
  /** The record after which the last of them was gone; undefined: some are left. */
  goneAt: Place | undefined
}

export interface LinesOfFile {
  /** By the record of the edit, as `recordKey` names it. */
  readonly edits: ReadonlyMap<string, EditLines>
  /** All of the last content is known, or that the file is gone. */
  readonly isKnown: boolean
  /** The last record that shows the file. */
  readonly lastAt: Place | undefined
}

const unknown: LinesOfFile = { edits: new Map(), isKnown: false, lastAt: undefined }

/** Brackets and blank lines say nothing about who wrote them. */
const isTelling = (line: string): boolean => line !== gapMark && /[\p{L}\p{N}]/u.test(line)

/** Lines of agents in a text, by the place of the record that wrote them. */
const linesByRecord = ({ text, origins }: BlamedText, blame: LineBlame): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  text.lines.forEach((line, at) => {
    const origin = blame.origins[origins[at] ?? -1]
    if (origin?.source === 'agent' && isTelling(line)) counts.set(origin.record, (counts.get(origin.record) ?? 0) + 1)
  })
  return counts
}

const isAbout = (path: string, { step, versions }: TakenStep<MergedStep>): boolean =>
  versions.some((version) => version.path === path) || (step.step !== 'ran' && pathsOf(step).includes(path))

const follow = (steps: readonly MergedStep[], path: string): LinesOfFile => {
  const blame = new LineBlame()
  const edits = new Map<number, EditLines>()
  let last: { readonly at: Place; readonly isWhole: boolean } | undefined
  const take = (taken: TakenStep<MergedStep>): void => {
    blame.take(taken)
    if (!isAbout(path, taken)) return
    const { record, place, known } = taken
    const now = blame.linesNow(path)
    const counts = linesByRecord(now, blame)
    for (const [own, count] of counts) if (!edits.has(own)) edits.set(own, { written: count, left: count, goneAt: undefined })
    for (const [own, edit] of edits) {
      const left = counts.get(own) ?? 0
      if (left === 0 && edit.left > 0) edit.goneAt = record.at
      if (left > 0) edit.goneAt = undefined
      edit.left = left
      // A later content may show more of what it wrote.
      edit.written = Math.max(edit.written, left)
    }
    if (taken.versions.length > 0) last = { at: steps[place]?.at ?? record.at, isWhole: known.now(path) === null || now.text.isWhole }
  }
  replay(steps, [], { take })
  const byKey = [...edits].flatMap(([place, edit]): readonly [string, EditLines][] => {
    const at = steps[place]?.at
    return at === undefined ? [] : [[recordKey(at), edit]]
  })
  return { edits: new Map(byKey), isKnown: last?.isWhole ?? false, lastAt: last?.at }
}

/** The facts about files are made before. A file that cannot be followed is not known. @throws StrataError artifact-corrupt, cancelled */
export const linesLeft = async (context: EngineContext, path: string): Promise<LinesOfFile> => {
  try {
    const steps = await mergedSteps(context, { paths: new Set([path]), own: undefined, until: null, withEarlierNames: true })
    return follow(steps, path)
  } catch (thrown) {
    if (thrown instanceof StrataError && (thrown.code === 'not-found' || thrown.code === 'file-too-large')) return unknown
    throw thrown
  }
}
