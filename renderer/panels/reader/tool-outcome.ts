/** How a tool call ended, and how long the tool ran. */
import { changerKinds, outputKinds, type ToolKind } from '../../../app/model/tool-kind.ts'
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
const answeredBy: Readonly<Partial<Record<ToolKind, string>>> = { ask: 'answered', approve: 'approved' }

/** A tool that looks at a background task says how that is. */
const taskState = (tool: ToolKind, { text }: ToolResultView): string | undefined =>
  outputKinds.has(tool) ? /<status>([a-z_]{1,30})<\/status>/.exec(text)?.[1] : undefined

const failure = ({ exitCode, exitMeaning }: ToolResultView): Outcome => ({
  word: exitCode === null ? 'failed' : `exit code ${exitCode}`,
  look: 'danger',
  hint: exitMeaning ?? 'The call failed.',
})

const ended = (tool: ToolKind, result: ToolResultView): Outcome => {
  const meaning = result.exitMeaning === null ? '' : ` ${result.exitMeaning}.`
  const word = answeredBy[tool] ?? (result.exitCode === null ? 'success' : `exit code ${result.exitCode}`)
  return { word, look: 'ok', hint: `The call ended without an error.${meaning}` }
}

export const outcomeOf = ({ tool, result }: Pick<ToolCallBlock, 'tool' | 'result'>): Outcome => {
  if (result === null) return { word: 'no result', look: 'plain', hint: 'No result is recorded.' }
  if (result.refusal !== null) return refusals[result.refusal]
  if (result.isError || (result.exitCode ?? 0) !== 0) return failure(result)
  if (result.backgroundId !== null)
    return { word: 'in background', look: 'accent', hint: `The call continues in the background as ${result.backgroundId}.` }
  const state = taskState(tool, result)
  if (state === 'running' || state === 'pending') return { word: 'running', look: 'accent', hint: 'The task was still running.' }
  if (state === 'failed') return failure(result)
  return ended(tool, result)
}

export interface CallTime {
  readonly text: string
  readonly hint: string
}

const unknown = (hint: string): CallTime => ({ text: 'n/a', hint })

/** How long the tool ran, without a wait for a person; where only two times are known, at most how long. undefined: it did not run. */
export const callTime = ({ tool, result, calledAt, limitMs }: Omit<ToolCallBlock, 'kind'>): CallTime | undefined => {
  if (result === null || result.refusal === 'refused' || result.refusal === 'denied') return undefined
  if (result.runMs !== null) return { text: formatDuration(result.runMs), hint: 'How long the tool ran, as the client recorded it.' }
  if (answeredBy[tool] !== undefined) return unknown('The call waited for a person; how long the tool ran is not recorded.')
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

const opening: ReadonlySet<ToolKind> = new Set<ToolKind>([...changerKinds, 'todo', 'ask'])

/** Which calls are unfolded at first: those that changed something, asked a person, failed, were refused, or show a picture or document. */
export const opensAtFirst = (tool: ToolKind, result: ToolResultView | null): boolean =>
  opening.has(tool) ||
  (result !== null && (result.isError || result.refusal !== null || result.images.length > 0 || result.documents.length > 0))
