/** Handlers of recall. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { recallCalls } from '../../contract/recall.ts'
import { countOf } from '../../model/format/count.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { askRecall } from './ask-recall.ts'
import { fitWeights } from './fit-weights.ts'
import { runHindsight } from './run-hindsight.ts'
import { historyPlaces, uncommittedChange } from './uncommitted-change.ts'

export const recallHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof recallCalls> => ({
  'recall.ask': (input) => askRecall(context, input),
  'recall.places': () => historyPlaces(context),
  'recall.change': (input) => uncommittedChange(context, input),
  'recall.hindsight': (input) =>
    Promise.resolve(
      jobs.startParallel('recall', async (progress) => {
        const result = await runHindsight(context, input, progress)
        return { result, summary: countOf(result.cases, 'first prompt') }
      }),
    ),
  'recall.fit': () =>
    Promise.resolve(
      jobs.startParallel('recall', async (progress) => {
        const result = await fitWeights(context, progress)
        return { result, summary: result.isKept ? 'New weights are kept' : 'The weights stay' }
      }),
    ),
})
