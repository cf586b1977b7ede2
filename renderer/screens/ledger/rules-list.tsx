/** Every rule in the order in which they are asked; one is read whole below the list, and opens the records that it decided. */
import { ArrowRight } from 'lucide-react'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { RuleView } from '../../../app/contract/ledger.ts'
import { ledgerAddress } from './address.ts'
import type { LedgerAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { go } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { matchingRules } from './matching-rules.ts'

export const RulesList = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const call = useQuery('rules.list', {})
  return (
    <Loaded call={call} what="Reading the rules">
      {(rules) => <Rules rules={rules} address={address} />}
    </Loaded>
  )
}

const columns: readonly Column<RuleView>[] = [
  { id: 'rule', title: 'Rule', width: '206px', cell: (rule) => <span className="mono">{rule.id}</span> },
  { id: 'ledger', title: 'Ledger', width: '76px', cell: (rule) => rule.ledger },
  { id: 'class', title: 'Class', width: '144px', cell: (rule) => rule.class.replaceAll('_', ' ') },
  {
    id: 'records',
    title: 'Records',
    width: '70px',
    align: 'end',
    hint: 'Records that the rule decided',
    cell: (rule) => formatCount(rule.records),
  },
  {
    id: 'corrected',
    title: 'Corrected',
    width: '76px',
    align: 'end',
    hint: 'Records that a person corrected',
    cell: (rule) => <span className={rule.corrected === 0 ? 'faint' : ''}>{formatCount(rule.corrected)}</span>,
  },
  { id: 'looks', title: 'Looks at', width: 'minmax(190px, 1fr)', cell: (rule) => <span title={rule.looksAt}>{rule.looksAt}</span> },
]

const behind = (rule: RuleView, session: string | undefined): LedgerAddress => ({
  ...ledgerAddress,
  tab: 'records',
  session,
  ...(rule.ledger === 'reference' ? { reference: rule.class } : { rule: rule.id }),
})

const Rules = ({ rules, address }: { readonly rules: readonly RuleView[]; readonly address: LedgerAddress }): ReactNode => {
  const shown = useMemo(() => matchingRules(rules, address.text), [rules, address.text])
  const [selected, setSelected] = useState<number>()
  const row = useCallback((index: number) => shown[index], [shown])
  const move = useCallback((index: number) => setSelected(Math.max(0, Math.min(index, shown.length - 1))), [shown])
  const at = selected === undefined ? undefined : Math.min(selected, shown.length - 1)
  if (shown.length === 0)
    return <Empty title="No matching rules">The filter searches names and classes of rules, and what they look at.</Empty>
  const table = (
    <VirtualTable
      label="Rules"
      columns={columns}
      count={shown.length}
      row={row}
      version={shown.length}
      rowHeight={28}
      selected={at}
      onMove={move}
      onOpen={(rule) => go(behind(rule, address.session))}
      memory="rules"
    />
  )
  const rule = at === undefined ? undefined : shown[at]
  return (
    <Split
      name="ledger-rules"
      label="Border between list and rule"
      direction="rows"
      share={0.72}
      first={table}
      second={<RulePane rule={rule} session={address.session} />}
    />
  )
}

/** One rule: all that it looks at, and a line that it decides. */
const RulePane = ({ rule, session }: { readonly rule: RuleView | undefined; readonly session: string | undefined }): ReactNode => {
  if (rule === undefined) return <Empty title="No rule selected">Move with j and k to read a rule; Enter opens its records.</Empty>
  return (
    <section className="ledger-pane" aria-label="Rule">
      <div className="ledger-pane-head">
        <h2 className="mono">{rule.id}</h2>
        <span className="spring" />
        <Button
          label={`Open ${countOf(rule.records, 'record')}`}
          isSmall
          isDisabled={rule.records === 0}
          icon={<ArrowRight size={14} aria-hidden="true" />}
          onPress={() => go(behind(rule, session))}
        />
      </div>
      <p>
        Class {rule.class.replaceAll('_', ' ')}. Looks at: {rule.looksAt}.
      </p>
      <p className="faint">Example line:</p>
      <pre className="ledger-line">{rule.example}</pre>
    </section>
  )
}
