/** Totals by the reference rules, and where they and the classes are counted by project, day and the like. */
import type { ReactNode } from 'react'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { groupings, type OpensValue } from '../../../app/model/metric.ts'
import { analyticsAddress, recordsBoard } from '../analytics/address.ts'
import { ledgerAddress, type LedgerAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { cellWords } from '../../ui/format/cell-words.ts'
import { sumsOf } from '../../ui/format/sum-words.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import '../../ui/table/count-table.css'

const filtersOf = (session: string | undefined): { readonly session?: string } => (session === undefined ? {} : { session })

interface GroupedByProps {
  readonly what: string
  readonly metric: string
  readonly session: string | undefined
}

/** The same numbers in groups: pages of the metric. */
export const GroupedBy = ({ what, metric, session }: GroupedByProps): ReactNode => (
  <p className="ledger-groups faint">
    {what} by{' '}
    {groupings
      .filter((by) => by !== 'total')
      .map((by, at) => (
        <span key={by}>
          {at === 0 ? '' : ' · '}
          <a
            className="link"
            href={`#${formatAddress({
              ...analyticsAddress,
              board: recordsBoard,
              metric,
              by,
              fields: filtersOf(session),
            })}`}
          >
            {by.replace('-', ' ')}
          </a>
        </span>
      ))}
  </p>
)

export const ReferenceTotals = ({ session }: { readonly session: string | undefined }): ReactNode => {
  const call = useQuery('analytics.ask', { name: 'reference', filters: filtersOf(session) }, session)
  return (
    <section className="ledger-reference" aria-label="Totals by the reference rules">
      <h2>Totals by the reference rules</h2>
      <GroupedBy what="Totals" metric="reference" session={session} />
      <Loaded call={call} what="Counting">
        {(answer) => <Numbers answer={answer} session={session} />}
      </Loaded>
    </section>
  )
}

const fixed = (value: OpensValue | undefined): string | undefined =>
  value !== undefined && 'value' in value ? String(value.value) : undefined

/** The records that a number counts; undefined: it counts none. */
const behind = ({ opens }: AnalyticsColumn, session: string | undefined): LedgerAddress | undefined =>
  opens?.to === 'question' && opens.name === 'records'
    ? { ...ledgerAddress, tab: 'records', session, type: fixed(opens.filters.type), reference: fixed(opens.filters.reference) }
    : undefined

const Numbers = ({ answer, session }: { readonly answer: AnalyticsAnswer; readonly session: string | undefined }): ReactNode => {
  const call = useQuery('analytics.ask', { name: 'reconciliation', filters: filtersOf(session) }, session)
  const sums = new Map(call.kind === 'done' ? sumsOf(call.value.rows, 'reference').map(({ measure, words }) => [measure, words]) : [])
  const [row] = answer.rows
  if (row === undefined) return null
  return (
    <table className="figures-table">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Value</th>
          <th scope="col" className="is-text">
            What it counts
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.question.columns
          .filter(({ name }) => name !== 'group_name')
          .map((column) => (
            <tr key={column.name}>
              <th scope="row">{column.label}</th>
              <td className="ledger-value">
                <ValueOrNotAvailable
                  value={row[column.name]}
                  reason={column.absent ?? 'not recorded'}
                  format={(value) => (
                    <Linked words={cellWords(value, column.unit)} to={value === 0 ? undefined : behind(column, session)} />
                  )}
                />
              </td>
              <td className="is-text faint">
                {column.means}
                {sums.has(column.name) ? <span className="ledger-sum">{sums.get(column.name)}</span> : null}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const Linked = ({ words, to }: { readonly words: string; readonly to: LedgerAddress | undefined }): ReactNode =>
  to === undefined ? words : <a href={`#${formatAddress(to)}`}>{words}</a>
