/** Handlers of the calls about all files that are known at a commit. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { knownFilesCalls } from '../../contract/known-files.ts'
import { countOf } from '../../model/format/count.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { checkOut } from './checkout/check-out.ts'
import { driftOf } from './drift/drift-of.ts'

export const knownFilesHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof knownFilesCalls> => ({
  'checkout.start': (input) =>
    Promise.resolve(
      jobs.startParallel('checkout', (progress) =>
        jobs.runParallel(async () => {
          const result = await checkOut(context, input, progress)
          return { result, summary: `${countOf(result.files.length, 'file')} written to ${result.to}` }
        }),
      ),
    ),
  'drift.start': (input) =>
    Promise.resolve(
      jobs.startParallel('drift', (progress) =>
        jobs.runParallel(async () => {
          const result = await driftOf(context, input, progress)
          return { result, summary: `${countOf(result.files.length, 'file')} compared` }
        }),
      ),
    ),
})
