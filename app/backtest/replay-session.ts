/** Replays a session: at each moment every policy builds its context, which is scored by what the agent then did. */
import type { NeedKind } from '../model/backtest.ts'
import { weightsOf } from '../model/estimate-tokens.ts'
import type { Sliced } from '../model/sliced.ts'
import type { RecordPlace } from '../packs/ledger-message.ts'
import type { Step } from '../packs/recorded-steps.ts'
import { WorkStateReader } from '../packs/state/work-state-reader.ts'
import { buildContext } from './build-context.ts'
import { lifetimeOf, sharedTokens, type DatedPrices, type Reply } from './cache-cost.ts'
import { History } from './history.ts'
import { learnFrom, newFitSums, type FitSums } from './learned.ts'
import { momentsOf, type Moment, type MomentKind } from './moments.ts'
import { plainCommand } from './named-in.ts'
import { readNeeds, type Need, type Needed } from './needs.ts'
import type { Policy } from './policy.ts'
import { tokensOf, type Part, type Shown } from './shown.ts'
import { View, type Weights } from './view.ts'

export interface SessionSteps {
  readonly sessionId: string
  /** With those that the session inherited. */
  readonly steps: readonly Step[]
  /** In order. */
  readonly replies: readonly Reply[]
  /** By the step of a summary, the first step that its compaction kept word for word. */
  readonly kept: ReadonlyMap<number, number>
}

/** A policy with a budget; null: the policy has none. */
export interface Entrant {
  readonly policy: Policy
  readonly budget: number | null
}

/** How one entrant did at one moment. */
export interface Score {
  readonly tokens: number
  readonly usd: number | null
  /** Places of the needs that were missing. */
  readonly missing: readonly number[]
  /** Looked at again, though the history had it, because it was not shown. */
  readonly regret: readonly string[]
}

/** A moment at which the agent needed something of the history. */
export interface ReplayedCase {
  readonly place: RecordPlace
  readonly at: number | null
  readonly needs: readonly { readonly kind: NeedKind; readonly name: string }[]
  /** In the order of the entrants. */
  readonly scores: readonly Score[]
}

export interface ReplayOptions {
  readonly entrants: readonly Entrant[]
  readonly moments: MomentKind
  readonly prices: DatedPrices
  /** Fitted to earlier sessions. */
  readonly weights: Weights
  /** Whether later sessions learn from this one. */
  readonly learns: boolean
}

/** Shorter lines are found in any text. */
const leastError = 8

const textHas = (text: string, { kind, name }: Need): boolean => {
  if (text === '' || kind === 'file') return false
  if (kind === 'command') return plainCommand(text).includes(name)
  return kind === 'error' ? name.length >= leastError && text.toLowerCase().includes(name) : text.includes(name)
}

const isShown = ({ full, text }: Shown, need: Need): boolean => need.items.some((item) => full.has(item)) || textHas(text, need)

/** What the last request of an entrant left in the cache. */
interface Cached {
  parts: readonly Part[]
  /** Items that were known then: later ones were appended. */
  items: number
}

class SessionReplay {
  readonly #session: SessionSteps
  readonly #options: ReplayOptions
  readonly #history = new History()
  readonly #work = new WorkStateReader(new Set())
  readonly #cached: Cached[]
  readonly learned = newFitSums()
  #added = 0
  /** Replies before the moment. */
  #replies = 0
  /** Items that the last request had: its response and what followed were never sent. */
  #requested = 0

  constructor(session: SessionSteps, options: ReplayOptions) {
    this.#session = session
    this.#options = options
    this.#cached = options.entrants.map(() => ({ parts: [], items: 0 }))
  }

  #advance(before: number): void {
    const { replies, steps, kept } = this.#session
    for (; this.#added < before; this.#added += 1) {
      const step = steps[this.#added]
      if (step === undefined) break
      while ((replies[this.#replies]?.step ?? Infinity) <= this.#added) {
        this.#history.weights = weightsOf(replies[this.#replies]?.model ?? null)
        this.#requested = this.#history.items.length
        this.#replies += 1
      }
      this.#history.add(step)
      const firstKept = kept.get(step.step)
      if (firstKept !== undefined) this.#history.keepFrom(firstKept)
      this.#work.add(step)
    }
  }

  /** Time of the last step before the moment, without the prompt that begins it. */
  #idleSince({ before }: Moment): number | null {
    const { steps } = this.#session
    for (let at = before - 1; at >= 0; at -= 1) {
      const step = steps[at]
      if (step !== undefined && step.kind !== 'prompt' && step.at !== null) return step.at
    }
    return null
  }

  at(moment: Moment): ReplayedCase | undefined {
    const { steps, replies } = this.#session
    const { weights, entrants, learns } = this.#options
    this.#advance(moment.before)
    const visible = steps.slice(0, moment.before)
    const view = new View({ history: this.#history, prompt: moment.prompt, steps: visible, weights, state: () => this.#work.state() })
    const needed = readNeeds(steps.slice(moment.before, moment.until), this.#history, moment.prompt.text)
    const reply = replies[this.#replies - 1] ?? replies[0]
    const now = visible.at(-1)?.at ?? null
    const idleSince = this.#idleSince(moment)
    const isCached = idleSince === null || now === null || now - idleSince <= lifetimeOf(reply)
    const scores = entrants.map((entrant, at) => this.#score(entrant, view, needed, { at, reply, now, isCached }))
    const { needs } = needed
    if (needs.length === 0) return undefined
    if (learns) learnFrom(this.learned, view, needs)
    const { place } = moment.prompt
    const own = steps[moment.before]?.place
    return {
      place: this.#options.moments === 'prompt' ? place : (own ?? place),
      at: now,
      needs: needs.map(({ kind, name }) => ({ kind, name })),
      scores,
    }
  }

  #score(
    { policy, budget }: Entrant,
    view: View,
    { needs, repeats }: Needed,
    {
      at,
      reply,
      now,
      isCached,
    }: { readonly at: number; readonly reply: Reply | undefined; readonly now: number | null; readonly isCached: boolean },
  ): Score {
    const shown = buildContext(policy, view, budget ?? Infinity)
    const tokens = tokensOf(shown)
    const before = this.#cached[at] ?? { parts: [], items: 0 }
    // The key of an item is its number; those since then were appended to the requests of the turn.
    const appended = (place: number): number | undefined => {
      const item = before.items + place
      return item < this.#requested ? item : undefined
    }
    const read = isCached ? sharedTokens(before.parts, appended, shown.parts) : 0
    this.#cached[at] = { parts: shown.parts, items: this.#history.items.length }
    return {
      tokens,
      usd: this.#options.prices.usd(reply, now, { read, written: tokens - read }),
      missing: needs.flatMap((need, place) => (isShown(shown, need) ? [] : [place])),
      regret: repeats.filter(({ items }) => !items.some((item) => shown.full.has(item))).map(({ name }) => name),
    }
  }
}

export interface ReplayedSession {
  readonly cases: readonly ReplayedCase[]
  readonly learned: FitSums
}

/** Gives control back before each moment, so that the caller can stop. Inherited steps are history only. */
export function* replaySession(session: SessionSteps, options: ReplayOptions): Sliced<ReplayedSession> {
  const replay = new SessionReplay(session, options)
  const cases: ReplayedCase[] = []
  for (const moment of momentsOf(session.steps, options.moments)) {
    yield
    const place = options.moments === 'prompt' ? moment.prompt.place : session.steps[moment.before]?.place
    if (place?.sessionId !== session.sessionId) continue
    const one = replay.at(moment)
    if (one !== undefined) cases.push(one)
  }
  return { cases, learned: replay.learned }
}
