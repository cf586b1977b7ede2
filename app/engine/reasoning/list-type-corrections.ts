/** Every text whose type a person corrected: what the rules had said, and whether it is still there. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { TypeCorrection } from '../../contract/reasoning.ts'
import { choice, flag, instant, optional, text } from '../../model/columns.ts'
import type { ThinkingType } from '../../model/reasoning.ts'
import { resolveOptionalSession } from '../commits/resolve-name.ts'
import typeCorrections from './type-corrections.sql?raw'

const columns = {
  eventId: text('event_id'),
  type: choice<ThinkingType>('type'),
  typeByRule: choice<ThinkingType>('type_by_rule'),
  reason: optional(text('reason')),
  correctedAt: instant('corrected_at'),
  applies: flag('applies'),
  summary: text('summary'),
  sessionId: text('session_id'),
  title: text('title'),
} as const

/** @throws StrataError not-found, ambiguous-id */
export const listTypeCorrections = async (
  tables: Tables,
  { sessionId }: CallParsed<'reasoning.corrections'>,
): Promise<readonly TypeCorrection[]> =>
  tables.query(typeCorrections, columns, { session: await resolveOptionalSession(tables, sessionId) })
