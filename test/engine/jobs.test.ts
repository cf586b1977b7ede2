import { expect, test } from 'vitest'
import { Jobs } from '../../app/engine/jobs.ts'

test('what is done in turn hears that something waits for it, until that has its turn', async () => {
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

test('a job that waits to run is waited for too', async () => {
  const jobs = new Jobs(() => undefined)
  const heard = jobs.quietly(async () => {
    jobs.start('import', () => Promise.resolve({ result: null, summary: '' }))
    return Promise.resolve(jobs.isAwaited)
  })
  expect(await heard).toBe(true)
  await jobs.close()
  expect(jobs.isAwaited).toBe(false)
})
