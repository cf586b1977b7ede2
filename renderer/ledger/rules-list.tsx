/** Every rule in the order in which they are asked; one opens the records that it decided. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { RuleView } from '../../app/contract/ledger-views.ts'
import { ledgerAddress, type LedgerAddress } from '../ui/address.ts'
import { formatCount } from '../ui/format-count.ts'
import { go } from '../ui/place.ts'
import { Answered, Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table-head.tsx'
import { useCall } from '../ui/use-call.ts'
import { VirtualTable } from '../ui/virtual-table.tsx'
import { matchingRules } from './matching-rules.ts'

export const RulesList = ({ address }: { readonly address: LedgerAddress }): ReactNode => {
  const call = useCall('rules.list', {})
  return (
    <Answered call={call} what="Reading the rules">
      {(rules) => <Rules rules={rules} address={address} />}
    </Answered>
  )
}

const columns: readonly Column<RuleView>[] = [
  { id: 'rule', title: 'Rule', width: '206px', cell: (rule) => <span className="mono">{rule.id}</span> },
  { id: 'ledger', title: 'Ledger', width: '76px', cell: (rule) => rule.ledger },
  { id: 'class', title: 'Class', width: '144px', cell: (rule) => rule.class.replaceAll('_', ' ') },
  { id: 'records', title: 'Records', width: '70px', align: 'end', hint: 'Records it decided', cell: (rule) => formatCount(rule.records) },
  {
    id: 'corrected',
    title: 'Corrected',
    width: '76px',
    align: 'end',
    hint: 'How many of them a person corrected',
    cell: (rule) => <span className={rule.corrected === 0 ? 'faint' : ''}>{formatCount(rule.corrected)}</span>,
  },
  { id: 'looks', title: 'Looks at', width: 'minmax(190px, 1.6fr)', cell: (rule) => <span title={rule.looksAt}>{rule.looksAt}</span> },
  {
    id: 'example',
    title: 'Example',
    width: 'minmax(130px, 1fr)',
    cell: (rule) => (
      <span className="mono faint" title={rule.example}>
        {rule.example}
      </span>
    ),
  },
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
  if (shown.length === 0) return <Empty title="No rule matches">Rules are found by their name, class and what they look at.</Empty>
  return (
    <VirtualTable
      label="Rules"
      columns={columns}
      count={shown.length}
      row={row}
      version={shown.length}
      rowHeight={28}
      selected={selected === undefined ? undefined : Math.min(selected, shown.length - 1)}
      onMove={move}
      onOpen={(rule) => go(behind(rule, address.session))}
      onRange={nothing}
      memory="rules"
    />
  )
}

const nothing = (): void => undefined
