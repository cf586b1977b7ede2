/** Follows a file through all sessions, to the content that is asked about. */
import type { EngineContext } from '../../kernel/engine-context.ts'
import { checkoutName, mergedSteps, type MergedStep, type OwnChain, type PathsOf } from '../../file-steps/steps-of-all-agents.ts'
import type { CheckoutsOf } from '../../repositories/file-checkouts.ts'
import { pathsOf, type FileStep } from '../../../files/file-step.ts'
import { StrataError } from '../../../model/failure.ts'
import { formatCount } from '../../../model/format/count.ts'
import type { KnownFile } from '../../../files/known-file.ts'
import type { BlamedText, KnownText } from '../../../files/known-text.ts'
import { carried, fillOrigins, LineBlame } from '../../../files/line-blame.ts'
import { replay, type TakenStep } from '../../../files/replay.ts'
import type { PlacedOrigin } from './line-origins.ts'

export interface FollowedFile {
  /** Null: the file does not exist; undefined: nothing is known of it. */
  readonly file: KnownFile | null | undefined
  readonly blamed: BlamedText
  readonly origins: readonly PlacedOrigin[]
  /** The commit of the last record that mentions the file; null: none does. */
  readonly commitId: string | null
}

const isSameText = (one: KnownText, other: KnownText): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at])

interface Walked extends Pick<FollowedFile, 'file'> {
  readonly blame: LineBlame
  /** The last text that equals the wanted one; else the last that the agent in question saw; else the last that existed. */
  readonly closest: BlamedText
  /** Place of the last record that mentions the file; -1: none does. */
  readonly lastPlace: number
}

const isElsewhere = (step: FileStep): boolean => pathsOf(step).some((path) => path.startsWith(checkoutName('')))

/** Lines of a version that blame follows; each line of each version takes several hundred bytes. */
const maxLines = 2_000_000

/** @throws StrataError file-too-large */
export const checkLength = (path: string, lines: number): void => {
  if (lines <= maxLines) return
  const message = `Blame is not available: too large: ${path} has ${formatCount(lines)} lines, and blame follows up to ${formatCount(maxLines)}`
  throw new StrataError('file-too-large', message, { path, lines, most: maxLines })
}

/** Nothing follows the last line feed. */
const lineCount = (file: KnownFile | null): number => {
  const stretches = file?.stretches ?? []
  const count = stretches.reduce((sum, { lines }) => sum + lines.length, 0)
  return stretches.at(-1)?.lines.at(-1) === '' ? count - 1 : count
}

const walk = (steps: readonly MergedStep[], path: string, wanted?: KnownText): Walked => {
  const blame = new LineBlame()
  const last: { same?: BlamedText; own?: BlamedText; there?: BlamedText; place: number } = { place: -1 }
  const take = (taken: TakenStep<MergedStep>): void => {
    for (const version of taken.versions) checkLength(version.path, lineCount(version.file))
    blame.take(taken)
    const { step, versions, record, place, known } = taken
    if (step.step === 'ran' || isElsewhere(step)) return
    last.place = place
    if (record.isOwn) last.own = blame.linesNow(path)
    if (wanted === undefined || versions.length === 0) return
    if (known.now(path) !== null) last.there = blame.linesNow(path)
    if (isSameText(blame.linesNow(path).text, wanted)) last.same = blame.linesNow(path)
  }
  const file = replay(steps, [], { take }).now(path)
  return { blame, file, closest: last.same ?? last.own ?? last.there ?? blame.linesNow(path), lastPlace: last.place }
}

const placed = ({ origins }: LineBlame, steps: readonly MergedStep[]): readonly PlacedOrigin[] =>
  origins.flatMap((origin) => {
    const at = steps[origin.record]?.at
    return at === undefined ? [] : [{ origin, at }]
  })

/** A file on disk. */
export interface DiskText {
  readonly text: KnownText
  /** The transcript that names it; undefined: none of this machine does. */
  readonly pathsOf: PathsOf | undefined
}

/** The newest content that is known in any session. @param disk its lines are looked for there; undefined: those of the content itself */
export const followAll = async (context: EngineContext, path: string, checkoutsOf: CheckoutsOf, disk?: DiskText): Promise<FollowedFile> => {
  const steps = await mergedSteps(context, {
    paths: new Set([path]),
    own: undefined,
    until: null,
    pathsOf: disk?.pathsOf,
    withEarlierNames: true,
    checkoutsOf,
  })
  const { blame, file, closest, lastPlace } = walk(steps, path, disk?.text)
  const blamed =
    disk === undefined ? blame.linesNow(path) : { text: disk.text, origins: blame.recall(path, disk.text, carried(closest, disk.text)) }
  return { file, blamed, origins: placed(blame, steps), commitId: steps[lastPlace]?.at.commitId ?? null }
}

/** The file as the agent of a chain knows it. Its lines are followed through all sessions up to the end of the chain. */
export const followChain = async (
  context: EngineContext,
  path: string,
  checkoutsOf: CheckoutsOf,
  { until, ...own }: OwnChain & { readonly until: number | null },
): Promise<FollowedFile> => {
  const steps = await mergedSteps(context, { paths: new Set([path]), own, until, withEarlierNames: true, checkoutsOf })
  const ownSteps = steps.filter(({ isOwn, steps: [first] }) => isOwn && (first === undefined || !isElsewhere(first)))
  const { blame: alone, file } = walk(ownSteps, path)
  const known = alone.linesNow(path)
  const commitId = own.chain[0]?.commitId ?? null
  const ownOrigins = placed(alone, ownSteps)
  if (ownSteps.length === steps.length) return { file, blamed: known, origins: ownOrigins, commitId }
  const { text } = known
  const all = walk(steps, path, text)
  const first = carried(all.closest, text)
  const shift = all.blame.origins.length
  // What other agents made of it meanwhile may not have all lines that this agent knows.
  const origins = fillOrigins(all.blame.recall(path, text, first), () =>
    known.origins.map((origin) => (origin === -1 ? -1 : origin + shift)),
  )
  return { file, blamed: { text, origins }, origins: [...placed(all.blame, steps), ...ownOrigins], commitId }
}
