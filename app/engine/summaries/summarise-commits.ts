/** Asks a model for summaries of the commits that have no written one: in batches, or one by one. */
import type { CallParsed } from '../../contract/calls.ts'
import type { SummariesResult } from '../../contract/summaries.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { priceTables } from '../kernel/price-tables.ts'
import { requestInBatches, collectBatches, openBatches } from './request-in-batches.ts'
import { openModel, type OpenModel } from './model-client.ts'
import { requestOneByOne } from './request-one-by-one.ts'
import { findApiKey, type ApiKey } from './find-api-key.ts'
import { modelPrice, type Priced } from './model-price.ts'
import type { Run } from './summaries-run.ts'
import { SummariesTally } from './summaries-tally.ts'
import { privateWords } from '../kernel/settings.ts'
import { idsReached, commitPrompts, type RunParallel } from './commit-prompts.ts'

type Input = CallParsed<'summaries.start'>

const usualAddress = 'https://api.anthropic.com'

/** URL.canParse is newer than the oldest Node that runs this. */
const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** @throws StrataError invalid-input */
const addressIn = (env: EngineContext['env']): URL => {
  const configured = env['ANTHROPIC_BASE_URL']?.trim() ?? ''
  const url = urlOf(configured === '' ? usualAddress : configured)
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new StrataError('invalid-input', 'ANTHROPIC_BASE_URL does not begin with https:// or http://')
  return url
}

const modelAt = (address: URL, { model, timeoutMs }: Input, key: string): Promise<OpenModel> =>
  openModel({ key, baseUrl: address.href.replace(/\/+$/, ''), model, timeoutMs })

/** An address as it can be written down: without credentials. */
const placeOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`.replace(/\/+$/, '')

const askAll = async (run: Run, address: URL): Promise<void> => {
  const model = await modelAt(address, run.input, run.key)
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

const noPrice = (model: string): string => `no price for ${model}`

/** @throws StrataError key-missing */
const keyFor = async ({ store, env }: EngineContext, { dryRun, needKey }: Input): Promise<ApiKey | undefined> => {
  const found = await findApiKey(store.dir, env)
  if (found === undefined && (needKey || !dryRun)) throw new StrataError('key-missing', 'No API key is configured; nothing was sent')
  return found
}

/** @throws StrataError price-unknown, prices-malformed */
const pricedFor = async ({ store }: EngineContext, { model, maxCostUsd, inBatches }: Input): Promise<Priced | undefined> => {
  const today = new Date().toISOString().slice(0, 10)
  const priced = modelPrice(model, today, await priceTables(store.dir), inBatches ? 'batch' : 'standard')
  if (maxCostUsd !== undefined && priced === undefined)
    throw new StrataError('price-unknown', `Cannot limit the cost to $${maxCostUsd}: ${noPrice(model)}`, { model })
  return priced
}

const about = ({ dryRun, model, inBatches }: Input, address: URL, key: ApiKey | undefined) => ({
  dryRun,
  model,
  inBatches,
  host: address.host,
  isEncrypted: address.protocol === 'https:',
  keyFrom: key?.from ?? null,
})

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
  const found = await keyFor(context, input)
  const key = found?.key ?? ''
  const priced = await pricedFor(context, input)
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
  const result = { ...about(input, address, found), noPrice: priceless, ...tally.view(), ms: Date.now() - startedAt }
  return { summary: dryRun ? `${result.commits} would be sent` : `${result.written} written`, result }
}
