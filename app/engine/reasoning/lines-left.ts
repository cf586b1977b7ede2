/** How many of the lines that edits wrote are left in the last known content of a file. */
import { LineBlame } from '../../files/line-blame.ts'
import { gapMark, type BlamedText } from '../../files/known-text.ts'
import { recordKey, replay, type TakenStep } from '../../files/replay.ts'
import { pathsOf, type FileStep } from '../../files/file-step.ts'
import { StrataError } from '../../model/failure.ts'
import { mergedStepsOfEach, type MergedStep } from '../file-steps/steps-of-all-agents.ts'
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
  /** By the record of the edit, as `recordKey` names it; an edit that could not be followed is missing. */
  readonly edits: ReadonlyMap<string, EditLines>
  /** All of the last content is known, or that the file is gone. */
  readonly isKnown: boolean
  /** Nothing may have changed it since its content was shown, and it is under the same name. */
  readonly isSure: boolean
  /** The last record that shows the file. */
  readonly lastAt: Place | undefined
}

export const unknownLines: LinesOfFile = { edits: new Map(), isKnown: false, isSure: false, lastAt: undefined }

/** Brackets and blank lines say nothing about who wrote them. */
const isTelling = (line: string): boolean => line !== gapMark && /[\p{L}\p{N}]/u.test(line)

/** Lines of agents in a text, by the place of the record that wrote them. */
const linesByRecord = ({ text, origins }: BlamedText, blame: LineBlame): Map<number, number> => {
  const counts = new Map<number, number>()
  text.lines.forEach((line, at) => {
    const origin = blame.origins[origins[at] ?? -1]
    if (origin?.source === 'agent' && isTelling(line)) counts.set(origin.record, (counts.get(origin.record) ?? 0) + 1)
  })
  return counts
}

const isAbout = (path: string, { step, versions }: TakenStep<MergedStep>): boolean =>
  versions.some((version) => version.path === path) || (step.step !== 'ran' && pathsOf(step).includes(path))

/** The edit left some content that is known. */
const isFollowed = ({ step, versions }: TakenStep<MergedStep>): boolean =>
  (step.step === 'written' || step.step === 'edited') &&
  versions.some(({ path, file }) => path === step.path && (file?.stretches.length ?? 0) > 0)

/** Counts the lines that are left of each edit. @param counts lines in the content that a record shows, by the place of the edit */
const count = (edits: Map<number, EditLines>, counts: ReadonlyMap<number, number>, at: Place): void => {
  for (const [own, written] of counts) if (!edits.has(own)) edits.set(own, { written, left: written, goneAt: undefined })
  for (const [own, edit] of edits) {
    const left = counts.get(own) ?? 0
    if (left === 0 && edit.left > 0) edit.goneAt = at
    if (left > 0) edit.goneAt = undefined
    edit.left = left
    // A later content may show more of what it wrote.
    edit.written = Math.max(edit.written, left)
  }
}

const follow = (steps: readonly MergedStep[], path: string): LinesOfFile => {
  const blame = new LineBlame()
  const edits = new Map<number, EditLines>()
  let last: { readonly at: Place; readonly isWhole: boolean } | undefined
  let counted: BlamedText | undefined
  const moves: FileStep[] = []
  const take = (taken: TakenStep<MergedStep>): void => {
    blame.take(taken)
    const { record, place, known, step } = taken
    if (!isAbout(path, taken)) return
    if (step.step === 'moved' && step.path === path) moves.push(step)
    const now = blame.linesNow(path)
    if (now !== counted || isFollowed(taken)) {
      const counts = linesByRecord(now, blame)
      if (isFollowed(taken)) counts.set(place, counts.get(place) ?? 0)
      count(edits, counts, record.at)
      counted = now
    }
    if (taken.versions.length > 0) last = { at: steps[place]?.at ?? record.at, isWhole: known.now(path) === null || now.text.isWhole }
  }
  replay(steps, [], { take })
  const byKey = [...edits].flatMap(([place, edit]): readonly [string, EditLines][] => {
    const at = steps[place]?.at
    return at === undefined ? [] : [[recordKey(at), edit]]
  })
  return { edits: new Map(byKey), isKnown: last?.isWhole ?? false, isSure: moves.length === 0, lastAt: last?.at }
}

/**
 * The facts about files are made before. A file that cannot be followed is not known.
 * @returns in the order of the paths
 * @throws StrataError artifact-corrupt, cancelled
 */
export const linesLeft = async (
  context: EngineContext,
  paths: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly LinesOfFile[]> => {
  const requests = paths.map((path) => ({ paths: new Set([path]), own: undefined, until: null, withEarlierNames: true }))
  const found: LinesOfFile[] = []
  try {
    for await (const steps of mergedStepsOfEach(context, requests)) {
      found.push(follow(steps, paths[found.length] ?? ''))
      await pause()
    }
    return found
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    if (paths.length <= 1) return paths.map(() => unknownLines)
    // A record of one of them is missing: the others can be followed.
    const alone: LinesOfFile[] = []
    for (const path of paths) alone.push(...(await linesLeft(context, [path], pause)))
    return alone
  }
}
