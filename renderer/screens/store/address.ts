/** The address of the store. */
import { declareBareAddress } from '../../ui/address/address.ts'

export interface StoreAddress {
  readonly view: 'store'
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly store: StoreAddress
  }
}

export const storeAddress: StoreAddress = { view: 'store' }

export const storeView = declareBareAddress('store', storeAddress)
