/** The address of folders that sessions come from. */
import { declareBareAddress } from '../../ui/address/address.ts'

export interface SourcesAddress {
  readonly view: 'sources'
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly sources: SourcesAddress
  }
}

export const sourcesAddress: SourcesAddress = { view: 'sources' }

export const sourcesView = declareBareAddress('sources', sourcesAddress)
