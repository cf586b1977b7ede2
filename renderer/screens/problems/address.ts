/** The address of malformed input. */
import { declareAddress } from '../../ui/address/address.ts'

export interface ProblemsAddress {
  readonly view: 'problems'
  readonly code: string | undefined
  readonly session: string | undefined
  /** `sourceId:line` of the problem looked at. */
  readonly at: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly problems: ProblemsAddress
  }
}

export const problemsAddress: ProblemsAddress = { view: 'problems', code: undefined, session: undefined, at: undefined }

export const problemsView = declareAddress('problems', {
  fields: ({ code, session, at }) => ({ code, session, at }),
  parse: (path, { code, session, at }) => (path.length > 0 ? undefined : { view: 'problems', code, session, at }),
})
