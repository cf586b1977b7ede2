/** Long work that is done between other work. */
import { expect, test } from 'vitest'
import { runInSlices } from '../../../../app/engine/kernel/run-in-slices.ts'
import { silentProgress, type JobProgress } from '../../../../app/engine/kernel/job.ts'
import type { Sliced } from '../../../../app/model/sliced.ts'
import { StrataError } from '../../../../app/model/failure.ts'

/** Goes on until somebody stops it. */
function* endless(): Sliced<never> {
  for (;;) yield
}

function* sumTo(last: number): Sliced<number> {
  let sum = 0
  for (let each = 1; each <= last; each += 1) {
    sum += each
    yield
  }
  return sum
}

test('work in slices returns the results of all of them', async () => {
  expect(await runInSlices(sumTo(100), silentProgress)).toBe(5050)
})

test('work in slices can be stopped while it runs', async () => {
  const controller = new AbortController()
  const progress: JobProgress = {
    ...silentProgress,
    checkpoint: () => {
      if (controller.signal.aborted) throw new StrataError('cancelled', 'The job was cancelled')
    },
  }
  setTimeout(() => controller.abort(), 1)
  await expect(runInSlices(endless(), progress)).rejects.toMatchObject({ code: 'cancelled' })
})
