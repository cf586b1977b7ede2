/** The columns of the list of records. */
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { lineName } from '../../../app/model/line-name.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { baseName } from '../../ui/format/format-path.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import type { Column } from '../../ui/table/table-head.tsx'

export const recordColumns: readonly Column<LedgerRecord>[] = [
  {
    id: 'class',
    title: 'Class',
    width: '168px',
    cell: (record) => (
      <span className="ledger-class">
        {record.class.replaceAll('_', ' ')}
        {record.classByRule === null ? null : (
          <Badge look="accent" hint={`Class by rule ${record.rule}: ${record.classByRule}`}>
            corrected
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'rule',
    title: 'Rule',
    width: '172px',
    hint: 'The rule that decided',
    cell: (record) => <span className="mono">{record.rule}</span>,
  },
  { id: 'reference', title: 'Reference', width: '140px', cell: (record) => record.referenceClass.replaceAll('_', ' ') },
  {
    id: 'time',
    title: 'Time',
    width: '142px',
    cell: (record) => <ValueOrNotAvailable value={record.occurredAt} reason="The record has no readable time" format={formatInstant} />,
  },
  { id: 'text', title: 'Text', width: 'minmax(180px, 2fr)', cell: (record) => <span title={record.text}>{record.text}</span> },
  {
    id: 'place',
    title: 'Where',
    width: 'minmax(120px, 1fr)',
    cell: (record) => (
      <span className="mono" title={`${record.file}:${lineName(record)}, from byte ${record.byteOffset}`}>
        {baseName(record.file).slice(0, 8)}…:{lineName(record)}
      </span>
    ),
  },
]
