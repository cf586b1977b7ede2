/** The address of refs and pins. */
import { declareAddress } from '../../ui/address/address.ts'

/** Names that persons gave to commits, and pins. */
export interface RefsAddress {
  readonly view: 'refs'
  /** Full name, or `pin/` and the commit's id. */
  readonly at: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly refs: RefsAddress
  }
}

export const refsAddress: RefsAddress = { view: 'refs', at: undefined }

export const refsView = declareAddress('refs', {
  fields: ({ at }) => ({ at }),
  parse: (path, { at }) => (path.length > 0 ? undefined : { view: 'refs', at }),
})
