/** Requests summaries from a model, several at a time, and writes each answer as it arrives. */
import { lineTask, modelClient, type RequestModel, type ModelAnswer, type OpenModel } from './model-client.ts'
import { mayAsk, storeAnswer, type Run, type Text } from './summaries-run.ts'
import { maxTokens } from './summaries-tally.ts'

/** When this many requests fail one after the other, the next would too. */
const maxFailures = 5

/** Requests that failed since the last that did not. */
class Streak {
  private length = 0

  /** Whether there were too many. */
  add(answer: ModelAnswer): boolean {
    this.length = answer.kind === 'failed' ? this.length + 1 : 0
    return this.length >= maxFailures
  }
}

const summariseOne = async (run: Run, text: Text, askModel: RequestModel, streak: Streak): Promise<boolean> => {
  const { tally, priced, progress } = run
  const most = priced?.(maxTokens(text.text)) ?? 0
  if (!mayAsk(run, most)) return false
  tally.note(text)
  tally.committedUsd += most
  const answer = await askModel(text.text, progress.signal)
  // The cost of a failed request is unknown: all of its amount stays reserved.
  if (answer.kind === 'answer') tally.committedUsd += (priced?.(answer.used) ?? 0) - most
  await storeAnswer(run, text.commitId, answer, priced)
  if (streak.add(answer) && answer.kind === 'failed')
    tally.stop('refused', `${maxFailures} requests failed one after the other, the last: ${answer.reason}`)
  progress.advance(1)
  return true
}

/** Takes commits until none is left, or something stops it. */
const work = async (run: Run, askModel: RequestModel, streak: Streak): Promise<void> => {
  while (run.tally.stopped === null) {
    run.progress.checkpoint()
    const next = await run.prompts.next()
    if (next.done === true) return
    if (next.value.kind !== 'text') run.tally.note(next.value)
    else if (!(await summariseOne(run, next.value, askModel, streak))) return
  }
}

/** @throws StrataError cancelled, disk-full */
export const requestOneByOne = async (run: Run, model: OpenModel): Promise<void> => {
  const askModel = modelClient(model, lineTask)
  const streak = new Streak()
  const ended = await Promise.allSettled(
    Array.from({ length: run.input.atOnce }, async () => {
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
