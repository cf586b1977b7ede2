/** The working state of a fork as the journal holds it: what an agent that continues from it sees in full. */
import { z } from 'zod'

/** The state of one object on one fork or captured session. */
export const stateEntry = z.object({
  kind: z.literal('state'),
  /** The ref, for example `fork/try-again`. */
  on: z.string(),
  object_id: z.string(),
  active: z.boolean(),
  pinned: z.boolean(),
  /** It left the metadata pool: it is in the session index alone. */
  indexed: z.boolean().optional(),
  /** The commit that the ref named when this was set. */
  commit_id: z.string(),
  /** ISO 8601. */
  set_at: z.string(),
})

/** With '' as the object, the common beginning of all subjects of a ref. */
export const stateSubject = ({ on, object_id: objectId }: Pick<z.infer<typeof stateEntry>, 'on' | 'object_id'>): string =>
  `state ${JSON.stringify(on)} ${objectId}`
