/**
 * Asks a model about many commits at a time. The journal knows each batch from the moment in which it was sent until its answers are
 * written down: a run that was stopped or killed meanwhile is gone on with by fetching them.
 */
import { setTimeout as after } from 'node:timers/promises'
import { batchSubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { priceTables } from '../kernel/price-tables.ts'
import type { OpenModel } from './model-client.ts'
import { batchAnswers, readBatch, sendBatch, type BatchState } from './model-batches.ts'
import { modelPrice, type Priced } from './model-price.ts'
import { mayAsk, storeAnswer, type Run, type Text } from './summaries-run.ts'
import { maxTokens } from './summaries-tally.ts'

type BatchEntry = Extract<NewJournalEntry, { readonly kind: 'batch' }>

const firstPauseMs = 1000
const maxPauseMs = 30_000

/** How long the API keeps answers: of a batch that is older nothing can be fetched any more. */
const keptMs = 29 * 86_400_000

const isKept = ({ sent_at: at }: BatchEntry): boolean => Date.now() - Date.parse(at) < keptMs

/** Batches whose answers have not been written down and can still be fetched. */
export const openBatches = (store: Store): readonly BatchEntry[] =>
  store
    .subjects()
    .filter((subject) => subject.startsWith(batchSubject('')))
    .flatMap((subject) => {
      const entry = store.entry(subject)
      return entry?.kind === 'batch' && entry.commits.length > 0 && isKept(entry) ? [entry] : []
    })

const writeDown = ({ context, runParallel }: Run, entry: BatchEntry): Promise<void> =>
  runParallel(() => context.store.writeUnits([{ entries: [], journal: entry, replaces: undefined, rows: {} }]))

/** There is nothing more to fetch. */
const close = (run: Run, { batch_id: id, address, model, sent_at: at }: BatchEntry): Promise<void> =>
  writeDown(run, { kind: 'batch', batch_id: id, address, model, sent_at: at, commits: [] })

/** The next commits that may be asked about together. */
const nextTexts = async (run: Run): Promise<readonly Text[]> => {
  const { tally, priced, progress, input } = run
  const texts: Text[] = []
  while (texts.length < input.batchSize && tally.stopped === null) {
    progress.checkpoint()
    if (input.limit !== undefined && tally.sent >= input.limit) break
    const next = await run.prompts.next()
    if (next.done === true) break
    const prompt = next.value
    if (prompt.kind !== 'text') {
      tally.note(prompt)
      continue
    }
    const most = priced?.(maxTokens(prompt.text)) ?? 0
    if (!mayAsk(run, most)) break
    tally.note(prompt)
    tally.committedUsd += most
    texts.push(prompt)
    progress.advance(1)
  }
  return texts
}

/** Sends what is left, batch by batch; gives those that were sent. */
const sendAll = async (run: Run, model: OpenModel, address: string): Promise<readonly BatchEntry[]> => {
  const sent: BatchEntry[] = []
  for (;;) {
    const texts = await nextTexts(run)
    if (texts.length === 0) return sent
    const made = await sendBatch(
      model,
      texts.map(({ text }) => text),
      run.progress.signal,
    )
    if (made.kind === 'failed') {
      run.tally.stop('refused', made.reason)
      return sent
    }
    const commits = texts.map(({ commitId }) => commitId)
    const entry = { kind: 'batch', batch_id: made.id, address, model: run.input.model, sent_at: new Date().toISOString(), commits } as const
    await writeDown(run, entry)
    run.tally.batches += 1
    sent.push(entry)
  }
}

/** Checks until the batch has ended, or only once when the caller does not wait. */
const awaited = async ({ input, progress }: Run, model: OpenModel, id: string): Promise<BatchState> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    progress.checkpoint()
    const state = await readBatch(model, id, progress.signal)
    if (state.kind !== 'working' || !input.wait) return state
    // Who cancels is answered by the checkpoint.
    await after(pauseMs, undefined, { signal: progress.signal }).catch(() => undefined)
  }
}

const priceOf = async ({ context, input, priced }: Run, { model }: BatchEntry): Promise<Priced | undefined> => {
  if (model === input.model) return priced
  return modelPrice(model, new Date().toISOString().slice(0, 10), await priceTables(context.store.dir), 'batch')
}

const storeAnswers = async (run: Run, model: OpenModel, entry: BatchEntry): Promise<void> => {
  const { tally, progress } = run
  const waiting = new Set(entry.commits)
  const priced = await priceOf(run, entry)
  for await (const one of batchAnswers(model, entry.batch_id, progress.signal)) {
    progress.checkpoint()
    if ('kind' in one) {
      // What has come is written down; the rest is fetched next time.
      tally.stop('refused', one.reason)
      return
    }
    const commitId = entry.commits[one.index]
    if (commitId === undefined || !waiting.delete(commitId)) continue
    await storeAnswer(run, commitId, one.answer, priced)
    progress.advance(1)
  }
  for (const commitId of waiting) tally.fail(commitId, 'its batch ended without a result')
  await close(run, entry)
}

const collect = async (run: Run, model: OpenModel, entry: BatchEntry): Promise<void> => {
  const { tally, progress } = run
  progress.phase('Waiting for the results of a batch', 'commits', entry.commits.length)
  const state = await awaited(run, model, entry.batch_id)
  if (state.kind === 'ended') return storeAnswers(run, model, entry)
  if (state.kind === 'gone') {
    for (const commitId of entry.commits) tally.fail(commitId, state.reason)
    return close(run, entry)
  }
  tally.awaited += entry.commits.length
  if (state.kind === 'failed') tally.stop('refused', state.reason)
}

/**
 * Fetches the answers of batches. Those that were sent to another address wait until a run uses that address again.
 * @throws StrataError cancelled, disk-full
 */
export const collectBatches = async (run: Run, model: OpenModel, address: string, batches: readonly BatchEntry[]): Promise<void> => {
  for (const entry of batches) {
    if (entry.address === address) await collect(run, model, entry)
    else run.tally.awaited += entry.commits.length
  }
}

/** @throws StrataError cancelled, disk-full */
export const requestInBatches = async (run: Run, model: OpenModel, address: string): Promise<void> => {
  const before = openBatches(run.context.store)
  const sent = await sendAll(run, model, address)
  await collectBatches(run, model, address, [...before, ...sent])
}
