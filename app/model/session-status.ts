/** The current status of a session. It depends on the last records and on the time, so every request computes it again. */

/**
 * What the last records of a session's main chain say:
 * working: the model or a tool is next (a prompt, a tool's result, thinking, or an unanswered tool call is last); replied: the agent
 * finished its reply; asking: it asks the person something, or wants a plan approved; interrupted: the person stopped it; failed: the last
 * request to the model failed; idle: a command that needs no model was answered; done: as replied, but no person will answer, since a
 * program ran the agent; ended: the client recorded the end; none: the session has no conversation.
 */
export const standings = ['working', 'replied', 'asking', 'interrupted', 'failed', 'idle', 'done', 'ended', 'none'] as const
export type Standing = (typeof standings)[number]

export const sessionStatuses = ['running', 'waiting', 'stale', 'ended'] as const
/**
 * running: the model or a tool works; waiting: for the person; stale: running by its records, but none came for long: a tool takes long
 * or waits for a permission (which no transcript records), or the client was closed; ended: it says so, or is very old.
 */
export type SessionStatus = (typeof sessionStatuses)[number]

/** A reply is written piece by piece: only when nothing followed for this long is it taken for finished. */
export const settleMs = 3_000
/** Tools run for minutes; a client that is alive writes something more often than this. */
export const staleAfterMs = 10 * 60_000
/** Who has not gone on for a day has left. */
export const endedAfterMs = 24 * 3_600_000

const over: ReadonlySet<Standing> = new Set(['ended', 'none'])
/** A reply was finished, or so it seems. */
const replied: ReadonlySet<Standing> = new Set(['replied', 'done'])

/** @param lastAt time of the session's last record, null: none has one; both in milliseconds since 1970. */
export const statusAt = (standing: Standing, lastAt: number | null, now: number): SessionStatus => {
  if (lastAt === null || over.has(standing)) return 'ended'
  const ageMs = now - lastAt
  if (ageMs > endedAfterMs) return 'ended'
  if (standing === 'working') return ageMs > staleAfterMs ? 'stale' : 'running'
  if (replied.has(standing) && ageMs < settleMs) return 'running'
  return standing === 'done' ? 'ended' : 'waiting'
}

/** Outcomes that a client reports at the end of a session. */
export const reportedOutcomes = ['success', 'error_max_turns', 'error_during_execution', 'error_max_budget_usd'] as const
/** Outcomes of sessions; unknown: the client reported none, or a person continued after it. */
export const sessionOutcomes = [...reportedOutcomes, 'interrupted', 'unknown'] as const

/** Whether only the prompts of a session are known: its transcript was deleted before it was imported. */
export const isPromptsOnly = ({ kind }: { readonly kind: string }): boolean => kind === 'prompts_only'
/** Kind of agent of their commits. */
export const promptsOnlyTemplate = 'claude-code/history'
export const promptsOnlyWords = 'prompts only'
