/** The address of the log of all sessions, and the filters that every log has. */
import { commitTypes } from '../../../app/model/context-commit.ts'
import { declareAddress } from '../../ui/address/address.ts'
import type { Query } from '../../ui/address/query-text.ts'
import { dayOf, oneOf } from '../../ui/address/read-fields.ts'

const logFilterNames = ['file', 'tool', 'type', 'author', 'since', 'until'] as const

/** Filters of a log; days in the zone of this machine, YYYY-MM-DD. */
export type LogFilters = Readonly<Partial<Record<(typeof logFilterNames)[number], string>>>

export interface LogAddress {
  readonly view: 'log'
  readonly of: string | undefined
  readonly text: string | undefined
  readonly filters: LogFilters
  readonly commit: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly log: LogAddress
  }
}

export const logAddress: LogAddress = { view: 'log', of: undefined, text: undefined, filters: {}, commit: undefined }

export const readLogFilters = (fields: Query): LogFilters => {
  const { since, until, type, ...others } = fields
  const known: Query = { ...others, since: dayOf(since), until: dayOf(until), type: oneOf(commitTypes, type) }
  return Object.fromEntries(logFilterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
}

export const logView = declareAddress('log', {
  fields: ({ of, text, filters, commit }) => ({ of, text, ...filters, commit }),
  parse: (path, fields) =>
    path.length > 0
      ? undefined
      : { view: 'log', of: fields['of'], text: fields['text'], filters: readLogFilters(fields), commit: fields['commit'] },
})
