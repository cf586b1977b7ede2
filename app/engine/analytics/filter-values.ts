/** The values that filters of metrics can have. */
import filterValues from '../../analytics/filters/filter-values.sql?raw'
import { zoneOf } from '../../analytics/time-zone.ts'
import type { AnalyticsValues } from '../../contract/analytics.ts'
import { count, text } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'

/** @throws StrataError invalid-input */
export const listFilterValues = async (
  { store }: EngineContext,
  derived: DerivedTables,
  timeZone: string | undefined,
): Promise<AnalyticsValues> => {
  const zone = zoneOf(timeZone)
  await derived.ensure('facts')
  const columns = { filter: text('filter'), value: text('value'), times: count('times') }
  const rows = await store.database.query(filterValues, columns, { zone })
  const of = (name: string) => rows.filter(({ filter }) => filter === name)
  return {
    projects: of('project').map(({ value, times }) => ({ project: value, sessions: times })),
    templates: of('template').map(({ value, times }) => ({ template: value, sessions: times })),
    models: of('model').map(({ value, times }) => ({ model: value, events: times })),
    agentTypes: of('agent-type').map(({ value, times }) => ({ agentType: value, events: times })),
    firstDay: of('first')[0]?.value ?? null,
    lastDay: of('last')[0]?.value ?? null,
    zone,
  }
}
