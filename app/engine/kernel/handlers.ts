/** Handlers of the calls about the store as a whole, and about jobs. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { jobsCalls } from '../../contract/jobs.ts'
import type { storeCalls } from '../../contract/store.ts'
import type { HandlerParts } from './engine-context.ts'
import { showStore } from './show-store.ts'
import { unreadableIn } from './unreadable-sessions.ts'

export const kernelHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof storeCalls & typeof jobsCalls> => ({
  'store.show': () => showStore(context.store),
  'store.unreadable': () => unreadableIn(context.store),
  'jobs.list': () => Promise.resolve(jobs.list()),
  'job.cancel': ({ jobId }) => Promise.resolve(jobs.cancel(jobId)),
  'job.wait': ({ jobId }) => jobs.wait(jobId),
})
