/** The records behind a number, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import type { LedgerAddress } from './address.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'
import { recordPlace } from '../../ui/address/record-key.ts'

const pageSize = 200

/** The filters in an address; the engine rejects unknown classes. */
export const recordsQuery = (address: LedgerAddress): CallInput<'ledger.records'> => {
  const place = address.alone ? recordPlace(address.at) : undefined
  if (place !== undefined) return place
  return {
    sessionId: address.session,
    class: address.class,
    referenceClass: address.reference,
    rule: address.rule,
    recordType: address.type,
  } as CallInput<'ledger.records'>
}

export const recordsSource = (query: CallInput<'ledger.records'>): RowSource<LedgerRecord, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const page = await ask('ledger.records', { ...query, offset, limit })
      return { rows: page.rows, total: page.total, extra: undefined }
    },
  })
