/** What an installed export does when the files cannot be compared. */
import { expect, test } from 'vitest'
import { driftWarning } from '../../../../app/engine/export/drift-warning.ts'
import type { EngineContext } from '../../../../app/engine/kernel/engine-context.ts'
import { silentProgress } from '../../../../app/engine/kernel/job.ts'
import { StrataError } from '../../../../app/model/failure.ts'

const warningAfter = (thrown: Error) =>
  driftWarning(
    {} as EngineContext,
    { commitId: 'ctx-1a2b', root: undefined },
    {
      ...silentProgress,
      phase: () => {
        throw thrown
      },
    },
  )

test('an expected failure gives no warning, and does not end the export', async () => {
  expect(await warningAfter(new StrataError('artifact-corrupt', 'damaged'))).toBeNull()
})

test('a cancellation and a fault of the program are not hidden', async () => {
  await expect(warningAfter(new StrataError('cancelled', 'cancelled'))).rejects.toThrow('cancelled')
  await expect(warningAfter(new TypeError('a fault'))).rejects.toThrow('a fault')
})
