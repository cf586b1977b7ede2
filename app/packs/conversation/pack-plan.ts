/** How a budget shortened a conversation, so that the same rows can be shortened again in the same way. */
import { addedRow, type ConversationRow } from '../../conversation/conversation-row.ts'
import { weightsOf, type TokenWeights } from '../../model/estimate-tokens.ts'
import type { PackForm } from '../../model/pack-form.ts'
import { compactRows, withoutThinking } from './shorten-rows.ts'
import { splitTurns } from './split-turns.ts'
import { truncateRows } from './truncate-rows.ts'

type Rows = readonly ConversationRow[]

export interface TurnForm {
  readonly form: PackForm
  /** Whether the full form lacks thinking. */
  readonly isSlim: boolean
  /** How many of the newest outputs stay in full in the compact form. */
  readonly keptOutputs: number
  /** What a truncated form may take. */
  readonly tokens: number
}

/** A turn, or the summary of a compaction, that is not shown in full. */
export interface ShortenedTurn extends TurnForm {
  /** Uuids of its first and last record. */
  readonly from: string
  readonly to: string
}

export interface PackPlan {
  /** The model whose weights count. */
  readonly model: string | null
  readonly hasState: boolean
  readonly turns: readonly ShortenedTurn[]
}

const stateHead = 'State of the work at this point, derived from the records of the conversation:'

export const stateRow = (state: string): ConversationRow => addedRow('user', [{ type: 'text', text: `${stateHead}\n${state}` }])

export const gapRow = (from: number, to: number): ConversationRow =>
  addedRow('user', [{ type: 'text', text: `[${from === to ? `Turn ${from}` : `Turns ${from} to ${to}`} excluded to keep the budget]` }])

const isBoundary = ({ role }: ConversationRow): boolean => role === 'boundary'

/** @returns undefined: it cannot be made as short */
export const shortenTurn = (weights: TokenWeights, rows: Rows, { form, isSlim, keptOutputs, tokens }: TurnForm): Rows | undefined => {
  const full = isSlim ? withoutThinking(rows) : rows
  if (form === 'left_out') return []
  if (form === 'full') return full
  if (form === 'compact') return compactRows(rows, keptOutputs)
  const spoken = full.filter((row) => !isBoundary(row))
  const cut = truncateRows(weights, spoken, tokens)
  return cut === undefined ? undefined : [...full.filter(isBoundary), ...cut]
}

const uuidOf = ({ line }: ConversationRow): string | undefined => line?.uuid

/** Undefined: it is in full, or no record begins or ends it. */
export const shortenedTurn = (rows: Rows, form: TurnForm): ShortenedTurn | undefined => {
  if (form.form === 'full' && !form.isSlim) return undefined
  const uuids = rows.flatMap((row) => uuidOf(row) ?? [])
  const [from, to] = [uuids[0], uuids.at(-1)]
  return from === undefined || to === undefined ? undefined : { ...form, from, to }
}

/** Shortens the turns of a plan; what came after them stays. @param state the state of the work that is shown before the turns */
export const applyPlan = (rows: Rows, { model, hasState, turns: shortened }: PackPlan, state: string): Rows => {
  const weights = weightsOf(model)
  const byFirst = new Map(shortened.map((turn) => [turn.from, turn]))
  const asShown = (part: Rows): Rows => {
    const plan = byFirst.get(part.flatMap((row) => uuidOf(row) ?? [])[0] ?? '')
    if (plan === undefined) return part
    const end = part.map(uuidOf).lastIndexOf(plan.to) + 1
    if (end === 0) return part
    return [...(shortenTurn(weights, part.slice(0, end), plan) ?? part.slice(0, end)), ...part.slice(end)]
  }
  const { summary, turns } = splitTurns(rows)
  const shown = [...asShown(summary), ...(hasState ? [stateRow(state)] : [])]
  let gapFrom: number | undefined
  for (const [at, turn] of turns.entries()) {
    const own = asShown(turn)
    if (own.length === 0) gapFrom ??= at + 1
    else if (gapFrom !== undefined) {
      shown.push(gapRow(gapFrom, at))
      gapFrom = undefined
    }
    for (const row of own) shown.push(row)
  }
  return shown
}
