/** Talks to the bridge from inside the page, as the window's own code does. */
import type { Page } from '@playwright/test'
import type { Envelope, Signal } from '../../../app/contract/signals.ts'

interface Bridge {
  call(name: string, input: unknown): Promise<string | Envelope<unknown>>
  onSignal(listener: (signal: Signal) => void): () => void
}
interface Recorder {
  readonly strata: Bridge
  heard?: Signal[]
}

/** Makes a call and answers its envelope. */
export async function ask(page: Page, name: string, input: unknown = {}): Promise<Envelope<unknown>> {
  const packed = await page.evaluate(([name, input]) => (globalThis as unknown as Recorder).strata.call(name, input), [
    name,
    input,
  ] as const)
  return typeof packed === 'string' ? (JSON.parse(packed) as Envelope<unknown>) : packed
}

/** Imports folders of transcripts, and waits until that is done. */
export async function importTranscripts(page: Page, ...paths: readonly string[]): Promise<void> {
  const started = await ask(page, 'import.start', { paths })
  if (!started.ok) throw new Error(started.failure.message)
  await ask(page, 'job.wait', { jobId: (started.value as { readonly jobId: string }).jobId })
}

/** Records every signal from now on; `heardSignals` gives them. */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recorder = globalThis as unknown as Recorder
    const heard: Signal[] = []
    recorder.heard = heard
    recorder.strata.onSignal((signal) => heard.push(signal))
  })
}

/** What was heard since `listen`, oldest first. */
export function heardSignals(page: Page): Promise<readonly Signal[]> {
  return page.evaluate(() => (globalThis as unknown as Recorder).heard ?? [])
}
