/**
 * Packs a conversation under a budget: the summary of a compaction, the state of the work and the last turns are required, older turns are
 * optional, the newest first. docs/packs.md describes the order.
 */
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import type { Priority } from '../context-strategy.ts'
import { StrataError } from '../../model/failure.ts'
import { weightsOf, type TokenWeights } from '../../model/estimate-tokens.ts'
import { selectPacks, type ChosenPack, type SizedPack } from '../select-packs.ts'
import { charsOfRows, tokensOfRows } from './row-tokens.ts'
import { compactRows, withoutThinking } from './shorten-rows.ts'
import { splitTurns } from './split-turns.ts'
import { gapRow, shortenTurn, shortenedTurn, stateRow, type PackPlan, type ShortenedTurn, type TurnForm } from './pack-plan.ts'

type Rows = readonly ConversationRow[]

export interface PackRequest {
  /** Tokens. */
  readonly budget: number
  /** The model that answered last; null: none did. */
  readonly model: string | null
  /** The state of the work in compact form. */
  readonly state: string
  /** Tokens of the system prompt and the tools, where the form contains them. */
  readonly fixedTokens: number
  /** Number of turns at the end that are required. */
  readonly lastTurns: number
  /** How many of the newest outputs of each of these stay in full when they are compacted. */
  readonly outputsPerTurn: number
  /** Names of packs that a person requires, and of those that a person excludes. */
  readonly pinned: ReadonlySet<string>
  readonly dropped: ReadonlySet<string>
}

export interface PackedConversation {
  readonly rows: Rows
  /** Estimated. */
  readonly tokens: number
  /** By how much more tokens are estimated than by four characters a token. */
  readonly estimateScale: number
  readonly packs: readonly ChosenPack[]
  readonly plan: PackPlan
  /** Undefined: it fits. Else the tokens of the required packs in their shortest form. */
  readonly needed: number | undefined
}

interface Part {
  readonly name: string
  readonly priority: Priority
  /** Null: it is no part of the conversation, such as the system prompt. */
  readonly rows: Rows | null
  /** The same with thinking. */
  readonly whole: Rows
  readonly size: number
  readonly compact: Rows | null
  readonly keptOutputs: number
  /** Whether the full form lacks thinking. */
  readonly isSlim: boolean
  readonly rank: number
  readonly canBeTruncated: boolean
}

/** Turns before the required ones, by their distance. */
const highTurns = 5
const mediumTurns = 20

/** @param distance from the required turns */
export const turnPriority = (distance: number): Priority => (distance <= highTurns ? 'high' : distance <= mediumTurns ? 'medium' : 'low')

export const stateName = 'state'
const fixedName = 'system prompt and tools'
const byPerson = 'a person excluded it'

/** Selections that are tried before room for a note at every turn is reserved. */
const maxRounds = 8

const turnsName = (count: number): readonly string[] => (count === 0 ? [] : [count === 1 ? 'turn 1' : `turn 1 to turn ${count}`])

const turnName = (number: number): string => `turn ${number}`

class ConversationPacker {
  readonly #weights: TokenWeights
  readonly #request: PackRequest
  readonly #turns: readonly Rows[]
  readonly #summary: Rows
  readonly #gapTokens: number

  constructor(rows: Rows, request: PackRequest) {
    this.#weights = weightsOf(request.model)
    this.#request = request
    const { summary, turns } = splitTurns(rows)
    this.#summary = summary
    this.#turns = turns
    this.#gapTokens = tokensOfRows(this.#weights, [gapRow(turns.length, turns.length + 1)])
  }

  #tokens(rows: Rows): number {
    return tokensOfRows(this.#weights, rows)
  }

