/** The address of a comparison of two commits. */
import { declareAddress } from '../../ui/address/address.ts'

/** What two commits know that the other does not. */
export interface CompareAddress {
  readonly view: 'compare'
  readonly left: string
  readonly right: string
  /** Commit read beside them. */
  readonly commit: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly compare: CompareAddress
  }
}

export const compareView = declareAddress('compare', {
  fields: ({ left, right, commit }) => ({ left, right, commit }),
  parse: (path, { left, right, commit }) =>
    path.length > 0 || left === undefined || right === undefined ? undefined : { view: 'compare', left, right, commit },
})
