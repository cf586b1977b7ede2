/** Asks a model for summaries of the commits that have no written one, and writes each down as it comes. */
import { readSummary } from '../../chains/read-summary.ts'
import { redactSecrets } from '../../chains/redact-secrets.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { SummariesResult } from '../../contract/summarise-views.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../engine-context.ts'
import type { JobProgress } from '../jobs.ts'
import { describeUnwritten } from '../made/summaries.ts'
import { priceTables } from '../price-tables.ts'
import { modelAsker, type AskModel, type ModelAnswer } from './ask-model.ts'
import { findApiKey, type ApiKey } from './find-api-key.ts'
import { modelPrice, type Priced } from './model-price.ts'
import { mostTokens, SummariesTally } from './summaries-tally.ts'
import { idsReached, tellCommits, type Beside, type ToldCommit } from './tell-commits.ts'

type Input = CallParsed<'summaries.start'>
type Text = Extract<ToldCommit, { readonly kind: 'text' }>

/** When so many requests fail one after the other, the next would too. */
const mostFailures = 5

const usualAddress = 'https://api.anthropic.com'

/** @throws StrataError invalid-input */
const addressIn = (env: EngineContext['env']): URL => {
  const said = env['ANTHROPIC_BASE_URL']?.trim() ?? ''
  const url = URL.canParse(said === '' ? usualAddress : said) ? new URL(said === '' ? usualAddress : said) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new StrataError('invalid-input', 'ANTHROPIC_BASE_URL is no address that begins with https:// or http://')
  return url
}

interface Run {
  readonly context: EngineContext
  readonly input: Input
  readonly beside: Beside
  readonly progress: JobProgress
  readonly tally: SummariesTally
  readonly priced: Priced | undefined
  readonly key: string
  readonly told: AsyncGenerator<ToldCommit, void, undefined>
}

/** Requests that failed since the last that did not. */
class Streak {
  private length = 0

  /** Whether there were too many. */
  add(answer: ModelAnswer): boolean {
    this.length = answer.kind === 'failed' ? this.length + 1 : 0
    return this.length >= mostFailures
  }
}

const keep = async ({ context, beside, tally, key }: Run, commitId: string, summary: string, by: string): Promise<void> => {
  try {
    if (await beside(() => describeUnwritten(context, commitId, redactSecrets(summary, [key]), by))) tally.written += 1
    else tally.overtaken += 1
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || (thrown.code !== 'not-found' && thrown.code !== 'invalid-input')) throw thrown
    tally.fail(commitId, thrown.message)
  }
}

const takeAnswer = async (run: Run, { commitId }: Text, answer: ModelAnswer, isTooMany: boolean): Promise<void> => {
  const { tally } = run
  if (answer.kind === 'failed') {
    tally.fail(commitId, answer.reason)
    if (answer.then === 'ends') tally.stop('refused', answer.reason)
    else if (isTooMany) tally.stop('refused', `${mostFailures} requests failed one after the other, the last: ${answer.reason}`)
    return
  }
  tally.spend(answer.used)
  const read = readSummary(answer.text, answer.stopReason)
  if ('reason' in read) tally.fail(commitId, read.reason)
  else await keep(run, commitId, read.summary, answer.model)
}

/** Whether a request may be made: what it may cost at most is held back until it is known what it did. */
const mayAsk = ({ input, tally }: Run, most: number): boolean => {
  if (input.limit !== undefined && tally.sent >= input.limit) return false
  const limit = input.maxCostUsd
  if (limit === undefined || tally.committedUsd + most <= limit) return true
  tally.stop('max-cost', `the next request might go beyond $${limit}`)
  return false
}

