/** Puts a metric's statement together: the filters, which every metric takes, stand in one place. */
import chosenDays from './chosen/days.sql?raw'
import chosenFacts from './chosen/facts.sql?raw'
import chosenGroups from './chosen/groups.sql?raw'
import chosenSessions from './chosen/sessions.sql?raw'
import chosenStateTimes from './chosen/state-times.sql?raw'
import type { Parameter } from '../store/query.ts'

const factTables = 'activity|record_counts|turns|tool_uses|tool_counts|compactions|context_parts|replies|spending'
const chosen = new RegExp(`FROM chosen_(${factTables})\\b`, 'g')

/** Puts filtered facts in their place: a metric says which with `FROM chosen_activity`, `FROM chosen_turns` and so on. */
export const withFilters = (sql: string): string =>
  sql
    .replaceAll('FROM chosen_state_times', () => chosenStateTimes)
    .replaceAll(chosen, (_, table: string) => chosenFacts.replaceAll('table_of_facts', table))
    .replaceAll('FROM chosen_groups', () => chosenGroups)
    .replaceAll('FROM chosen_sessions', () => chosenSessions)
    .replaceAll('FROM chosen_days', () => chosenDays)

/** Those of the values that a statement has parameters for. */
export const parametersIn = (sql: string, values: Readonly<Record<string, Parameter>>): Readonly<Record<string, Parameter>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => new RegExp(`\\$${name}::`).test(sql)))

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const literal = (value: Parameter): string => {
  if (value === null) return 'NULL'
  if (typeof value === 'object') return `[${value.map(quoted).join(', ')}]`
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** The statement with values in place of its parameters. */
export const withValues = (sql: string, values: Readonly<Record<string, Parameter>>): string =>
  sql.replaceAll(/\$(\w+)(?=::)/g, (whole, name: string) => (Object.hasOwn(values, name) ? literal(values[name] ?? null) : whole))
