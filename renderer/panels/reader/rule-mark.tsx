/** The class of a record, with the rule that decided it; it leads to the records of that rule in the ledger. */
import { Tooltip } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { ledgerAddress } from '../../screens/ledger/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { ask } from '../../ui/calls/bridge.ts'

/** The facts that each rule examines, by rule id; loaded at first use. */
let rules: Promise<ReadonlyMap<string, string>> | undefined

const ruleTitles = (): Promise<ReadonlyMap<string, string>> => {
  rules ??= ask('rules.list', {}).then((list) => new Map(list.map(({ id, looksAt }) => [id, looksAt])))
  rules.catch(() => {
    rules = undefined
  })
  return rules
}

export const RuleMark = ({ item }: { readonly item: ConversationItem }): ReactNode => {
  const [title, setTitle] = useState<string>()
  const read = (isOpen: boolean): void => {
    if (!isOpen) return
    ruleTitles().then(
      (titles) => setTitle(titles.get(item.rule)),
      () => setTitle(undefined),
    )
  }
  const at = item.sourceId === null ? undefined : `${item.sourceId}:${item.line}`
  const address = { ...ledgerAddress, tab: at === undefined ? 'rules' : 'records', rule: item.rule, at } as const
  return (
    <Tooltip.Root onOpenChange={read}>
      <Tooltip.Trigger asChild>
        <a className="entry-rule" href={`#${formatAddress(address)}`}>
          {item.class.replaceAll('_', ' ')}
        </a>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={4} collisionPadding={8}>
          Rule {item.rule}
          {title === undefined ? '' : `: ${title}`}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
