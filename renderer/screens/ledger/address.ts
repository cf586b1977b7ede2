/** The address of the ledger. */
import { declareAddress } from '../../ui/address/address.ts'
import { oneOf } from '../../ui/address/read-fields.ts'

const tabs = ['totals', 'records', 'rules', 'corrections'] as const
export type LedgerTab = (typeof tabs)[number]

/** Filters for the records; an omitted filter does not restrict. */
export interface LedgerAddress {
  readonly view: 'ledger'
  readonly tab: LedgerTab
  readonly session: string | undefined
  readonly class: string | undefined
  readonly reference: string | undefined
  readonly rule: string | undefined
  /** Type of the records. */
  readonly type: string | undefined
  /** Filter of the rules. */
  readonly text: string | undefined
  /** `sourceId:line` of the record looked at; with `alone`, the only one listed. */
  readonly at: string | undefined
  readonly alone: boolean
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly ledger: LedgerAddress
  }
}

export const ledgerAddress: LedgerAddress = {
  view: 'ledger',
  tab: 'totals',
  session: undefined,
  class: undefined,
  reference: undefined,
  rule: undefined,
  type: undefined,
  text: undefined,
  at: undefined,
  alone: false,
}

export const ledgerView = declareAddress('ledger', {
  fields: ({ tab, alone, session, class: recordClass, reference, rule, type, text, at }) => ({
    tab: tab === ledgerAddress.tab ? undefined : tab,
    session,
    class: recordClass,
    reference,
    rule,
    type,
    text,
    at,
    alone: alone ? 'yes' : undefined,
  }),
  parse: (path, fields) =>
    path.length > 0
      ? undefined
      : {
          view: 'ledger',
          tab: oneOf(tabs, fields['tab']) ?? ledgerAddress.tab,
          session: fields['session'],
          class: fields['class'],
          reference: fields['reference'],
          rule: fields['rule'],
          type: fields['type'],
          text: fields['text'],
          at: fields['at'],
          alone: fields['alone'] === 'yes',
        },
})
