/** The address of a search: its text has the words and the filters. */
import { filterText } from '../../../app/model/search/edit-search.ts'
import { reasonings } from '../../../app/model/reasoning.ts'
import { declareAddress } from '../../ui/address/address.ts'
import { dayOf, oneOf } from '../../ui/address/read-fields.ts'
import type { Query } from '../../ui/address/query-text.ts'

export interface SearchAddress {
  readonly view: 'search'
  /** In the grammar of searches. */
  readonly text: string | undefined
  readonly isNewestFirst: boolean
  /** Thoughts alone that seem to be decisions, rejections or trade-offs. */
  readonly reasoning: string | undefined
  /** The selected row. */
  readonly at: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly search: SearchAddress
  }
}

export const searchAddress: SearchAddress = { view: 'search', text: undefined, isNewestFirst: false, reasoning: undefined, at: undefined }

const dayMs = 86_400_000

/** Links of earlier versions had fields for what is now written as a filter. */
const earlierFilters = (fields: Query): readonly string[] => {
  const { kinds, file, project, session } = fields
  const since = dayOf(fields['since'])
  const until = dayOf(fields['until'])
  return [
    ...(kinds ?? '').split(',').flatMap((kind) => (kind === '' ? [] : [filterText('kind', kind === 'tool_call' ? 'call' : kind)])),
    ...(file === undefined ? [] : [filterText('file', file)]),
    ...(project === undefined ? [] : [filterText('project', project)]),
    ...(session === undefined ? [] : [filterText('session', session)]),
    ...(since === undefined ? [] : [filterText('after', since)]),
    // The last day was included.
    ...(until === undefined ? [] : [filterText('before', new Date(Date.parse(until) + dayMs).toISOString().slice(0, 10))]),
  ]
}

export const searchView = declareAddress('search', {
  fields: ({ text, isNewestFirst, reasoning, at }) => ({ text, order: isNewestFirst ? 'newest' : undefined, reasoning, at }),
  parse: (path, fields) => {
    if (path.length > 0) return undefined
    const text = [...(fields['text'] === undefined ? [] : [fields['text']]), ...earlierFilters(fields)].join(' ')
    return {
      view: 'search',
      text: text === '' ? undefined : text,
      isNewestFirst: fields['order'] === 'newest',
      reasoning: oneOf(reasonings, fields['reasoning']),
      at: fields['at'],
    }
  },
})
