/** Corrects the type of a text, or takes that back: one entry of the journal; the tables follow from it. */
import type { CallParsed } from '../../contract/calls.ts'
import { choice, count, flag, integer, text, type Row } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import type { ThinkingType } from '../../model/reasoning.ts'
import { correctedTypes } from '../kernel/corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import eventToCorrect from './event-to-correct.sql?raw'

const columns = {
  eventId: text('event_id'),
  typeByRule: choice<ThinkingType>('type_by_rule'),
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  isThere: flag('is_there'),
} as const

const textsListed = 'strata search --reasoning decision'
const correctionsListed = 'strata reasoning corrections'

/** @throws StrataError not-found, ambiguous-id */
const findEvent = async ({ store }: EngineContext, id: string, list: string): Promise<Row<typeof columns>> => {
  const found = await store.database.query(eventToCorrect, columns, { event: id })
  const event = found.find(({ eventId }) => eventId === id) ?? found[0]
  if (event === undefined) throw new StrataError('not-found', `No text has the id “${id}”`, { text: id, list })
  if (event.eventId !== id && found.length > 1) {
    const candidates = found.map(({ eventId }) => eventId)
    throw new StrataError('ambiguous-id', `“${id}” is ambiguous: ${candidates.join(', ')}`, { text: id, candidates })
  }
  return event
}

/** @returns the whole id @throws StrataError not-found, ambiguous-id, disk-full */
export const correctType = async (
  context: EngineContext,
  { eventId: id, type, reason }: CallParsed<'reasoning.correct'>,
): Promise<string> => {
  const { eventId, typeByRule, sessionId, sourceId, line, block, isThere } = await findEvent(
    context,
    id,
    type === null ? correctionsListed : textsListed,
  )
  if (type !== null && !isThere)
    throw new StrataError('not-found', `The store no longer contains the text ${eventId}`, { text: eventId, list: textsListed })
  await withWriteLock(context.store, async () => {
    const isCorrected = correctedTypes(context.store).has(eventId)
    if (type === null && !isCorrected)
      throw new StrataError('not-found', `The text ${eventId} has no correction to remove`, { text: eventId, list: correctionsListed })
    // The type by rule needs no correction.
    const given = type === typeByRule ? null : type
    if (given === null && !isCorrected) return
    const journal = {
      kind: 'thinking',
      event_id: eventId,
      type: given,
      type_by_rule: typeByRule,
      session_id: sessionId,
      source_id: sourceId,
      line,
      block,
      ...(reason === undefined || given === null ? {} : { reason }),
      corrected_at: new Date().toISOString(),
    } as const
    await context.store.writeUnits([{ entries: [], journal, replaces: undefined, rows: {} }])
  })
  context.changed([sessionId])
  return eventId
}
