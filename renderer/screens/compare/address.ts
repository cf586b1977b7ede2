/** The address of a comparison of two commits. */
import { declareAddress } from '../../ui/address/address.ts'

/** Two conversations beside each other, each up to a commit. */
export interface CompareAddress {
  readonly view: 'compare'
  readonly left: string
  readonly right: string
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly compare: CompareAddress
  }
}

export const compareView = declareAddress('compare', {
  fields: ({ left, right }) => ({ left, right }),
  parse: (path, { left, right }) =>
    path.length > 0 || left === undefined || right === undefined ? undefined : { view: 'compare', left, right },
})
