/** The address of a materialised conversation. */
import { declareAddress } from '../../ui/address/address.ts'

/** The conversation that an agent would see from a commit. */
export interface MaterialisedAddress {
  readonly view: 'materialised'
  readonly commit: string
  /** compaction, root, or an ancestor of the commit. */
  readonly stop: string
  /** undefined: that of the chain. */
  readonly format: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly materialised: MaterialisedAddress
  }
}

export const materialisedView = declareAddress('materialised', {
  fields: ({ commit, stop, format }) => ({ commit, stop, format }),
  parse: (path, { commit, stop, format }) =>
    path.length > 0 || commit === undefined ? undefined : { view: 'materialised', commit, stop: stop ?? 'compaction', format },
})