  /** @param isSlim thinking goes, but for the last turn, whose reply may not be complete */
  #parts(isSlim: boolean): readonly Part[] {
    const { fixedTokens, state, pinned } = this.#request
    const fixed = { canBeTruncated: false, isSlim: false, rank: 0, compact: null, whole: [], keptOutputs: 0 } as const
    const stateRows = [stateRow(state)]
    const before: readonly Part[] = [
      ...(fixedTokens === 0 ? [] : [{ ...fixed, name: fixedName, priority: 'required' as const, rows: null, size: fixedTokens }]),
      ...(this.#summary.length === 0
        ? []
        : [
            {
              ...fixed,
              name: 'summary',
              priority: 'required' as const,
              rows: this.#summary,
              whole: this.#summary,
              size: this.#tokens(this.#summary),
              canBeTruncated: true,
            },
          ]),
      { ...fixed, name: stateName, priority: 'required', rows: stateRows, size: this.#tokens(stateRows) },
    ]
    const turns = this.#turns.map((rows, at): Part => {
      const distance = this.#turns.length - at - this.#request.lastTurns
      const isRequired = distance <= 0 || pinned.has(turnName(at + 1))
      const isLast = at === this.#turns.length - 1
      const full = isSlim && !isLast ? withoutThinking(rows) : rows
      const keptOutputs = distance <= 0 ? this.#request.outputsPerTurn : 0
      const compact = compactRows(rows, keptOutputs)
      return {
        name: turnName(at + 1),
        priority: isRequired ? 'required' : turnPriority(distance),
        rows: full,
        whole: rows,
        size: this.#tokens(full),
        compact,
        keptOutputs,
        isSlim: full.length !== rows.length || this.#tokens(full) !== this.#tokens(rows),
        rank: -at,
        canBeTruncated: true,
      }
    })
    return [...before, ...turns]
  }

  #sized({ name, priority, size, compact, rank }: Part): SizedPack {
    const compactChars = compact === null ? null : this.#tokens(compact)
    return { name, priority, chars: size, compactChars: compactChars !== null && compactChars < size ? compactChars : null, rank }
  }

  #select(parts: readonly Part[], budget: number): readonly ChosenPack[] {
    const { dropped } = this.#request
    const kept = parts.filter(({ name }) => !dropped.has(name))
    const { packs } = selectPacks(
      kept.map((part) => this.#sized(part)),
      { maxTokens: budget, maxChars: budget, tokensOf: (tokens) => tokens },
    )
    const chosen = new Map(packs.map((pack) => [pack.name, pack]))
    return parts.map((part) => {
      const own = chosen.get(part.name)
      if (own !== undefined) return { ...own, why: this.#why(part, own) }
      return { name: part.name, priority: part.priority, form: 'left_out', chars: 0, tokens: 0, why: byPerson }
    })
  }

  #why({ isSlim, name }: Part, { form, why }: ChosenPack): string {
    const pinned = this.#request.pinned.has(name) ? `${why}, by a person` : why
    return form === 'full' && isSlim
      ? `${pinned}, without thinking`
      : pinned.replace(/^(.*)all packs together exceed (\d+) characters/, '$1the required parts exceed $2 tokens')
  }

  /** Undefined: a required part cannot be made as short. */
  #rowsOf(part: Part, form: TurnForm): Rows | undefined {
    if (part.rows === null) return form.form === 'full' ? [] : undefined
    if (form.form === 'full' || part.whole.length === 0) return form.form === 'left_out' ? [] : part.rows
    if (form.form === 'truncated' && !part.canBeTruncated) return undefined
    return shortenTurn(this.#weights, part.whole, form)
  }

  /** A required turn that exceeds its room keeps as many of its newest outputs as fit, before its replies are excluded. */
  #fitted(part: Part, pack: ChosenPack): { readonly pack: ChosenPack; readonly form: TurnForm } {
    const form = { form: pack.form, isSlim: part.isSlim, keptOutputs: part.keptOutputs, tokens: pack.chars }
    if (pack.form !== 'truncated') return { pack, form }
    for (let keptOutputs = part.keptOutputs - 1; keptOutputs >= 0; keptOutputs -= 1) {
      if (this.#tokens(compactRows(part.whole, keptOutputs)) > pack.chars) continue
      const why = `${pack.why}: outputs in full: ${keptOutputs}`
      return { pack: { ...pack, form: 'compact', why }, form: { ...form, form: 'compact', keptOutputs } }
    }
    return { pack, form }
  }

  /** Undefined: it does not fit. */
  #packed(parts: readonly Part[], chosen: readonly ChosenPack[]): Pick<PackedConversation, 'rows' | 'packs' | 'plan'> | undefined {
    const rows: ConversationRow[] = []
    const shortened: ShortenedTurn[] = []
    const packs: ChosenPack[] = []
    let gapFrom: number | undefined
    for (const [at, part] of parts.entries()) {
      const own = chosen[at]
      if (own === undefined) return undefined
      const { pack, form } = this.#fitted(part, own)
      const shown = this.#rowsOf(part, form)
      if (shown === undefined) return undefined
      const inPlan = shortenedTurn(part.whole, form)
      if (inPlan !== undefined) shortened.push(inPlan)
      const turn = at - (parts.length - this.#turns.length) + 1
      if (turn > 0 && pack.form === 'left_out') gapFrom ??= turn
      if (turn > 0 && pack.form !== 'left_out' && gapFrom !== undefined) {
        rows.push(gapRow(gapFrom, turn - 1))
        gapFrom = undefined
      }
      for (const row of shown) rows.push(row)
      const tokens = part.rows === null ? part.size : this.#tokens(shown)
      packs.push({ ...pack, chars: tokens, tokens })
    }
    const hasState = packs.some(({ name, form }) => name === stateName && form !== 'left_out')
    return { rows, packs, plan: { model: this.#request.model, hasState, turns: shortened } }
  }

  /** Number of notes where turns are excluded: one for each run of them. */
  #gaps(turns: readonly boolean[]): number {
    return turns.filter((isExcluded, at) => isExcluded && turns[at + 1] === false).length
  }

  /** The required parts, each as short as it can be, with the notes between them. */
  #least(parts: readonly Part[]): number {
    const isKept = ({ priority, name }: Part): boolean => priority === 'required' && !this.#request.dropped.has(name)
    const gaps = this.#gaps(parts.slice(-this.#turns.length).map((part) => !isKept(part)))
    return parts.filter(isKept).reduce((sum, part) => {
      const { chars, compactChars } = this.#sized(part)
      return sum + Math.min(chars, compactChars ?? chars)
    }, gaps * this.#gapTokens)
  }

  /** All parts in full, but for those that a person excluded. */
  #full(parts: readonly Part[]): readonly ChosenPack[] {
    return parts.map((part): ChosenPack => {
      const { name, priority, size } = part
      if (this.#request.dropped.has(name)) return { name, priority, form: 'left_out', chars: 0, tokens: 0, why: byPerson }
      const own: ChosenPack = {
        name,
        priority,
        form: 'full',
        chars: size,
        tokens: size,
        why: priority === 'required' ? 'required' : 'it fits',
      }
      return { ...own, why: this.#why(part, own) }
    })
  }

  /** Room for notes is reserved only as far as the selection makes gaps. */
  *#selections(parts: readonly Part[]): Generator<readonly ChosenPack[]> {
    const { budget } = this.#request
    let reserved = 0
    for (let round = 0; round < maxRounds; round += 1) {
      const chosen = this.#select(parts, budget - reserved)
      yield chosen
      const gaps = this.#gaps(chosen.slice(-this.#turns.length).map(({ form }) => form === 'left_out'))
      if (gaps * this.#gapTokens <= reserved) break
      reserved = gaps * this.#gapTokens
    }
    yield this.#select(parts, budget - this.#turns.length * this.#gapTokens)
  }

  *#ways(): Generator<readonly [readonly Part[], readonly ChosenPack[]]> {
    const whole = this.#parts(false)
    yield [whole, this.#full(whole)]
    const slim = this.#parts(true)
    yield [slim, this.#full(slim)]
    for (const chosen of this.#selections(slim)) yield [slim, chosen]
  }

  /** @throws StrataError invalid-input */
  #refuseNames(): void {
    const { pinned, dropped } = this.#request
    const known = this.#parts(false).map(({ name }) => name)
    if (dropped.has(fixedName)) throw new StrataError('invalid-input', `Cannot exclude ${fixedName}: a request always contains them`, {})
    for (const name of [...pinned, ...dropped]) {
      if (!known.includes(name)) {
        const parts = [...known.filter((part) => !part.startsWith('turn ')), ...turnsName(this.#turns.length)].join(', ')
        throw new StrataError('invalid-input', `No part of this export is called ${name}. Its parts: ${parts}`, { name })
      }
      if (pinned.has(name) && dropped.has(name))
        throw new StrataError('invalid-input', `${name} cannot be both required and excluded`, { name })
    }
  }

  /** @throws StrataError invalid-input */
  run(): PackedConversation {
    this.#refuseNames()
    const all = [...this.#summary, ...this.#turns.flat()]
    const chars = charsOfRows(all)
    const estimateScale = chars === 0 ? 1 : (this.#tokens(all) * 4) / chars
    for (const [parts, chosen] of this.#ways()) {
      const packed = this.#packed(parts, chosen)
      if (packed === undefined) continue
      const tokens = this.#request.fixedTokens + this.#tokens(packed.rows)
      if (tokens <= this.#request.budget) return { ...packed, tokens, estimateScale, needed: undefined }
    }
    const plan = { model: this.#request.model, hasState: false, turns: [] }
    return { rows: [], tokens: 0, estimateScale, packs: [], plan, needed: this.#least(this.#parts(true)) }
  }
}

/** Deterministic. @throws StrataError invalid-input: a name is of no part */
export const packConversation = (rows: Rows, request: PackRequest): PackedConversation => new ConversationPacker(rows, request).run()
