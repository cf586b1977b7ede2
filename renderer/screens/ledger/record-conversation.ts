/** Where a record is read within the conversation of its session. */
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { sessionAddress, type SessionAddress } from '../session/address.ts'

export const conversationOf = (record: LedgerRecord): SessionAddress =>
  sessionAddress(record.sessionId, 'conversation', record.commitId ?? undefined, recordPlaceKey(record))
