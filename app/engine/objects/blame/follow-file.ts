/** Follows a file through all sessions, to the content that is asked about. */
import type { EngineContext } from '../../kernel/engine-context.ts'
import { mergedSteps, type MergedStep, type MergeWish, type OwnChain, type PathsOf } from '../merged-steps.ts'
import type { KnownFile } from '../versions/known-file.ts'
import type { KnownText } from './known-text.ts'
import { carried, filled, LineBlame, type BlamedText } from './line-blame.ts'
import type { PlacedOrigin } from './line-origins.ts'

export interface FollowedFile {
  /** Null: it is not there; undefined: nothing is known of it. */
  readonly file: KnownFile | null | undefined
  readonly blamed: BlamedText
  readonly origins: readonly PlacedOrigin[]
  /** Of the last record that says something of it; null: none does. */
  readonly commitId: string | null
}

/** A file that was moved was another path before. */
const withEarlierNames = (paths: ReadonlySet<string>, steps: readonly MergedStep[]): ReadonlySet<string> => {
  const all = new Set(paths)
  for (const { steps: own } of [...steps].reverse())
    for (const step of own) if (step.step === 'moved' && all.has(step.to)) all.add(step.path)
  return all
}

/**
 * As many names a file may have had before. Each round of earlier names reads all chains again that touched one of them; a file that was
 * moved more often is one of many that a script writes under passing names.
 */
const mostNames = 20

const stepsOfAllNames = async (context: EngineContext, path: string, wish: Omit<MergeWish, 'paths'>): Promise<readonly MergedStep[]> => {
  let paths: ReadonlySet<string> = new Set([path])
  for (;;) {
    const steps = await mergedSteps(context, { ...wish, paths })
    const all = withEarlierNames(paths, steps)
    if (all.size === paths.size || all.size > mostNames) return steps
    paths = all
  }
}

const isSameText = (one: KnownText, other: KnownText): boolean =>
  one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at])

interface Walked {
  readonly blame: LineBlame
  /** Where the lines were last as they are asked for, or as the agent that is asked about saw them last. */
  readonly closest: BlamedText
  /** Of the last record that says something of the file; -1: none does. */
  readonly lastPlace: number
}

const walk = (steps: readonly MergedStep[], path: string, wanted?: KnownText): Walked => {
  const blame = new LineBlame()
  const last: { same?: BlamedText; own?: BlamedText; place: number } = { place: -1 }
  steps.forEach(({ steps: taken, isOwn }, place) => {
    for (const step of taken) {
      const isChanged = blame.take(step, place)
      if (step.step === 'ran') continue
      last.place = place
      if (isOwn) last.own = blame.linesNow(path)
      if (isChanged && wanted !== undefined && isSameText(blame.linesNow(path).text, wanted)) last.same = blame.linesNow(path)
    }
  })
  return { blame, closest: last.same ?? last.own ?? blame.linesNow(path), lastPlace: last.place }
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
export const followAll = async (context: EngineContext, path: string, disk?: DiskText): Promise<FollowedFile> => {
  const steps = await stepsOfAllNames(context, path, { own: undefined, until: null, pathsOf: disk?.pathsOf })
  const { blame, lastPlace } = walk(steps, path)
  const now = blame.linesNow(path)
  const blamed = disk === undefined ? now : { text: disk.text, origins: carried(now, disk.text) }
  return { file: blame.fileNow(path), blamed, origins: placed(blame, steps), commitId: steps[lastPlace]?.at.commitId ?? null }
}

/** What the agent of a chain knows. Its lines are followed through all sessions up to the end of the chain. */
export const followChain = async (context: EngineContext, path: string, own: OwnChain, until: number | null): Promise<FollowedFile> => {
  const steps = await stepsOfAllNames(context, path, { own, until })
  const ownSteps = steps.filter(({ isOwn }) => isOwn)
  const alone = walk(ownSteps, path).blame
  const [file, known] = [alone.fileNow(path), alone.linesNow(path)]
  const commitId = own.chain[0]?.commitId ?? null
  const ownOrigins = placed(alone, ownSteps)
  if (ownSteps.length === steps.length) return { file, blamed: known, origins: ownOrigins, commitId }
  const { text } = known
  const all = walk(steps, path, text)
  const first = carried(all.closest, text)
  const shift = all.blame.origins.length
  // What other agents made of it meanwhile may not have all lines that this agent knows.
  const origins = filled(first, () => known.origins.map((origin) => (origin === -1 ? -1 : origin + shift)))
  return { file, blamed: { text, origins }, origins: [...placed(all.blame, steps), ...ownOrigins], commitId }
}
