/** Handler of garbage collection. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { gcCalls } from '../../contract/gc.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { readSettings, defaultKeepDays } from '../kernel/settings.ts'
import { planExpiry } from './plan-expiry.ts'
import { runCollection, type CollectionParts } from './run-collection.ts'

export interface GcParts extends HandlerParts, CollectionParts {}

export const gcHandlers = ({ context, jobs, rewriteTables }: GcParts): HandlersOf<typeof gcCalls> => ({
  'expiry.plan': (input) => planExpiry(context, input),
  'gc.start': ({ dryRun, keepDays }) =>
    Promise.resolve(
      jobs.start('gc', async (progress) => {
        const days = keepDays ?? readSettings(context.store.dir).keepDays ?? defaultKeepDays
        const result = await runCollection(context, { dryRun, keepDays: days }, progress, { rewriteTables })
        return { result, summary: `${result.rows.reduce((sum, row) => sum + row.artifacts, 0)} unused artifacts` }
      }),
    ),
})
