/** Handlers of the calls about classes of records and their corrections. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { ledgerCalls } from '../../contract/ledger.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import { resolveOptionalSession } from '../commits/resolve-name.ts'
import { correctRecord } from '../import/correct-record.ts'
import { listCorrections } from './list-corrections.ts'
import { listLedgerRecords } from './list-ledger-records.ts'
import { listRules } from './list-rules.ts'
import { showLedgers } from './show-ledgers.ts'

export const ledgerHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof ledgerCalls> => ({
  'rules.list': () => listRules(context.store.database),
  'ledger.show': (input) => showLedgers(context.store.database, input),
  'ledger.records': (input) => listLedgerRecords(context.store.database, input),
  'corrections.list': async ({ sessionId }) => {
    const { database } = context.store
    return listCorrections(database, correctionsOf(context.store), await resolveOptionalSession(database, sessionId))
  },
  'record.correct': (input) =>
    jobs.quietly(async () => {
      await correctRecord(context, input)
      const { rows } = await listLedgerRecords(context.store.database, { sourceId: input.sourceId, line: input.line, offset: 0, limit: 1 })
      return rows[0] ?? null
    }),
})