const summariseOne = async (run: Run, text: Text, askModel: AskModel, streak: Streak): Promise<boolean> => {
  const { tally, priced, progress } = run
  const most = priced?.(mostTokens(text.text)) ?? 0
  if (!mayAsk(run, most)) return false
  tally.note(text)
  tally.committedUsd += most
  const answer = await askModel(text.text, progress.signal)
  // Of a request that failed nobody knows what it cost: all of it stays held back.
  if (answer.kind === 'answer') tally.committedUsd += (priced?.(answer.used) ?? 0) - most
  await takeAnswer(run, text, answer, streak.add(answer))
  progress.advance(1)
  return true
}

/** Takes commits until none is left, or something stops it. */
const work = async (run: Run, askModel: AskModel, streak: Streak): Promise<void> => {
  while (run.tally.stopped === null) {
    run.progress.checkpoint()
    const next = await run.told.next()
    if (next.done === true) return
    if (next.value.kind !== 'text') run.tally.note(next.value)
    else if (!(await summariseOne(run, next.value, askModel, streak))) return
  }
}

const askAll = async (run: Run, address: URL): Promise<void> => {
  const { input, key } = run
  const askModel = await modelAsker({ key, baseUrl: address.href.replace(/\/+$/, ''), model: input.model, timeoutMs: input.timeoutMs })
  const streak = new Streak()
  const ended = await Promise.allSettled(
    Array.from({ length: input.atOnce }, async () => {
      try {
        await work(run, askModel, streak)
      } catch (thrown) {
        // The others end what they are at, and begin nothing.
        run.tally.stop('refused', 'it failed')
        throw thrown
      }
    }),
  )
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

const lookAtAll = async ({ input, told, tally, progress }: Run): Promise<void> => {
  for await (const one of told) {
    progress.checkpoint()
    tally.note(one)
    if (one.kind === 'text') progress.advance(1)
    if (tally.sent === input.limit) return
  }
}

const noPrice = (model: string): string => `no price of ${model} is known`

/** @throws StrataError key-missing */
const keyFor = async ({ store, env }: EngineContext, { dryRun, needKey }: Input): Promise<ApiKey | undefined> => {
  const found = await findApiKey(store.dir, env)
  if (found === undefined && (needKey || !dryRun))
    throw new StrataError('key-missing', 'No API key is configured: nothing was sent anywhere')
  return found
}

/** @throws StrataError price-unknown, prices-malformed */
const pricedFor = async ({ store }: EngineContext, { model, maxCostUsd }: Input): Promise<Priced | undefined> => {
  const today = new Date().toISOString().slice(0, 10)
  const priced = modelPrice(model, today, await priceTables(store.dir))
  if (maxCostUsd !== undefined && priced === undefined)
    throw new StrataError('price-unknown', `The cost cannot be held below $${maxCostUsd}: ${noPrice(model)}`, { model })
  return priced
}

/**
 * @throws StrataError key-missing, price-unknown, prices-malformed, invalid-input, not-found, ambiguous-id, malformed-id, cancelled, disk-full
 */
export const summariseCommits = async (
  context: EngineContext,
  input: Input,
  beside: Beside,
  progress: JobProgress,
): Promise<{ readonly summary: string; readonly result: SummariesResult }> => {
  const startedAt = Date.now()
  const { dryRun, model, limit } = input
  const address = addressIn(context.env)
  const found = await keyFor(context, input)
  const key = found?.key ?? ''
  const priced = await pricedFor(context, input)
  const ids = await idsReached(context, input.of, beside)
  progress.phase(dryRun ? 'Reading commits' : 'Writing summaries', 'commits', Math.min(ids.length, limit ?? Infinity))
  const tally = new SummariesTally(priced)
  const run = { context, input, beside, progress, tally, priced, key, told: tellCommits(context, ids, [key], beside) }
  await (dryRun ? lookAtAll(run) : askAll(run, address))
  const result = {
    dryRun,
    model,
    host: address.host,
    isEncrypted: address.protocol === 'https:',
    keyFrom: found?.from ?? null,
    noPrice: priced === undefined ? noPrice(model) : null,
    ...tally.view(),
    ms: Date.now() - startedAt,
  }
  return { summary: dryRun ? `${result.commits} would be sent` : `${result.written} written`, result }
}
