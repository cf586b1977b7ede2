/** The journal entry of a person's correction of what a text decides, drops or weighs. */
import { z } from 'zod'
import { thinkingTypes } from '../../model/reasoning.ts'

/** A type that a person gave an event; null: that of the rules again. It belongs to the event; the place is where it was then. */
export const thinkingEntry = z.object({
  kind: z.literal('thinking'),
  /** Follows from the record, the place in it and the type by rule. */
  event_id: z.string(),
  type: z.enum(thinkingTypes).nullable(),
  type_by_rule: z.enum(thinkingTypes),
  session_id: z.string(),
  source_id: z.string(),
  line: z.number().int(),
  block: z.number().int(),
  reason: z.string().optional(),
  /** ISO 8601. */
  corrected_at: z.string(),
})

const prefix = 'thinking '

/** The subject of the correction of an event. */
export const thinkingSubject = (eventId: string): string => `${prefix}${eventId}`

/** The event that an entry with this subject corrects; undefined: the subject is another. */
export const correctedEvent = (subject: string): string | undefined =>
  subject.startsWith(prefix) ? subject.slice(prefix.length) : undefined
