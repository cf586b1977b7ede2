/** How a tool call ended, and how long the tool ran. */
import type { ConversationBlock, ToolResultView } from '../../../app/contract/reader.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import type { Refusal } from '../../../app/model/transcript-line.ts'

export type ToolCallBlock = Extract<ConversationBlock, { readonly kind: 'tool_call' }>

export interface Outcome {
  readonly word: string
  readonly look: 'plain' | 'ok' | 'accent' | 'warn' | 'danger'
  readonly hint: string
}

const refusals: Readonly<Record<Refusal, Outcome>> = {
  refused: { word: 'refused', look: 'warn', hint: 'The user refused the call. It did not run and did not fail.' },
  denied: { word: 'refused', look: 'warn', hint: 'A permission rule or a hook refused the call. It did not run and did not fail.' },
  interrupted: { word: 'interrupted', look: 'warn', hint: 'The user stopped the call. It did not fail.' },
  cancelled: {
    word: 'cancelled',
    look: 'warn',
    hint: 'The client cancelled the call before it ran, since another call of the reply failed. It did not fail.',
  },
}

/** Tools that wait for a person: how they end is the answer. */
const answeredBy: Readonly<Record<string, string>> = { AskUserQuestion: 'answered', ExitPlanMode: 'approved' }

/** A tool that looks at a background task says how that is. */
const taskReaders: ReadonlySet<string> = new Set(['BashOutput', 'TaskOutput', 'AgentOutputTool'])

const taskState = (name: string, { text }: ToolResultView): string | undefined =>
  taskReaders.has(name) ? /<status>([a-z_]{1,30})<\/status>/.exec(text)?.[1] : undefined

const failure = ({ exitCode, exitMeaning }: ToolResultView): Outcome => ({
  word: exitCode === null ? 'failed' : `exit code ${exitCode}`,
  look: 'danger',
  hint: exitMeaning ?? 'The call failed.',
})

const ended = (name: string, result: ToolResultView): Outcome => {
  const meaning = result.exitMeaning === null ? '' : ` ${result.exitMeaning}.`
  const word = answeredBy[name] ?? (result.exitCode === null ? 'success' : `exit code ${result.exitCode}`)
  return { word, look: 'ok', hint: `The call ended without an error.${meaning}` }
}

export const outcomeOf = ({ name, result }: Pick<ToolCallBlock, 'name' | 'result'>): Outcome => {
  if (result === null) return { word: 'no result', look: 'plain', hint: 'No result is recorded.' }
  if (result.refusal !== null) return refusals[result.refusal]
  if (result.isError || (result.exitCode ?? 0) !== 0) return failure(result)
  if (result.backgroundId !== null)
    return { word: 'in background', look: 'accent', hint: `The call continues in the background as ${result.backgroundId}.` }
  const state = taskState(name, result)
  if (state === 'running' || state === 'pending') return { word: 'running', look: 'accent', hint: 'The task was still running.' }
  if (state === 'failed') return failure(result)
  return ended(name, result)
}

export interface CallTime {
  readonly text: string
  readonly hint: string
}

const unknown = (hint: string): CallTime => ({ text: 'n/a', hint })

/** How long the tool ran, without a wait for a person; where only two times are known, at most how long. undefined: it did not run. */
export const callTime = ({ name, result, calledAt, limitMs }: Omit<ToolCallBlock, 'kind'>): CallTime | undefined => {
  if (result === null || result.refusal === 'refused' || result.refusal === 'denied') return undefined
  if (result.runMs !== null) return { text: formatDuration(result.runMs), hint: 'How long the tool ran, as the client recorded it.' }
  if (answeredBy[name] !== undefined) return unknown('The call waited for a person; how long the tool ran is not recorded.')
  if (calledAt === null || result.answeredAt === null || result.answeredAt < calledAt)
    return unknown('The records do not say how long the tool ran.')
  const between = result.answeredAt - calledAt
  if (limitMs === null || between <= limitMs)
    return { text: `≤ ${formatDuration(between)}`, hint: 'Time from the call to its result. It may include a wait for a person.' }
  return {
    text: `≤ ${formatDuration(limitMs)}`,
    hint: `The result came ${formatDuration(between)} after the call. The tool runs for at most ${formatDuration(limitMs)}: the rest was a wait.`,
  }
}

const changing: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'TodoWrite', 'AskUserQuestion'])

/** Which calls are unfolded at first: those that changed something, asked a person, failed, were refused, or show a picture or document. */
export const opensAtFirst = (name: string, result: ToolResultView | null): boolean =>
  changing.has(name) ||
  (result !== null && (result.isError || result.refusal !== null || result.images.length > 0 || result.documents.length > 0))
