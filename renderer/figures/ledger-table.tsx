/** Classes of records with their counts, which add up to the whole. */
import type { ReactNode } from 'react'
import type { LedgerRow } from '../../app/contract/stats-views.ts'
import { formatCount } from '../ui/format-count.ts'

export const LedgerTable = ({ rows, total }: { readonly rows: readonly LedgerRow[]; readonly total: number }): ReactNode => (
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
            <td>{formatCount(row.records)}</td>
            <td className="figure-bar" aria-hidden="true">
              <meter min={0} max={Math.max(1, total)} value={row.records} />
            </td>
          </tr>
        ))}
    </tbody>
  </table>
)
