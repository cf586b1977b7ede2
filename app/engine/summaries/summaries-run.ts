/** One run that asks a model for summaries: what it may spend, and what becomes of each answer. */
import { readSummary } from '../../chains/read-summary.ts'
import { redactSecrets } from '../../secrets/redact-secrets.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { describeUnwritten, isWrittenAs } from './summaries.ts'
import type { ModelAnswer } from './model-client.ts'
import type { Priced } from './model-price.ts'
import type { SummariesTally } from './summaries-tally.ts'
import type { RunParallel, CommitPrompt } from './commit-prompts.ts'

export type Text = Extract<CommitPrompt, { readonly kind: 'text' }>

export interface Run {
  readonly context: EngineContext
  readonly input: CallParsed<'summaries.start'>
  readonly runParallel: RunParallel
  readonly progress: JobProgress
  readonly tally: SummariesTally
  readonly priced: Priced | undefined
  readonly key: string
  readonly prompts: AsyncGenerator<CommitPrompt, void, undefined>
}

const keep = async ({ context, runParallel, tally, key }: Run, commitId: string, answer: string, by: string): Promise<void> => {
  const summary = redactSecrets(answer, { texts: [key] })
  try {
    if (await runParallel(() => describeUnwritten(context, commitId, summary, by))) tally.written += 1
    // The answers of a batch are read again when reading them was interrupted.
    else if (!isWrittenAs(context.store, commitId, summary, by)) tally.superseded += 1
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || (thrown.code !== 'not-found' && thrown.code !== 'invalid-input')) throw thrown
    tally.fail(commitId, thrown.message)
  }
}

/** @param priced what the model that answered costs */
export const storeAnswer = async (run: Run, commitId: string, answer: ModelAnswer, priced: Priced | undefined): Promise<void> => {
  const { tally } = run
  if (answer.kind === 'failed') {
    tally.fail(commitId, answer.reason)
    if (answer.then === 'stop') tally.stop('refused', answer.reason)
    return
  }
  tally.spend(answer.used, priced)
  const read = readSummary(answer.text, answer.stopReason)
  if ('reason' in read) tally.fail(commitId, read.reason)
  else await keep(run, commitId, read.summary, answer.model)
}

/** Whether a request may be made: what it may cost at most is held back until it is known what it did. */
export const mayAsk = ({ input, tally }: Run, most: number): boolean => {
  if (input.limit !== undefined && tally.sent >= input.limit) return false
  const limit = input.maxCostUsd
  if (limit === undefined || tally.committedUsd + most <= limit) return true
  tally.stop('max-cost', `the next request might go beyond $${limit}`)
  return false
}
