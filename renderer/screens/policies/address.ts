/** The address of the backtest of policies: the row whose cases are shown, and the case that is looked at. */
import { declareAddress } from '../../ui/address/address.ts'
import { oneOf } from '../../ui/address/read-fields.ts'

const moments = ['prompt', 'reply'] as const
export type BacktestMoment = (typeof moments)[number]

export interface PoliciesAddress {
  readonly view: 'policies'
  readonly at: BacktestMoment
  /** Policy and budget, as `rowKey` writes them. */
  readonly row: string | undefined
  readonly case: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly policies: PoliciesAddress
  }
}

export const policiesAddress: PoliciesAddress = { view: 'policies', at: 'prompt', row: undefined, case: undefined }

export const policiesView = declareAddress('policies', {
  fields: ({ at, row, case: one }) => ({ at: at === 'prompt' ? undefined : at, row, case: one }),
  parse: (path, { at, row, case: one }) =>
    path.length > 0 ? undefined : { view: 'policies', at: oneOf(moments, at ?? 'prompt') ?? 'prompt', row, case: one },
})
