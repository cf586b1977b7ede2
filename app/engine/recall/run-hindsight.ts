/** Scores rankings in hindsight, and answers beside them. */
import type { HindsightRow, HindsightView } from '../../contract/recall.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { drawSessions, figureOf, type Value } from '../../backtest/figures.ts'
import { isGone } from '../../model/reasoning.ts'
import type { RecallAnswer } from '../../model/recall.ts'
import { alone, bestRecall, FileFit, scoreFiles, type FileScore } from '../../recall/hindsight.ts'
import { lookAt } from '../../recall/look.ts'
import { answerOf, recall } from '../../recall/recall.ts'
import { fileSignals, type RecallWeights } from '../../recall/weights.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { runInSlices, yieldToEventLoop } from '../kernel/run-in-slices.ts'
import { countEdits } from './before-edits.ts'
import { casesOf, groupsOf, type Case, type Group } from './hindsight-cases.ts'
import { weightsOfStore } from './own-weights.ts'

/** Cases before the first from which weights are fitted. */
const leastCases = 15
const thirds = 3

interface Scored {
  readonly candidates: number
  readonly best: number
  readonly ms: number
  /** One for each ranking. */
  readonly scores: readonly FileScore[]
}

const rankings = [...fileSignals, 'blend, weights in use', 'blend, fitted on earlier sessions'] as const

const scoresOf = ({ files }: Case, weights: RecallWeights, fit: FileFit): readonly FileScore[] | undefined => {
  const all = [...fileSignals.map(alone), weights.files, fit.cases < leastCases ? weights.files : fit.weights()]
  const scores = all.map((each) => scoreFiles(files, each))
  return scores.every((score) => score !== undefined) ? scores : undefined
}

export const rowsOf = async (
  names: readonly string[],
  scores: readonly (readonly FileScore[])[],
  progress: JobProgress,
): Promise<readonly HindsightRow[]> => {
  const drawn = drawSessions(scores.length)
  const rows: HindsightRow[] = []
  for (const [at, ranking] of names.entries()) {
    const values = (pick: (score: FileScore) => number): readonly Value[] =>
      scores.flatMap((all, session) => (all[at] === undefined ? [] : [{ session, value: pick(all[at]) }]))
    const figure = (pick: (score: FileScore) => number) => runInSlices(figureOf(values(pick), drawn), progress)
    rows.push({ ranking, recall: await figure((score) => score.recall), hit: await figure((score) => score.hit) })
  }
  return rows
}

const p95 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0

interface Counts {
  spoken: number
  right: number
  tokens: number
  items: number
  again: number
  stale: number
  later: number
  absent: number
  readonly scored: Scored[]
}

const isRight = ({ items }: RecallAnswer, { touched }: Case): boolean => items.some(({ files }) => files.some((file) => touched.has(file)))

/** Whether something is said without the sessions that touched any of the files. */
const speaksWithout = (one: Case, { candidates, touched }: Group, weights: RecallWeights): boolean => {
  const others = new Set([...touched].filter(([, files]) => [...files].every((file) => !one.touched.has(file))).map(([id]) => id))
  const rest = candidates.filter(({ sessionId }) => others.has(sessionId))
  return !recall(one.question, rest, { weights }).silent
}

const scoreGroup = async (group: Group, weights: RecallWeights, from: number, counts: Counts, progress: JobProgress): Promise<void> => {
  const pause = yieldToEventLoop(progress)
  const fit = new FileFit()
  let before: ReadonlySet<string> = new Set()
  let at = 0
  for (const one of casesOf(group)) {
    await pause()
    progress.advance(1)
    at += 1
    const scores = at <= from * group.prompts.length || one.earlier === 0 ? undefined : scoresOf(one, weights, fit)
    fit.add(one.files)
    if (scores === undefined) continue
    const began = performance.now()
    const answer = answerOf(one.look, { weights })
    const ms = one.ms + performance.now() - began
    counts.scored.push({ candidates: one.look.history.candidates.length, best: bestRecall(one.files), ms, scores })
    if (speaksWithout(one, group, weights)) counts.absent += 1
    if (answer.silent) continue
    counts.spoken += 1
    counts.tokens += answer.tokens
    counts.items += answer.items.length
    counts.again += answer.items.filter(({ id }) => before.has(id)).length
    counts.stale += answer.items.filter(isGone).length
    counts.later += answer.items.filter(({ occurredAt }) => (occurredAt ?? 0) >= (one.question.asOf ?? Infinity)).length
    if (isRight(answer, one)) counts.right += 1
    before = new Set(answer.items.map(({ id }) => id))
  }
}

