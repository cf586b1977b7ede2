/** The address of the SQL console. */
import { declareAddress } from '../../ui/address/address.ts'

/** An SQL query; without one the editor is empty. */
export interface SqlAddress {
  readonly view: 'sql'
  readonly sql: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly sql: SqlAddress
  }
}

export const sqlAddress: SqlAddress = { view: 'sql', sql: undefined }

export const sqlView = declareAddress('sql', {
  fields: ({ sql }) => ({ sql }),
  parse: (path, { sql }) => (path.length > 0 ? undefined : { view: 'sql', sql }),
})
