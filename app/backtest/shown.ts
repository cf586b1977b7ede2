/** A context that a policy built: its parts in order, and which items of the history it shows in full. */
import { tokensOfText } from '../conversation/block-tokens.ts'
import { metadataLine } from '../model/objects/metadata-line.ts'
import { subjectOf } from '../packs/work-facts.ts'
import type { CallStep } from '../packs/recorded-steps.ts'
import type { History, Item, Unit } from './history.ts'

/** Two contexts that begin with parts of the same keys share them in the prompt cache. */
export interface Part {
  readonly key: string | number
  readonly tokens: number
}

export interface Shown {
  readonly parts: readonly Part[]
  /** Numbers of items. */
  readonly full: ReadonlySet<number>
  /** Text in place of other items; '': none. */
  readonly text: string
}

export const tokensOf = ({ parts }: Shown): number => parts.reduce((sum, { tokens }) => sum + tokens, 0)

/** What replaces the output of a call. */
export const outputLine = (call: CallStep, isError: boolean): string =>
  metadataLine({ id: call.id, type: 'toolcall', name: subjectOf(call).slice(0, 120), tool: call.tool, failed: isError })

const lineTokens = (history: History, call: CallStep, isError: boolean): number =>
  Math.round(tokensOfText(history.weights, 'injected', outputLine(call, isError)))

/** Key of the line of a unit, by the number of the unit. */
export const lineKey = (unit: number): string => `line ${unit}`

export const itemPart = ({ number, tokens }: Item): Part => ({ key: number, tokens })

/** The text in paragraphs, so that a changed end keeps the beginning in the cache. */
export const textParts = (history: History, text: string): readonly Part[] =>
  text === ''
    ? []
    : text.split('\n\n').map((paragraph) => ({
        key: `text ${paragraph}`,
        tokens: Math.round(tokensOfText(history.weights, 'injected', `${paragraph}\n\n`)),
      }))

/** A unit with the tokens that it takes, its outputs in full or in one line. */
export interface SizedUnit {
  readonly unit: Unit
  readonly isCollapsed: boolean
  readonly tokens: number
}

const resultOf = ({ items }: Unit): Item | undefined => items.find(({ step }) => step.kind === 'result')

export const hasOutput = (unit: Unit): boolean => resultOf(unit) !== undefined

const tokensCollapsed = (history: History, unit: Unit): number | undefined => {
  const result = resultOf(unit)
  if (result === undefined || result.step.kind !== 'result' || result.step.call === undefined) return undefined
  const line = lineTokens(history, result.step.call, result.step.isError)
  return line < result.tokens ? unit.tokens - result.tokens + line : undefined
}

/** Tokens with a line in place of the output; undefined: the unit has none, or the line is no shorter. */
const collapsedTokens = (history: History, unit: Unit): number | undefined => {
  const known = history.collapsedTokens
  if (!known.has(unit.number)) {
    const tokens = tokensCollapsed(history, unit)
    // Its result may still come.
    if (hasOutput(unit)) known.set(unit.number, tokens)
    return tokens
  }
  return known.get(unit.number)
}

export const inFull = (unit: Unit): SizedUnit => ({ unit, isCollapsed: false, tokens: unit.tokens })

export const collapsed = (history: History, unit: Unit): SizedUnit => {
  const tokens = collapsedTokens(history, unit)
  return tokens === undefined ? inFull(unit) : { unit, isCollapsed: true, tokens }
}

/** Items that a unit shows in full. */
const shownItems = ({ unit, isCollapsed }: SizedUnit): readonly Item[] =>
  isCollapsed ? unit.items.filter(({ step }) => step.kind !== 'result') : unit.items

/** The part of the output's line is what the unit takes beside its other items. */
export const partsOf = (sized: SizedUnit): readonly Part[] => {
  const items = shownItems(sized)
  if (!sized.isCollapsed) return items.map(itemPart)
  const rest = items.reduce((sum, { tokens }) => sum + tokens, 0)
  return [...items.map(itemPart), { key: lineKey(sized.unit.number), tokens: sized.tokens - rest }]
}

export const fullItems = (units: readonly SizedUnit[]): ReadonlySet<number> =>
  new Set(units.flatMap((sized) => shownItems(sized).map(({ number }) => number)))

/** In the order of the history. */
export const shownUnits = (units: readonly SizedUnit[]): Shown => ({ parts: units.flatMap(partsOf), full: fullItems(units), text: '' })

/** The units that fit, by the order of the list, in the order of the history. */
export const thatFit = (ranked: readonly SizedUnit[], budget: number): readonly SizedUnit[] => {
  let left = budget
  const kept: SizedUnit[] = []
  for (const sized of ranked) {
    if (sized.tokens > left) continue
    left -= sized.tokens
    kept.push(sized)
  }
  return kept.sort((a, b) => a.unit.number - b.unit.number)
}
