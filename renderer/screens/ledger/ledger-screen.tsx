/** The ledger: what the records are, the records behind every number, the rules, and what a person corrected. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LedgerAddress, LedgerTab } from './address.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { go, refine } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { CorrectionsList } from './corrections-list.tsx'
import { RecordsList } from './records-list.tsx'
import { RulesList } from './rules-list.tsx'
import { TotalsView } from './totals-view.tsx'
import './ledger.css'

const tabs: readonly (readonly [LedgerTab, string])[] = [
  ['totals', 'Totals'],
  ['records', 'Records'],
  ['rules', 'Rules'],
  ['corrections', 'Corrections'],
]

export const LedgerScreen = ({ address }: { readonly address: LedgerAddress }): ReactNode => (
  <div className="screen" aria-label="Ledger">
    <div className="bar">
      <Segments label="Show" chosen={address.tab} choices={tabs} onChoose={(tab) => go({ ...address, tab, at: undefined, alone: false })} />
      {address.tab === 'rules' ? (
        <SearchField label="Filter the rules" text={address.text} onText={(text) => refine({ ...address, text })} />
      ) : (
        <Restrictions address={address} />
      )}
    </div>
    <LedgerBody address={address} />
  </div>
)

const LedgerBody = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  switch (address.tab) {
    case 'totals':
      return <TotalsView address={address} />
    case 'records':
      return <RecordsList address={address} />
    case 'rules':
      return <RulesList address={address} />
    case 'corrections':
      return <CorrectionsList address={address} />
  }
}

const names = { class: 'class', reference: 'reference class', rule: 'rule', type: 'type', session: 'session' } as const

/** The filters of the list; a press removes a filter. */
const Restrictions = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const fields = (Object.keys(names) as (keyof typeof names)[]).filter((field) => address[field] !== undefined)
  const shown = address.tab === 'records' ? fields : fields.filter((field) => field === 'session')
  return (
    <>
      {shown.map((field) => (
        <button
          key={field}
          type="button"
          className="button is-small"
          aria-pressed="true"
          title={address[field]}
          onClick={() => go({ ...address, [field]: undefined, at: undefined })}
        >
          {names[field]} {field === 'session' ? (address.session ?? '').slice(0, 8) : address[field]}{' '}
          <X size={12} aria-label="Remove this filter" />
        </button>
      ))}
      {address.alone && address.tab === 'records' ? (
        <button
          type="button"
          className="button is-small"
          aria-pressed="true"
          onClick={() => go({ ...address, alone: false, at: undefined })}
        >
          one record <X size={12} aria-label="Show all records" />
        </button>
      ) : null}
    </>
  )
}
