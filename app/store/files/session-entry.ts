/** The state of a session as the journal holds it. */
import { z } from 'zod'
import { granularity } from '../../model/granularity.ts'

const sourceEntry = z
  .object({
    source_id: z.string(),
    /** Id of the agent whose file it is; absent for Claude Code. */
    agent: z.string().optional(),
    path: z.string(),
    file: z.string(),
    root: z.string(),
    role: z.enum(['session', 'agent', 'meta', 'side', 'earlier']),
    agent_id: z.string().optional(),
    bytes: z.number().int(),
    /** Nanoseconds since 1970, as text since it exceeds a safe integer. */
    modified_ns: z.string(),
    content_hash: z.string(),
    manifest_hash: z.string(),
    lines: z.number().int(),
    records: z.number().int(),
    /** Number of lines of an earlier version that the file no longer contained; absent for other sources, and when not known. */
    missing_lines: z.number().int().optional(),
  })
  .readonly()

/** The complete state of one session. Sources without a session are in the entry of the session ''. */
export const sessionEntry = z.object({
  kind: z.literal('session'),
  session_id: z.string(),
  sources: z.array(sourceEntry).readonly(),
  refs: z.array(z.object({ name: z.string(), commit_id: z.string() }).readonly()).readonly(),
  /** Refs of an earlier state that no longer exist. */
  dropped_refs: z.array(z.string()).readonly(),
  /** Commit ids with the hashes of their records, in the order in which the commits were cut. */
  commits: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  /** Data from other sessions, and the places where other sessions cut it. */
  inputs: z
    .object({
      foreign: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
      cuts: z.array(z.string()).readonly(),
      /** Who ran the agent, when the import named it. */
      principal: z.string().optional(),
      /** How finely it is cut, when a granularity was given. */
      granularity: granularity.optional(),
      /** File system of each folder that its files were imported from. Absent in entries of older versions. */
      filesystems: z
        .array(z.tuple([z.string(), z.string()]).readonly())
        .readonly()
        .optional(),
    })
    .readonly(),
  /** Uuids of other sessions' records from which its commits continue. Absent when there are none, and in entries of older versions. */
  goes_on_from: z.array(z.string()).readonly().optional(),
})
