/** Handler of garbage collection. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { gcCalls } from '../../contract/gc.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { readSettings, usualKeepDays } from '../kernel/settings.ts'
import { collectGarbage } from './collect-garbage.ts'

export const gcHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof gcCalls> => ({
  'gc.start': ({ dryRun, keepDays }) =>
    Promise.resolve(
      jobs.start('gc', async (progress) => {
        const days = keepDays ?? readSettings(context.store.dir).keepDays ?? usualKeepDays
        const result = await collectGarbage(context.store, { dryRun, keepDays: days }, progress)
        return { result, summary: `${result.rows.reduce((sum, row) => sum + row.artifacts, 0)} unused artifacts` }
      }),
    ),
})
