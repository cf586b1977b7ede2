/** What a summary holds of the context that it replaced, and what it lost, by kind. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format/format-count.ts'
import '../../ui/table/count-table.css'
import { keptByKind } from './chart-marks.ts'
import type { AnswerRow } from './opened.ts'

export const KeptPicture = ({ rows }: { readonly rows: readonly AnswerRow[] }): ReactNode => (
  <table className="figures-table analytics-kept">
    <thead>
      <tr>
        <th scope="col">Kind</th>
        <th scope="col">Held</th>
        <th scope="col">Lost</th>
        <th scope="col">Share held</th>
      </tr>
    </thead>
    <tbody>
      {keptByKind(rows).map(({ kind, kept, lost }) => (
        <tr key={kind}>
          <td className="is-text">{kind}</td>
          <td>{formatCount(kept)}</td>
          <td>{formatCount(lost)}</td>
          <td>
            <meter min={0} max={1} value={kept / (kept + lost)} aria-label={`Share of each ${kind} that is held`} />
            {Math.round((100 * kept) / (kept + lost))} %
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
