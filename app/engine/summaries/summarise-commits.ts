/** Asks a model for summaries of the commits that have no written one: in batches, or one by one. */
import type { CallParsed } from '../../contract/calls.ts'
import type { SummariesResult } from '../../contract/summaries.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { requestInBatches, collectBatches, openBatches } from './request-in-batches.ts'
import { addressIn, baseUrlOf, noPrice, receiverOf, requiredKey, requiredPrice } from './model-access.ts'
import { openModel } from './model-client.ts'
import { requestOneByOne } from './request-one-by-one.ts'
import type { Run } from './summaries-run.ts'
import { SummariesTally } from './summaries-tally.ts'
import { privateWords } from '../kernel/settings.ts'
import { idsReached, commitPrompts, type RunParallel } from './commit-prompts.ts'

type Input = CallParsed<'summaries.start'>

/** An address as it can be written down: without credentials. */
const placeOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`.replace(/\/+$/, '')

const askAll = async (run: Run, address: URL): Promise<void> => {
  const model = await openModel({ key: run.key, baseUrl: baseUrlOf(address), model: run.input.model, timeoutMs: run.input.timeoutMs })
  if (run.input.inBatches) return requestInBatches(run, model, placeOf(address))
  await requestOneByOne(run, model)
  // Who wants answers now does not wait for others.
  const input = { ...run.input, wait: false }
  await collectBatches({ ...run, input }, model, placeOf(address), openBatches(run.context.store))
}

const previewAll = async ({ input, prompts, tally, progress }: Run): Promise<void> => {
  for await (const one of prompts) {
    progress.checkpoint()
    tally.note(one)
    if (one.kind === 'text') progress.advance(1)
    if (tally.sent === input.limit) return
  }
}

/**
 * @throws StrataError key-missing, price-unknown, prices-malformed, invalid-input, not-found, ambiguous-id, malformed-id, cancelled, disk-full
 */
export const summariseCommits = async (
  context: EngineContext,
  input: Input,
  runParallel: RunParallel,
  progress: JobProgress,
): Promise<{ readonly summary: string; readonly result: SummariesResult }> => {
  const startedAt = Date.now()
  const { dryRun, model, limit } = input
  const address = addressIn(context.env)
  const found = await requiredKey(context, input.needKey || !dryRun)
  const key = found?.key ?? ''
  const priced = await requiredPrice(context, { ...input, service: input.inBatches ? 'batch' : 'standard' })
  const asked = new Set(openBatches(context.store).flatMap(({ commits }) => commits))
  const ids = (await idsReached(context, input.of, runParallel)).filter((id) => !asked.has(id))
  progress.phase(dryRun ? 'Reading commits' : 'Writing summaries', 'commits', Math.min(ids.length, limit ?? Infinity))
  const tally = new SummariesTally(priced)
  if (dryRun) tally.awaited = asked.size
  const run = {
    context,
    input,
    runParallel,
    progress,
    tally,
    priced,
    key,
    prompts: commitPrompts(context, ids, { texts: [key], words: privateWords(context.store.dir) }, runParallel),
  }
  await (dryRun ? previewAll(run) : askAll(run, address))
  const priceless = priced === undefined ? noPrice(model) : null
  const about = { dryRun, model, inBatches: input.inBatches, ...receiverOf(address, found) }
  const result = { ...about, noPrice: priceless, ...tally.view(), ms: Date.now() - startedAt }
  return { summary: dryRun ? `${result.commits} would be sent` : `${result.written} written`, result }
}
