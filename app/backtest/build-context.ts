/** Builds what a policy shows at a moment, from what is before the moment and from nothing else. */
import { tokensOfText } from '../conversation/block-tokens.ts'
import { keptOutputs } from '../packs/collapse-policy.ts'
import { estimateTokensFromChars } from '../packs/select-packs.ts'
import { packContext } from '../packs/pack-context.ts'
import { wordsIn } from './named-in.ts'
import type { Policy } from './policy.ts'
import { rankByScore } from './learned.ts'
import { selectTurns } from './select-turns.ts'
import { collapsed, fullItems, hasOutput, inFull, partsOf, thatFit, type Shown, type SizedUnit } from './shown.ts'
import type { View } from './view.ts'

const newestFirst = <T>(all: readonly T[]): readonly T[] => [...all].reverse()

const collapse = (view: View, method: Extract<Policy, { kind: 'collapse' }>, budget: number): Shown => {
  const { history } = view
  const present = view.unitsFrom(method.from)
  const outputs = present.filter(hasOutput).map(({ number, turn }) => ({ id: String(number), turn }))
  // The turn that begins with the prompt has no output yet.
  const lastTurn = present.at(-1)?.turn ?? 0
  const kept = keptOutputs({ ...method.collapse, name: '', about: '', exempt: [] }, outputs, lastTurn)
  const sized = present.map((unit) => (!hasOutput(unit) || kept.has(String(unit.number)) ? inFull(unit) : collapsed(history, unit)))
  const fitting = thatFit(newestFirst(sized), budget - view.promptTokens)
  if (method.collapse.shows === 'in_place') return view.withPrompt(fitting)
  return atEnd(view, fitting)
}

/** Lines of what is not active first, then the conversation, then the active outputs. */
const atEnd = (view: View, units: readonly SizedUnit[]): Shown => {
  const lines = units.filter(({ isCollapsed }) => isCollapsed)
  const active = units.filter(({ unit, isCollapsed }) => !isCollapsed && hasOutput(unit))
  const chat = view.withPrompt(units.filter(({ unit }) => !hasOutput(unit)))
  return {
    parts: [...lines.flatMap(partsOf), ...chat.parts, ...active.flatMap(partsOf)],
    full: new Set([...fullItems(units), ...chat.full]),
    text: '',
  }
}

const masking = (view: View, outputs: number, budget: number): Shown => {
  const withOutput = view.candidates.filter(hasOutput)
  const kept = new Set(withOutput.slice(Math.max(0, withOutput.length - outputs)))
  const sized = view.candidates.map((unit) => (!hasOutput(unit) || kept.has(unit) ? inFull(unit) : collapsed(view.history, unit)))
  return view.withPrompt(thatFit(newestFirst(sized), budget - view.promptTokens))
}

/** At most as many tokens. */
const cutText = (view: View, text: string, budget: number): string => {
  const tokens = tokensOfText(view.history.weights, 'injected', text)
  return tokens <= budget ? text : text.slice(0, Math.max(0, Math.floor((text.length * budget) / tokens)))
}

const summaryAlone = (view: View, budget: number): Shown => {
  const { summary } = view.history
  const left = Math.max(0, budget - view.promptTokens)
  if (summary === undefined) return view.textAndPrompt(cutText(view, view.stateText, left))
  const own = view.history.units[summary.unit]
  if (own !== undefined && summary.tokens <= left) return view.withPrompt([inFull(own)])
  return view.textAndPrompt(cutText(view, summary.step.kind === 'summary' ? summary.step.text : '', left))
}

const byWords = (view: View, budget: number): Shown => {
  const hits = new Map<number, number>()
  for (const word of wordsIn(view.prompt.text))
    for (const number of view.history.words.get(word) ?? []) hits.set(number, (hits.get(number) ?? 0) + 1)
  const found = view.candidates.filter(({ number }) => hits.has(number))
  const ranked = found.sort((a, b) => (hits.get(b.number) ?? 0) - (hits.get(a.number) ?? 0) || b.number - a.number)
  return view.withPrompt(thatFit(ranked.map(inFull), budget - view.promptTokens))
}

const packs = (view: View, { strategy }: Extract<Policy, { kind: 'packs' }>, budget: number): Shown => {
  // The strategy counts four characters a token: the budget is that of the weights.
  const perChar = view.history.weights.injected
  const chars = Math.floor(Math.max(0, budget - view.promptTokens) / perChar)
  const maxTokens = Math.max(1, Math.min(strategy.maxTokens, estimateTokensFromChars(chars)))
  const { text } = packContext(view.recorded.ledger, { ...strategy, maxTokens }, { header: '', trigger: '' })
  return view.textAndPrompt(text)
}

/** Deterministic. @param budget tokens; the prompt is shown even where it exceeds them */
export const buildContext = (policy: Policy, view: View, budget: number): Shown => {
  const left = budget - view.promptTokens
  switch (policy.kind) {
    case 'full':
      return view.withPrompt(view.present.map(inFull))
    case 'recency':
      return view.withPrompt(thatFit(newestFirst(view.candidates.map(inFull)), left))
    case 'masking':
      return masking(view, policy.outputs, budget)
    case 'summary':
      return summaryAlone(view, budget)
    case 'words':
      return byWords(view, budget)
    case 'learned':
      return view.withPrompt(thatFit(rankByScore(view).map(inFull), left))
    case 'collapse':
      return collapse(view, policy, budget)
    case 'turns':
      return selectTurns(view, policy, budget)
    case 'packs':
      return packs(view, policy, budget)
  }
}
