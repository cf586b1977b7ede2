/** The address of a search. */
import { reasonings } from '../../../app/model/searched-text.ts'
import { declareAddress } from '../../ui/address/address.ts'
import { dayOf, oneOf } from '../../ui/address/read-fields.ts'

/** Where something was said; what is not given does not restrict. */
export interface SearchAddress {
  readonly view: 'search'
  readonly text: string | undefined
  /** Thoughts alone that seem to be decisions, rejections or trade-offs. */
  readonly reasoning: string | undefined
  /** In commits alone in which a tool was given this file. */
  readonly file: string | undefined
  /** Kinds of texts, with commas between; undefined: all of them. */
  readonly kinds: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** Days of this machine's zone, YYYY-MM-DD. */
  readonly since: string | undefined
  readonly until: string | undefined
  /** `sourceId:line:block` of the text looked at. */
  readonly at: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly search: SearchAddress
  }
}

export const searchAddress: SearchAddress = {
  view: 'search',
  text: undefined,
  reasoning: undefined,
  file: undefined,
  kinds: undefined,
  project: undefined,
  session: undefined,
  since: undefined,
  until: undefined,
  at: undefined,
}

export const searchView = declareAddress('search', {
  fields: ({ text, reasoning, file, kinds, project, session, since, until, at }) => ({
    text,
    reasoning,
    file,
    kinds,
    project,
    session,
    since,
    until,
    at,
  }),
  parse: (path, { text, reasoning, file, kinds, project, session, since, until, at }) =>
    path.length > 0
      ? undefined
      : {
          view: 'search',
          text,
          reasoning: oneOf(reasonings, reasoning),
          file,
          kinds,
          project,
          session,
          since: dayOf(since),
          until: dayOf(until),
          at,
        },
})
