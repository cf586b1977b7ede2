/** The journal entry of a tracker's observation of a file on disk, which no transcript contains. */
import { z } from 'zod'

/** A file was another one than what was known of it last. Its bytes are an artifact. */
export const trackedEntry = z.object({
  kind: z.literal('tracked'),
  /** The session whose files are tracked. */
  session_id: z.string(),
  object_id: z.string(),
  /** As the session names it. */
  path: z.string(),
  /** ISO 8601. */
  observed_at: z.string(),
  /** SHA-256 of its bytes; null: it was deleted. */
  source_hash: z.string().nullable(),
  bytes: z.number().int(),
  /** Absent: there are no bytes, or more than a tracker keeps. */
  artifact_hash: z.string().optional(),
})

type Tracked = Pick<z.infer<typeof trackedEntry>, 'session_id' | 'object_id' | 'observed_at'>

const prefix = 'tracked '

/** Each observation has its own: none replaces another. */
export const trackedSubject = ({ session_id: sessionId, object_id: objectId, observed_at: at }: Tracked): string =>
  `${prefix}${sessionId} ${objectId} ${at}`

/** Whether entries with this subject are observations. */
export const isTracked = (subject: string): boolean => subject.startsWith(prefix)
