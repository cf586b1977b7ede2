import { expect, test } from 'vitest'
import type { JobProgress, Outcome } from '../../../../app/engine/kernel/job.ts'
import { Jobs } from '../../../../app/engine/kernel/jobs.ts'
import { StrataError } from '../../../../app/model/failure.ts'

test('queued work learns that other work waits for it, until that work runs', async () => {
  const jobs = new Jobs(() => undefined)
  const heard: boolean[] = []
  const hear = (): Promise<void> => {
    heard.push(jobs.isAwaited)
    return Promise.resolve()
  }
  let second = Promise.resolve()
  await jobs.quietly(async () => {
    await hear()
    second = jobs.quietly(hear)
    await hear()
  })
  await second
  await jobs.close()
  expect(heard).toEqual([false, true, false])
})

test('a job that is queued can be awaited too', async () => {
  const jobs = new Jobs(() => undefined)
  const heard = jobs.quietly(async () => {
    jobs.start('import', () => Promise.resolve({ result: null, summary: '' }))
    return Promise.resolve(jobs.isAwaited)
  })
  expect(await heard).toBe(true)
  await jobs.close()
  expect(jobs.isAwaited).toBe(false)
})

test('a job that waits for another reports it; a parallel job does not', async () => {
  const jobs = new Jobs(() => undefined)
  const never = (progress: JobProgress): Promise<Outcome> =>
    new Promise((_, reject) => {
      progress.signal.addEventListener('abort', () => reject(new StrataError('cancelled', 'The job was cancelled')))
    })
  const phases = [jobs.start('import', never), jobs.start('verify', never), jobs.startParallel('export', never)].map(({ phase }) => phase)
  await jobs.close()
  const afterwards = jobs.start('verify', () => Promise.resolve({ result: null, summary: '' })).phase
  expect([...phases, afterwards]).toEqual(['Starting', 'Waiting for other jobs', 'Starting', 'Starting'])
})
