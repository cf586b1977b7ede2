/** Handler of the call that checks a store. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { verifyCalls } from '../../contract/verify.ts'
import type { SearchParts } from '../search/handlers.ts'
import { verifyStore } from './verify-store.ts'

export const verifyHandlers = ({ context, jobs, searching }: SearchParts): HandlersOf<typeof verifyCalls> => ({
  'verify.start': () => Promise.resolve(jobs.start('verify', (progress) => verifyStore(context.store, progress, () => searching.check()))),
})
