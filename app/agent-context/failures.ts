/** Commands and edits that failed when they were tried last: a later success settles a failure. */
import { commandKey, fieldIn, isLooking } from './command-key.ts'
import type { EventNode, ToolCallSummary } from './thinking-record.ts'

/** An attempt whose last outcome is a failure. */
export interface Failure {
  readonly command: string
  /** The event with the newest attempt. */
  readonly event: string
  /** Failures since the last success. */
  readonly times: number
}

const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'shell'])

/** Two events of one passage have the same calls. */
const passageOf = ({ record: { source, line } }: EventNode): string => `${source}:${String(line)}`

const commandIn = (call: ToolCallSummary): string | undefined => {
  if (!shells.has(call.tool_name)) return undefined
  const command = fieldIn(call.input_summary, 'command')
  return command === undefined ? undefined : commandKey(command)
}

/** @param events in the order of the file */
export const failuresIn = (events: readonly EventNode[]): readonly Failure[] => {
  const last = new Map<string, Failure>()
  let passage = ''
  for (const event of events) {
    const own = passageOf(event)
    if (own === passage) continue
    passage = own
    for (const call of event.tool_calls) {
      const command = commandIn(call)
      if (command === undefined || command === '' || isLooking(command)) continue
      if (call.outcome === 'error') last.set(command, { command, event: event.id, times: (last.get(command)?.times ?? 0) + 1 })
      else last.delete(command)
    }
  }
  return [...last.values()].sort((one, other) => (one.command < other.command ? -1 : 1))
}
