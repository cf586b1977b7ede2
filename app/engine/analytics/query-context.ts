/** Facts about the fact tables that are needed before a metric reads them; they rarely change between metrics. */
import type { MetricFilters } from '../../analytics/metrics/run-metric.ts'
import largestMeasures from '../../analytics/filters/largest-measures.sql?raw'
import knownOfSessions from '../../analytics/filters/known-of-sessions.sql?raw'
import nameNumber from '../../analytics/filters/name-number.sql?raw'
import zoneShifts from '../../analytics/filters/zone-shifts.sql?raw'
import { asksNarrow, usesLocalDays, type ZoneShift } from '../../analytics/compose-sql.ts'
import { count, flag } from '../../model/columns.ts'
import type { Database } from '../../store/tables/database.ts'
import type { AnswerCache } from '../kernel/answer-cache.ts'

export type QueryContext = Pick<MetricFilters, 'modelNumber' | 'agentNumber' | 'hidesSessions' | 'looksUpSessions' | 'shifts' | 'isNarrow'>

type Named = Pick<MetricFilters, 'model' | 'agentType' | 'session' | 'project' | 'template' | 'by' | 'zone'>

const numberOf = async (database: Database, known: AnswerCache, name: string): Promise<number> => {
  const [row] = await known.of(database, `name ${name}`, () => database.query(nameNumber, { number: count('number') }, { name }))
  return row?.number ?? -1
}

const shiftsOf = (database: Database, known: AnswerCache, zone: string): Promise<readonly ZoneShift[]> => {
  const columns = { quarter: count('quarter'), seconds: count('seconds') }
  return known.of(database, `zone ${zone}`, () => database.query(zoneShifts, columns, { zone }))
}

/** Largest number of 32 bits with a sign. */
const maxNarrow = 2 ** 31 - 1

const isNarrow = async (database: Database, known: AnswerCache): Promise<boolean> => {
  const [row] = await known.of(database, 'largest measures', () => database.query(largestMeasures, { largest: count('largest') }))
  return row !== undefined && row.largest <= maxNarrow
}

const filtersSessions = ({ session, project, template }: Named): boolean => session !== null || project !== null || template !== null

export const queryContext = async (database: Database, known: AnswerCache, sql: string, named: Named): Promise<QueryContext> => {
  const columns = { hidesSessions: flag('hides_sessions'), isTidy: flag('is_tidy') }
  const [sessions] = await known.of(database, 'sessions', () => database.query(knownOfSessions, columns))
  const { hidesSessions = true, isTidy = false } = sessions ?? {}
  return {
    modelNumber: named.model === null ? null : await numberOf(database, known, named.model),
    agentNumber: named.agentType === null ? null : await numberOf(database, known, named.agentType),
    // A session that is requested by name counts even if it otherwise does not.
    hidesSessions: hidesSessions && named.session === null,
    looksUpSessions: hidesSessions || !isTidy || filtersSessions(named),
    shifts: usesLocalDays(sql, named.by) ? await shiftsOf(database, known, named.zone) : [],
    isNarrow: asksNarrow(sql) && (await isNarrow(database, known)),
  }
}
