/**
 * Selects packs under a budget: required packs first, then optional ones by priority, each in full, else in compact form, else not at all.
 * It knows sizes alone, so that texts and parts of a conversation are selected by the same rules.
 */
import type { PackForm } from '../model/pack-form.ts'
import { priorities, type Priority } from './context-strategy.ts'

/** A pack by its sizes, UTF-16 code units. */
export interface SizedPack {
  readonly name: string
  readonly priority: Priority
  readonly chars: number
  /** Null: it has no compact form. */
  readonly compactChars: number | null
  /** Place among the packs of its priority when they are selected, the smallest first. Default: its place in the list. */
  readonly rank?: number
}

export interface PackBudget {
  readonly maxTokens: number
  /** All packs together have at most as many characters; the estimate of tokens makes no difference. */
  readonly maxChars: number
  readonly tokensOf: (chars: number) => number
}

export interface ChosenPack {
  readonly name: string
  readonly priority: Priority
  readonly form: PackForm
  /** A truncated pack may keep as many. */
  readonly chars: number
  readonly tokens: number
  readonly why: string
}

export interface Selection {
  /** In the order of the list. */
  readonly packs: readonly ChosenPack[]
  readonly chars: number
  readonly tokens: number
  /** The required packs alone take more than the budget, also in compact form. */
  readonly isOver: boolean
}

/** The estimate of context strategies. */
export const estimateTokensFromChars = (chars: number): number => Math.ceil(chars / 4)

/** The guard of context strategies, UTF-16 code units. */
export const defaultMaxChars = 500_000

interface Place {
  readonly pack: SizedPack
  form: PackForm
  chars: number
  why: string
}

const rankOf = (pack: SizedPack, at: number): number => pack.rank ?? at

class PackSelection {
  readonly #places: readonly Place[]
  /** In the order of selection. */
  readonly #ordered: readonly Place[]
  readonly #budget: PackBudget

  constructor(packs: readonly SizedPack[], budget: PackBudget) {
    this.#budget = budget
    this.#places = packs.map((pack) => ({ pack, form: 'left_out', chars: 0, why: '' }))
    this.#ordered = this.#places
      .map((place, at) => ({ place, priority: priorities.indexOf(place.pack.priority), rank: rankOf(place.pack, at), at }))
      .sort((a, b) => a.priority - b.priority || a.rank - b.rank || a.at - b.at)
      .map(({ place }) => place)
  }

  get #tokens(): number {
    return this.#places.reduce((sum, { chars }) => sum + this.#budget.tokensOf(chars), 0)
  }

  get #chars(): number {
    return this.#places.reduce((sum, { chars }) => sum + chars, 0)
  }

  run(): Selection {
    const required = this.#ordered.filter(({ pack }) => pack.priority === 'required')
    const optional = this.#ordered.filter(({ pack }) => pack.priority !== 'required')
    this.#addRequired(required)
    let left = this.#budget.maxTokens - this.#tokens
    for (const place of optional) {
      this.#addOptional(place, Math.max(0, left))
      left -= this.#budget.tokensOf(place.chars)
    }
    this.#guard(required, optional)
    const packs = this.#places.map(({ pack, form, chars, why }): ChosenPack => {
      const { name, priority } = pack
      return { name, priority, form, chars, tokens: this.#budget.tokensOf(chars), why }
    })
    const tokens = this.#tokens
    return { packs, chars: this.#chars, tokens, isOver: tokens > this.#budget.maxTokens }
  }

  #take(place: Place, form: 'full' | 'compact', why: string): void {
    place.form = form
    place.chars = form === 'full' ? place.pack.chars : (place.pack.compactChars ?? place.pack.chars)
    place.why = why
  }

  /** All are included. One that exceeds what is left has its compact form; if that is not enough, those before it have theirs. */
  #addRequired(required: readonly Place[]): void {
    let left = this.#budget.maxTokens
    for (const place of required) {
      const fits = this.#budget.tokensOf(place.pack.chars) <= left
      if (fits) this.#take(place, 'full', 'required')
      else this.#compactRequired(place, left)
      left -= this.#budget.tokensOf(place.chars)
    }
    for (const place of [...required].reverse()) {
      if (this.#tokens <= this.#budget.maxTokens) return
      if (place.form === 'full') this.#compactRequired(place, Math.max(0, this.#budget.maxTokens - this.#others(place)))
    }
  }

  #others(place: Place): number {
    return this.#tokens - this.#budget.tokensOf(place.chars)
  }

  #compactRequired(place: Place, left: number): void {
    const { chars, compactChars } = place.pack
    const tokens = this.#budget.tokensOf(chars)
    if (compactChars === null || compactChars >= chars)
      this.#take(place, 'full', `required; it takes ${tokens} tokens, and ${left} were left`)
    else this.#take(place, 'compact', `required; in full it takes ${tokens} tokens, and ${left} were left`)
  }

  #addOptional(place: Place, left: number): void {
    const { chars, compactChars } = place.pack
    const [full, compact] = [this.#budget.tokensOf(chars), compactChars === null ? undefined : this.#budget.tokensOf(compactChars)]
    if (full <= left) this.#take(place, 'full', 'it fits')
    else if (compact !== undefined && compact <= left)
      this.#take(place, 'compact', `in full it takes ${full} tokens, and ${left} were left`)
    else {
      const least = compact === undefined ? `it takes ${full} tokens` : `in compact form it takes ${compact} tokens`
      place.why = `${least}, and ${left} were left`
    }
  }

  /** The last selected goes first: to compact form if it has one, else out. Required packs follow, and are truncated last. */
  #guard(required: readonly Place[], optional: readonly Place[]): void {
    const { maxChars } = this.#budget
    const isOver = (): boolean => this.#chars > maxChars
    if (!isOver()) return
    const why = `all packs together exceed ${maxChars} characters`
    const isSmaller = ({ form, pack }: Place): boolean => form === 'full' && pack.compactChars !== null && pack.compactChars < pack.chars
    for (const place of [...optional].reverse()) if (isOver() && isSmaller(place)) this.#take(place, 'compact', why)
    for (const place of [...optional].reverse()) {
      if (!isOver() || place.form === 'left_out') continue
      place.form = 'left_out'
      place.chars = 0
      place.why = why
    }
    for (const place of [...required].reverse()) if (isOver() && isSmaller(place)) this.#take(place, 'compact', `required; ${why}`)
    if (isOver()) this.#truncate(required, why)
  }

  /** The longest are truncated, all to the same length, so that short packs stay whole. */
  #truncate(required: readonly Place[], why: string): void {
    let left = this.#budget.maxChars
    const byLength = [...required].sort((a, b) => a.chars - b.chars)
    for (const [at, place] of byLength.entries()) {
      const share = Math.floor(left / (byLength.length - at))
      if (place.chars > share) {
        place.form = 'truncated'
        place.chars = share
        place.why = `required; ${why}, also in compact form`
      }
      left -= place.chars
    }
  }
}

/** Deterministic: the same packs and budget give the same selection. */
export const selectPacks = (packs: readonly SizedPack[], budget: PackBudget): Selection => new PackSelection(packs, budget).run()
