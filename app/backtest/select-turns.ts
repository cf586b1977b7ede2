/** The rule of exports with a budget: summary, state and last turns are required, older turns follow, in full or without outputs. */
import { turnPriority } from '../packs/conversation/pack-conversation.ts'
import { selectPacks, type SizedPack } from '../packs/select-packs.ts'
import { groupBy } from '../model/group-by.ts'
import type { Unit } from './history.ts'
import { collapsed, hasOutput, inFull, textParts, thatFit, type Shown, type SizedUnit } from './shown.ts'
import type { Policy } from './policy.ts'
import type { View } from './view.ts'

interface Turn {
  readonly full: readonly SizedUnit[]
  readonly compact: readonly SizedUnit[]
}

const sum = (units: readonly SizedUnit[]): number => units.reduce((all, { tokens }) => all + tokens, 0)

/** @param kept how many of the newest outputs stay */
const turnOf = (view: View, units: readonly Unit[], kept: number): Turn => {
  const outputs = units.filter(hasOutput)
  const staying = new Set(kept === 0 ? [] : outputs.slice(-kept))
  return {
    full: units.map(inFull),
    compact: units.map((unit) => (!hasOutput(unit) || staying.has(unit) ? inFull(unit) : collapsed(view.history, unit))),
  }
}

const packOf = (name: string, { full, compact }: Turn, priority: SizedPack['priority'], rank: number): SizedPack => {
  const [chars, least] = [sum(full), sum(compact)]
  return { name, priority, chars, compactChars: least < chars ? least : null, rank }
}

export const selectTurns = (view: View, rule: Extract<Policy, { kind: 'turns' }>, budget: number): Shown => {
  const own = view.unitsFrom(rule.from)
  const summaryUnit = [...own].reverse().find(({ items }) => items[0]?.step.kind === 'summary')
  const groups = [
    ...groupBy(
      own.filter((unit) => unit !== summaryUnit),
      ({ turn }) => turn,
    ).values(),
  ]
  const turns = groups.map((units, at) => turnOf(view, units, groups.length - at <= rule.lastTurns ? rule.outputsPerTurn : 0))
  const state = textParts(view.history, view.stateText)
  const stateTokens = state.reduce((all, { tokens }) => all + tokens, 0)
  const summary = summaryUnit === undefined ? [] : [inFull(summaryUnit)]
  const room = Math.max(0, budget - view.promptTokens - stateTokens)
  const { packs } = selectPacks(
    [
      { name: 'summary', priority: 'required', chars: sum(summary), compactChars: null, rank: 0 },
      ...turns.map((turn, at) => {
        const distance = turns.length - at - rule.lastTurns
        return packOf(`turn ${at + 1}`, turn, distance <= 0 ? 'required' : turnPriority(distance), -at)
      }),
    ],
    { maxTokens: room, maxChars: room, tokensOf: (tokens) => tokens },
  )
  const [ownSummary, ...chosen] = packs
  const units = chosen.flatMap(({ form, chars }, at): readonly SizedUnit[] => {
    const turn = turns[at]
    if (turn === undefined || form === 'left_out') return []
    if (form === 'full') return turn.full
    return form === 'compact' ? turn.compact : thatFit([...turn.compact].reverse(), chars)
  })
  const shown = view.withPrompt([...thatFit(summary, ownSummary?.chars ?? 0), ...units])
  return { ...shown, parts: [...state, ...shown.parts], text: view.stateText }
}
