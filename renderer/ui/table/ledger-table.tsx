/** Classes of records with their counts, which add up to the whole; each count opens the records behind it. */
import type { ReactNode } from 'react'
import type { LedgerRow } from '../../../app/contract/stats.ts'
import type { LedgerAddress } from '../../screens/ledger/address.ts'
import { formatAddress } from '../address/address.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import './count-table.css'

export interface LedgerTableProps {
  readonly rows: readonly LedgerRow[]
  readonly total: number
  /** Where the records of a class are listed. */
  readonly to: (name: string) => LedgerAddress
  readonly sum?: number
}

export const LedgerTable = ({ rows, total, to, sum }: LedgerTableProps): ReactNode => (
  <table className="figures-table">
    <thead>
      <tr>
        <th scope="col">Class</th>
        <th scope="col">Records</th>
        <th scope="col" aria-hidden="true" />
      </tr>
    </thead>
    <tbody>
      {rows
        .filter((row) => row.records > 0)
        .map((row) => (
          <tr key={row.class}>
            <th scope="row">{row.class.replaceAll('_', ' ')}</th>
            <td>
              <a href={`#${formatAddress(to(row.class))}`} title={`${countOf(row.records, 'record')} of class ${row.class}`}>
                {formatCount(row.records)}
              </a>
            </td>
            <td className="figure-bar" aria-hidden="true">
              <meter min={0} max={Math.max(1, total)} value={row.records} />
            </td>
          </tr>
        ))}
    </tbody>
    {sum === undefined ? null : (
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td>{formatCount(sum)}</td>
          <td aria-hidden="true" />
        </tr>
      </tfoot>
    )}
  </table>
)
