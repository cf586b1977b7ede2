/** A history that a policy chooses, and how it is fitted to what the other layers leave. */
import type { AssembledPack } from '../contract/assemble.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import type { Lost } from '../model/chain-event.ts'
import { countOf } from '../model/format/count.ts'

/** What a policy chose of a conversation. */
export interface ChosenHistory {
  readonly rows: readonly ConversationRow[]
  /** What belongs beside the message of now; '': nothing. */
  readonly beside: string
  /** Items in full, outputs in one line, and items that are not shown. */
  readonly inFull: number
  readonly lines: number
  readonly excluded: number
  readonly lost: readonly Lost[]
}

export interface HistoryPolicy {
  readonly name: string
  /** False: no budget changes what it shows. */
  readonly hasBudget: boolean
  /** @param budget tokens of the history, as the policy estimates them */
  readonly choose: (budget: number) => ChosenHistory
}

/** The estimates of a policy are not those of the records: a smaller budget is tried as often. */
const maxRounds = 12

/**
 * @param room tokens that the history may take
 * @param tokensOf what a chosen history takes, with what is beside the message
 * @returns the first that fits, else the last one
 */
export const fitChosen = <T extends { readonly tokens: number }>(
  { choose, hasBudget }: HistoryPolicy,
  room: number,
  scale: number,
  sizeOf: (chosen: ChosenHistory) => T,
): T => {
  let budget = Math.max(0, Math.floor(room / scale))
  for (let round = 1; ; round += 1) {
    const sized = sizeOf(choose(budget))
    if (sized.tokens <= room || !hasBudget || budget === 0) return sized
    if (round === maxRounds) budget = 0
    else budget = Math.max(0, Math.floor(budget * Math.min(0.98, room / sized.tokens)))
  }
}

export const chosenPacks = (
  name: string,
  { inFull, lines, excluded }: ChosenHistory,
  { history, beside }: { readonly history: number; readonly beside: number },
): readonly AssembledPack[] => {
  const why = `policy ${name}`
  const rest = [...(lines === 0 ? [] : [`${countOf(lines, 'output')} in one line each`]), why].join(', ')
  return [
    { name: countOf(inFull, 'item'), layer: 2, priority: 'required', form: lines === 0 ? 'full' : 'compact', tokens: history, why: rest },
    ...(excluded === 0
      ? []
      : [{ name: countOf(excluded, 'item'), layer: 2, priority: 'low', form: 'left_out', tokens: 0, why } satisfies AssembledPack]),
    ...(beside === 0
      ? []
      : [{ name: 'beside the message', layer: 3, priority: 'required', form: 'full', tokens: beside, why } satisfies AssembledPack]),
  ]
}
