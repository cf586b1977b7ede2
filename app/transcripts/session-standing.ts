/** Decides from the lines of a session's main chain who must act next: the agent or the person. */
import { toolKind } from '../../importer/agents.ts'
import { askingKinds } from '../model/tool-kind.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { Standing } from '../model/session-status.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

const endings: ReadonlySet<string> = new Set(['success', 'error_max_turns', 'error_during_execution', 'error_max_budget_usd'])
const leaving: readonly string[] = ['/exit', '/quit']

/** Classes that determine who must act next. Other classes change nothing. */
const after: Readonly<Partial<Record<RecordClass, Standing>>> = {
  human_prompt: 'working',
  queued_prompt: 'working',
  bash_input: 'working',
  tool_result: 'working',
  compaction_summary: 'working',
  auto_continuation: 'working',
  plan_handover: 'working',
  task_notification: 'working',
  teammate_message: 'working',
  peer_message: 'working',
  scheduled: 'working',
  unknown_origin: 'working',
  unknown_wrapper: 'working',
  hook_feedback: 'working',
  interrupt: 'interrupted',
  error: 'failed',
  // The output of the person's own shell command: no model is asked.
  bash_injection: 'idle',
}

/** Tool calls without a result: id → name. */
type OpenCalls = Map<string, string>

const asks = (open: OpenCalls): boolean => [...open.values()].some((name) => askingKinds.has(toolKind(name)))

const afterReply = (line: TranscriptLine, open: OpenCalls): Standing => {
  for (const { id, name } of line.toolUses) open.set(id, name)
  if (open.size > 0) return asks(open) ? 'asking' : 'working'
  return line.textBlocks > 0 ? 'replied' : 'working'
}

/** Whether a line is the output of a client command: a system record in client 2.1, a user record before. */
const isCommandOutput = (line: TranscriptLine): boolean =>
  line.class === 'local_command' || (line.class === 'system' && line.subtype === 'local_command')

const afterOther = (line: TranscriptLine, before: Standing, open: OpenCalls): Standing => {
  if (isCommandOutput(line)) return before === 'ended' ? before : 'idle'
  if (line.class === 'metric') return endings.has(line.subtype ?? '') ? 'ended' : before
  // A prompt that is not queued ends the calls before it, with or without their results.
  if (line.class === 'interrupt' || line.class === 'human_prompt') open.clear()
  for (const id of line.toolResultIds) open.delete(id)
  // A reply may ask the person and call other tools.
  if (line.class === 'tool_result' && asks(open)) return 'asking'
  return after[line.class] ?? before
}

const afterLine = (line: TranscriptLine, before: Standing, open: OpenCalls): Standing => {
  if (line.isApiError) return 'failed'
  if (line.class === 'reply') return afterReply(line, open)
  if (line.class === 'command') return leaving.includes(line.headline.trim()) ? 'ended' : 'working'
  return afterOther(line, before, open)
}

/**
 * @param lines of the main chain, in the order in which they were written.
 * @param isAttended false when a program ran the agent, so that no person can answer.
 */
export const sessionStanding = (lines: readonly TranscriptLine[], isAttended: boolean): Standing => {
  const open: OpenCalls = new Map()
  let standing: Standing = 'none'
  for (const line of lines) standing = afterLine(line, standing, open)
  return standing === 'replied' && !isAttended ? 'done' : standing
}
