/** Both ways of counting beside each other, and whether they add up to the naive count. */
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LedgerPrompts, LedgerView } from '../../../app/contract/ledger.ts'
import type { LedgerAddress } from './address.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { GroupedBy, ReferenceTotals } from './reference-totals.tsx'
import { promptSum } from '../../ui/format/prompt-sum.ts'
import { LedgerTable } from '../../ui/table/ledger-table.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'

export const TotalsView = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const { session } = address
  const call = useQuery('ledger.show', session === undefined ? {} : { sessionId: session }, session)
  return (
    <Loaded call={call} what="Counting">
      {([ledger]) =>
        ledger === undefined || ledger.records === 0 ? (
          <Empty title="No records">Import transcripts to count their records by class.</Empty>
        ) : (
          <Totals ledger={ledger} address={address} />
        )
      }
    </Loaded>
  )
}

/** How typed and queued prompts add up to the prompts of other screens. */
const Prompts = ({ prompts }: { readonly prompts: LedgerPrompts }): ReactNode => (
  <p className="ledger-prompts faint">{promptSum(prompts)}</p>
)

const Totals = ({ ledger, address }: { readonly ledger: LedgerView; readonly address: LedgerAddress }): ReactNode => {
  const records = {
    ...address,
    tab: 'records',
    at: undefined,
    class: undefined,
    reference: undefined,
    rule: undefined,
    type: undefined,
  } as const
  return (
    <div className="ledger-totals">
      <p className="ledger-check" role="status">
        {ledger.reconciles ? <Check size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
        <span>
          <strong>{formatCount(ledger.naive)}</strong> of {countOf(ledger.records, 'record')} have the type “user”.{' '}
          {ledger.reconciles
            ? 'Both ledgers add up to this number. Every record is counted once.'
            : 'The ledgers do not add up to this number. Rebuild the index; if the difference remains, report a bug.'}
          {ledger.corrected === 0 ? '' : ` ${countOf(ledger.corrected, 'record')} corrected by hand.`}
        </span>
      </p>
      <Prompts prompts={ledger.prompts} />
      <GroupedBy what="Classes" metric="ledger" session={address.session} />
      <section>
        <h2>By the finer rules</h2>
        <LedgerTable
          rows={ledger.finer}
          total={ledger.naive}
          sum={ledger.finerTotal}
          to={(name) => ({ ...records, type: 'user', class: name })}
        />
      </section>
      <section>
        <h2>By the reference rules</h2>
        <LedgerTable
          rows={ledger.reference}
          total={ledger.naive}
          sum={ledger.referenceTotal}
          to={(name) => ({ ...records, type: 'user', reference: name })}
        />
      </section>
      <section>
        <h2>All other records</h2>
        <LedgerTable
          rows={ledger.others}
          total={ledger.othersTotal}
          sum={ledger.othersTotal}
          to={(name) => ({ ...records, reference: 'other', class: name })}
        />
      </section>
      <ReferenceTotals session={address.session} />
    </div>
  )
}
