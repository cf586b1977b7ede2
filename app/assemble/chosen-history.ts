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

/** The estimates of a policy are not those of the records, and some policies barely obey: as many smaller budgets are tried. */
const maxRounds = 7
/** A history that takes this share of its room is near enough. */
const nearEnough = 0.95

/**
 * @param room tokens that the history may take
 * @param sizeOf what a chosen history takes, with what is beside the message
 * @returns the largest found that fits, else that of no budget
 */
export const fitChosen = <T extends { readonly tokens: number }>(
  { choose, hasBudget }: HistoryPolicy,
  room: number,
  scale: number,
  sizeOf: (chosen: ChosenHistory) => T,
): T => {
  let [low, high] = [0, Math.max(0, Math.floor(room / scale))]
  const whole = sizeOf(choose(high))
  if (whole.tokens <= room || !hasBudget || high === 0) return whole
  let best: T | undefined
  let budget = Math.max(0, Math.floor(high * Math.min(0.98, room / whole.tokens)))
  for (let round = 1; round <= maxRounds && budget > low; round += 1) {
    const sized = sizeOf(choose(budget))
    if (sized.tokens <= room) {
      best = sized
      low = budget
      if (sized.tokens >= room * nearEnough) break
    } else high = budget
    budget = Math.floor((low + high) / 2)
  }
  return best ?? sizeOf(choose(0))
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
