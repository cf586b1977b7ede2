/** The corrections of a person: each can be shown and removed. */
import { useCallback, type ReactNode } from 'react'
import type { CorrectionView } from '../../../app/contract/ledger.ts'
import type { LedgerAddress } from './address.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { correctionLine } from '../../../app/model/line-name.ts'
import { baseName } from '../../ui/format/format-path.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { refine } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { correct } from './correct-class.tsx'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { RecordPane } from './record-pane.tsx'

export const CorrectionsList = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const call = useQuery('corrections.list', address.session === undefined ? {} : { sessionId: address.session })
  return (
    <Loaded call={call} what="Reading the corrections">
      {(corrections) =>
        corrections.length === 0 ? (
          <Empty title="No corrections">If a rule is wrong, select a record and press c. All figures follow.</Empty>
        ) : (
          <Corrections corrections={corrections} address={address} />
        )
      }
    </Loaded>
  )
}

const recordMissing = 'The file no longer contains the record'
const words = (name: string): string => name.replaceAll('_', ' ')

const columns: readonly Column<CorrectionView>[] = [
  { id: 'class', title: 'Class', width: '140px', cell: (one) => words(one.class) },
  {
    id: 'rule',
    title: 'By rule',
    width: '140px',
    cell: (one) => <ValueOrNotAvailable value={one.classByRule} reason={recordMissing} format={words} />,
  },
  {
    id: 'records',
    title: 'Records',
    width: '90px',
    align: 'end',
    hint: 'Lines that contain the record, including copies',
    cell: (one) => (one.applies ? formatCount(one.records) : <Badge look="warn">gone</Badge>),
  },
  { id: 'time', title: 'Corrected', width: '142px', cell: (one) => formatInstant(one.correctedAt) },
  { id: 'reason', title: 'Reason', width: 'minmax(140px, 1fr)', cell: (one) => <span title={one.reason ?? ''}>{one.reason ?? ''}</span> },
  { id: 'text', title: 'Text', width: 'minmax(160px, 2fr)', cell: (one) => <span title={one.text}>{one.text}</span> },
  {
    id: 'place',
    title: 'Where',
    width: 'minmax(120px, 1fr)',
    cell: (one) => (
      <span className="mono" title={one.file ?? one.sourceId}>
        {baseName(one.file ?? one.sourceId).slice(0, 8)}…:{correctionLine(one)}
      </span>
    ),
  },
]

const Corrections = ({
  corrections,
  address,
}: {
  readonly corrections: readonly CorrectionView[]
  readonly address: LedgerAddress
}): ReactNode => {
  const row = useCallback((index: number) => corrections[index], [corrections])
  const selected = corrections.findIndex((one) => recordPlaceKey(one) === address.at)
  const move = (index: number): void => {
    const one = corrections[Math.max(0, Math.min(index, corrections.length - 1))]
    if (one !== undefined) refine({ ...address, at: recordPlaceKey(one) })
  }
  const chosen = corrections[selected]
  return (
    <Split
      name="ledger"
      label="Border between corrections and record"
      direction="rows"
      share={0.58}
      first={
        <VirtualTable
          label="Corrections"
          columns={columns}
          count={corrections.length}
          row={row}
          version={corrections.length}
          rowHeight={28}
          selected={selected < 0 ? undefined : selected}
          onMove={move}
          onOpen={undefined}
          memory="corrections"
        />
      }
      second={chosen === undefined || chosen.applies ? <RecordPane at={address.at} /> : <Stale correction={chosen} />}
    />
  )
}

const Stale = ({ correction }: { readonly correction: CorrectionView }): ReactNode => (
  <Empty title="Record not found" actions={<Button label="Undo correction" onPress={() => void correct(correction, null, '')} />}>
    The file was rewritten, so the correction no longer applies. The rule decides again.
  </Empty>
)