const sizesOf = async (scored: readonly Scored[], progress: JobProgress): Promise<HindsightView['sizes']> => {
  const bySize = [...scored].sort((a, b) => a.candidates - b.candidates)
  const sizes: HindsightView['sizes'][number][] = []
  for (let third = 0; third < thirds; third += 1) {
    const part = bySize.slice(Math.round((third * bySize.length) / thirds), Math.round(((third + 1) * bySize.length) / thirds))
    const rows = await rowsOf(
      rankings,
      part.map(({ scores }) => scores),
      progress,
    )
    sizes.push({ candidates: part.at(-1)?.candidates ?? 0, rows: rows.slice(fileSignals.length), p95: p95(part.map(({ ms }) => ms)) })
  }
  return sizes
}

/** Prompts of other projects, asked of the largest repository in the place of its last prompt. */
const foreignSpoken = (group: Group | undefined, foreign: readonly string[], weights: RecallWeights): number => {
  const last = group?.prompts.at(-1)
  if (group === undefined || last === undefined) return 0
  const place = { files: [], asOf: null, sessionId: null, branch: last.branch, cwd: group.repository.checkoutOf(last.cwd) ?? last.cwd }
  return foreign.filter((prompt) => !answerOf(lookAt({ prompt, ...place }, group.candidates), { weights }).silent).length
}

/** @throws StrataError cancelled, invalid-input */
export const runHindsight = async (
  context: EngineContext,
  { foreign, from }: CallParsed<'recall.hindsight'>,
  progress: JobProgress,
): Promise<HindsightView> => {
  const began = Date.now()
  const weights = weightsOfStore(context.store.dir)
  const groups = await groupsOf(context)
  progress.phase(
    'Asking at first prompts',
    'sessions',
    groups.reduce((sum, { prompts }) => sum + prompts.length, 0),
  )
  const counts: Counts = { spoken: 0, right: 0, tokens: 0, items: 0, again: 0, stale: 0, later: 0, absent: 0, scored: [] }
  for (const group of groups) await scoreGroup(group, weights, from, counts, progress)
  const { scored } = counts
  const cases = scored.length
  const scores = scored.map((one) => one.scores)
  const others = groups.slice(1).flatMap(({ prompts }) => prompts.map(({ body }) => body))
  progress.phase('Asking before edits', 'files', undefined)
  return {
    cases,
    bestRecall: cases === 0 ? null : scored.reduce((sum, { best }) => sum + best, 0) / cases,
    rows: await rowsOf(rankings, scores, progress),
    sizes: await sizesOf(scored, progress),
    answers: {
      prompts: cases,
      spoken: counts.spoken,
      right: counts.right,
      tokens: counts.spoken === 0 ? null : counts.tokens / counts.spoken,
      repeats: counts.items === 0 ? null : counts.again / counts.items,
      stale: counts.items === 0 ? null : counts.stale / counts.items,
      later: counts.later,
      p95: cases === 0 ? null : p95(scored.map(({ ms }) => ms)),
    },
    absent: { prompts: cases, spoken: counts.absent },
    foreign: { prompts: foreign.length, spoken: foreignSpoken(groups[0], foreign, weights) },
    adjacent: { prompts: others.length, spoken: foreignSpoken(groups[0], others, weights) },
    edits: await countEdits(context, groups, weights, progress),
    weights: weights.made,
    ms: Date.now() - began,
  }
}
