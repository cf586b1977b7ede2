/** The baseline: everything that was decided, in a list at the end of `CLAUDE.md`. */
import { isStanding } from '../agent-context/claude-md.ts'
import type { EventNode } from '../agent-context/thinking-record.ts'
import { sizeTokens, weightsOf } from '../model/estimate-tokens.ts'
import { oneLine } from '../model/format/one-line.ts'
import { maxRecallTokens } from '../model/recall.ts'
import { sizeOfText } from '../model/text-size.ts'

const weights = weightsOf(null)
/** Estimated tokens of a text that is given to an agent. */
export const givenTokens = (text: string): number => Math.ceil(sizeTokens(weights, 'injected', sizeOfText(text)))

export interface FlatNotes {
  /** '' where nothing was decided. */
  readonly text: string
  readonly events: readonly EventNode[]
}

/** The newest events, up to the tokens that a prompt is given at most. */
export const flatNotes = (events: readonly EventNode[]): FlatNotes => {
  let text = '## Earlier decisions\n'
  const kept: EventNode[] = []
  for (const event of events.filter(isStanding).reverse()) {
    const files = event.files_affected.length === 0 ? '' : ` (${event.files_affected.join(', ')})`
    const longer = `${text}- ${event.type}: ${oneLine(event.summary)}${files}\n`
    if (givenTokens(longer) > maxRecallTokens) break
    text = longer
    kept.push(event)
  }
  return { text: kept.length === 0 ? '' : text, events: kept }
}
