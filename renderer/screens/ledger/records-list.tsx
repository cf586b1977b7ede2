/** The records behind a number: a list, and below it the record looked at. */
import { useCallback, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { ledgerAddress } from './address.ts'
import type { LedgerAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { useRowSource, type ShownRows } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { recordColumns } from './record-columns.tsx'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { conversationOf, RecordPane } from './record-pane.tsx'
import { recordsQuery, recordsSource } from './records-source.ts'

export const RecordsList = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const asked = JSON.stringify(recordsQuery(address))
  const make = useCallback(() => recordsSource(JSON.parse(asked) as CallInput<'ledger.records'>), [asked])
  const rows = useRowSource(asked, make, address.session)
  const failure = rows.source.failure()
  const total = rows.source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={rows.refresh} />
  if (total === undefined) return <Pending what="Reading the records" />
  return (
    <Split
      name="ledger"
      label="Border between records and record"
      direction="rows"
      share={0.58}
      first={total === 0 ? <NoRecords /> : <RecordsTable address={address} rows={rows} asked={asked} total={total} />}
      second={<RecordPane at={address.at} />}
    />
  )
}

const NoRecords = (): ReactNode => (
  <Empty
    title="No matching records"
    actions={<Button label="Show all records" onPress={() => go({ ...ledgerAddress, tab: 'records' })} />}
  />
)

interface RecordsTableProps {
  readonly address: LedgerAddress
  readonly rows: ShownRows<LedgerRecord, undefined>
  readonly asked: string
  readonly total: number
}

const RecordsTable = ({ address, rows, asked, total }: RecordsTableProps): ReactNode => {
  const onSelect = useCallback((record: LedgerRecord) => refine({ ...address, at: recordPlaceKey(record) }), [address])
  const { table } = useSourceTable({
    label: 'Records',
    columns: recordColumns,
    rows,
    idOf: recordPlaceKey,
    selectedId: address.at,
    onSelect,
    onOpen: (record) => go(conversationOf(record)),
    memory: `ledger ${asked}`,
  })
  return (
    <div className="ledger-list">
      <p className="ledger-count faint" role="status">
        {countOf(total, 'record')}
      </p>
      {table}
    </div>
  )
}
