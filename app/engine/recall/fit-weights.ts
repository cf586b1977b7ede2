/** Fits the weights of files on a store: time-ordered, so that what is scored is later than what was learned from. */
import { renameSync, writeFileSync } from 'node:fs'
import { drawSessions, figureOf } from '../../backtest/figures.ts'
import type { RecallFit } from '../../contract/recall.ts'
import { StrataError } from '../../model/failure.ts'
import { FileFit, scoreFiles, type FileScore } from '../../recall/hindsight.ts'
import type { RecallWeights } from '../../recall/weights.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { runInSlices, yieldToEventLoop } from '../kernel/run-in-slices.ts'
import { casesOf, groupsOf } from './hindsight-cases.ts'
import { weightsFile, weightsOfStore } from './own-weights.ts'
import { rowsOf } from './run-hindsight.ts'

/** Cases without which a fit says nothing. */
const leastCases = 30

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

const keep = (path: string, weights: RecallWeights): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(weights, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** @throws StrataError cancelled, invalid-input */
export const fitWeights = async (context: EngineContext, progress: JobProgress): Promise<RecallFit> => {
  const path = weightsFile(context.store.dir)
  const current = weightsOfStore(context.store.dir)
  const groups = await groupsOf(context)
  const total = groups.reduce((sum, { prompts }) => sum + prompts.length, 0)
  progress.phase('Asking at first prompts', 'sessions', total)
  const pause = yieldToEventLoop(progress)
  const fit = new FileFit()
  const scores: (readonly [FileScore, FileScore])[] = []
  const times: number[] = []
  for (const group of groups)
    for (const [at, one] of [...casesOf(group)].entries()) {
      await pause()
      progress.advance(1)
      const known = fit.cases === 0 ? undefined : scoreFiles(one.files, fit.weights())
      const usual = scoreFiles(one.files, current.files)
      if (at * 2 >= group.prompts.length && known !== undefined && usual !== undefined) scores.push([known, usual])
      fit.add(one.files)
      times.push(one.question.asOf ?? 0)
    }
  if (fit.cases < leastCases)
    throw new StrataError(
      'invalid-input',
      `Too little to fit on: ${fit.cases} sessions touched a file that was known before, ${leastCases} are needed`,
      {
        cases: fit.cases,
      },
    )
  const [fitted, ofNow] = await rowsOf(['fitted', 'current'], scores, progress)
  const gains = scores.map(([one, other], session) => ({ session, value: one.recall - other.recall }))
  const gain = await runInSlices(figureOf(gains, drawSessions(gains.length)), progress)
  if (fitted === undefined || ofNow === undefined) throw new Error('two rankings have two rows')
  const isKept = (gain?.mean ?? 0) > 0
  const made = `strata recall --fit on ${fit.cases} sessions, ${day(Math.min(...times))} to ${day(Math.max(...times))}`
  if (isKept) keep(path, { ...current, made, files: fit.weights() })
  return { cases: fit.cases, fitted, current: ofNow, gain, isKept, path }
}
