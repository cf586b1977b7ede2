/** The settings of a capture. */
import { z } from 'zod'
import { captureGranularity, defaultCaptureGranularity } from '../../model/granularity.ts'

/** The settings of a capture, as its spool keeps them. A spool of another version may lack a part, or say it otherwise: then that is not known. */
export const captureSettings = z
  .object({
    /** Commit that it continues from; '' for none. */
    parent: z.string().catch(''),
    /** A fork that follows the agent's newest commit. */
    onto: z.string().optional().catch(undefined),
    /** Absent: the session id of the stream is used. */
    sessionId: z.string().optional().catch(undefined),
    principal: z.string().catch(''),
    machine: z.string().catch(''),
    template: z.string().catch(''),
    ticketId: z.string().catch(''),
    threadId: z.string().catch(''),
    startedAtMs: z.number().catch(0),
    /** The first prompt, as the command that was started says it. */
    prompt: z.string().optional().catch(undefined),
    /** How the agent takes its input: as text that belongs to the first prompt, or as messages. */
    input: z.enum(['none', 'text', 'messages']).catch('none'),
    granularity: captureGranularity.catch(defaultCaptureGranularity),
  })
  .readonly()
export type CaptureSettings = z.infer<typeof captureSettings>
