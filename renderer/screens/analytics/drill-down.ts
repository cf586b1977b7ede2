/** Where a number leads: the records, sessions or rows that it counts, with the filters that are set. */
import type { AnalyticsCell, AnalyticsColumn } from '../../../app/contract/analytics.ts'
import type { Grouping, Opens, OpensValue } from '../../../app/model/metric.ts'
import type { AnalyticsAddress } from './address.ts'
import { ledgerAddress } from '../ledger/address.ts'
import { logAddress } from '../log/address.ts'
import { sessionAddress } from '../session/address.ts'
import type { Address } from '../../ui/address/address.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import type { Query } from '../../ui/address/query-text.ts'

export type AnswerRow = Readonly<Record<string, AnalyticsCell>>

const textOf = (value: AnalyticsCell | undefined): string | undefined => {
  if (value === null || value === undefined) return undefined
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/** The filter that says “only this group”; undefined where there is none to say it. */
export const groupFilter = (by: Grouping, group: string): Query | undefined => {
  switch (by) {
    case 'project':
    case 'template':
    case 'model':
    case 'session':
      return { [by]: group }
    case 'day':
      // What has no time is on no day.
      return /^\d/.test(group) ? { since: group, until: group } : undefined
    case 'agent-type':
      return { agentType: group }
    case 'month':
      return /^\d/.test(group) ? { since: `${group}-01`, until: lastDayOf(group) } : undefined
    case 'version':
    case 'total':
      return undefined
  }
}

/** @param month as in 2026-01 */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** The filter that a cell says by itself: the name of a group, a project, a model, a day, a chain; undefined where there is none. */
export const cellFilter = (column: string, value: AnalyticsCell | undefined, by: Grouping): Query | undefined => {
  if (typeof value !== 'string') return undefined
  switch (column) {
    case 'group_name':
      return groupFilter(by, value)
    case 'project':
    case 'template':
    case 'model':
      return { [column]: value }
    case 'day':
      return groupFilter('day', value)
    case 'chain':
    case 'lane':
      return { chains: value === 'main' ? 'main' : 'sidechains' }
    default:
      return undefined
  }
}

const valueOf = (value: OpensValue, row: AnswerRow): string | undefined => textOf('column' in value ? row[value.column] : value.value)

/** `class` is of one ledger or the other. */
const ledgerClass = (filters: Query, row: AnswerRow): Query => {
  if (row['ledger'] === undefined) return filters
  const { class: finer, reference, ...others } = filters
  return row['ledger'] === 'reference' ? { ...others, reference: reference ?? finer } : { ...others, class: finer }
}

/** Filter that chooses only the row's group; undefined where no filter can do that. Rows of days form separate groups. */
const ownFilter = (group: OpensValue, row: AnswerRow, by: Grouping): Query | undefined => {
  const name = valueOf(group, row)
  const grouping = 'column' in group && group.column === 'day' ? 'day' : by
  return name === undefined || grouping === 'total' ? {} : groupFilter(grouping, name)
}

const metricAddress = (
  opens: Extract<Opens, { to: 'question' }>,
  row: AnswerRow,
  address: AnalyticsAddress,
  by: Grouping,
): Address | undefined => {
  const { group, ...named } = opens.filters
  const set = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, valueOf(value, row)]))
  const own = group === undefined ? {} : ownFilter(group, row, by)
  if (own === undefined) return undefined
  const fields = { ...address.fields, ...own, ...ledgerClass(set, row) }
  if (opens.cannot?.some((name) => fields[name] !== undefined) === true) return undefined
  return { ...address, metric: opens.name, by: undefined, fields }
}

/** The record that a row is about, as an address names it. */
const recordKeyOf = ({ source_id: source, line }: AnswerRow): string | undefined =>
  typeof source === 'string' && typeof line === 'number' ? recordPlaceKey({ sourceId: source, line }) : undefined

/** The address behind a cell; undefined when the cell leads nowhere. */
export const openedBy = (
  { opens }: Pick<AnalyticsColumn, 'opens'>,
  row: AnswerRow,
  address: AnalyticsAddress,
  by: Grouping,
): Address | undefined => {
  if (opens === null) return undefined
  switch (opens.to) {
    case 'question':
      return metricAddress(opens, row, address, by)
    case 'session': {
      const id = textOf(row[opens.id])
      return id === undefined ? undefined : sessionAddress(id, 'conversation', textOf(row['commit_id']), recordKeyOf(row))
    }
    case 'commit': {
      const id = textOf(row[opens.id])
      return id === undefined ? undefined : { ...logAddress, of: id, commit: id }
    }
    case 'record': {
      const [source, line] = [textOf(row[opens.sourceId]), textOf(row[opens.line])]
      return source === undefined || line === undefined
        ? undefined
        : { ...ledgerAddress, tab: 'records', at: `${source}:${line}`, alone: true }
    }
  }
}

/** The place behind a row: of that measure if it leads to a list, else of the first number that does. */
export const openedByRow = (
  columns: readonly AnalyticsColumn[],
  measure: string,
  row: AnswerRow,
  address: AnalyticsAddress,
  by: Grouping,
): Address | undefined => {
  const first = columns.filter(({ name }) => name === measure)
  return [...first, ...columns]
    .filter(({ name, opens }) => opens?.to === 'question' && row[name] !== 0 && row[name] !== null)
    .map((column) => openedBy(column, row, address, by))
    .find((place) => place !== undefined)
}
