/** Where a captured session is cut into commits (events-v1 §1.7): one chain for the agent, one for each of its sub-agents. */
import { z } from 'zod'
import { ContextTally, weighContext } from '../../chains/commit-context.ts'
import type { MeasuredContext } from '../../chains/weigh-chain.ts'
import { isPersonsPrompt } from '../../chains/describe-events.ts'
import { jsonOf } from '../../chains/read-system-events.ts'
import type { Event } from '../../model/event.ts'
import { defaultCaptureGranularity, type CaptureGranularity } from '../../model/granularity.ts'
import type { StreamedEvent } from '../../model/streamed-event.ts'

/** A commit to be made of the newest events of a chain, which stands on it from then on. */
export interface Cut {
  /** The tool call that started the chain; '' for the agent's own. */
  readonly agentCall: string
  /** The kind of sub-agent that the call requested; '' when it names none, and for the agent's own chain. */
  readonly agentType: string
  readonly commitType: 'delta' | 'compaction'
  readonly checkpoint: 'turn_boundary' | 'tool_call' | 'compaction' | 'session_end' | 'explicit'
  /** Its events, as they came. */
  readonly streamed: readonly StreamedEvent[]
  /** How much the context grows by it; undefined: no reply says. */
  readonly tokens: number | undefined
  /** Size of the context before it; undefined: not available. */
  readonly sizeBefore: number | undefined
  /** Turns that ended among its events. */
  readonly turns: number
  readonly parent: Tip
  /** The commit that it becomes. */
  readonly tip: Tip
}

/** The tip of a chain. Cuts are gathered and their commits are made together, so the commit of a tip may not exist yet. */
export class Tip {
  #commitId: string | undefined
  /** The previous tip; it becomes the tip again when the commit cannot be made. */
  readonly #before: Tip | undefined
  #isLost = false

  /** @param commitId '' for none; undefined: it is not made yet. */
  constructor(commitId: string | undefined, before?: Tip) {
    this.#commitId = commitId
    this.#before = before
  }

  /** '' for none; undefined: it is not made yet. */
  get commitId(): string | undefined {
    return this.#commitId
  }

  /** The newest commit that is made; '' for none. */
  get made(): string {
    return this.#commitId ?? this.#before?.made ?? ''
  }

  /** Itself, or what it follows, when its commit could not be made. */
  get standing(): Tip {
    return this.#isLost && this.#before !== undefined ? this.#before.standing : this
  }

  become(commitId: string): void {
    this.#commitId = commitId
  }

  lose(): void {
    this.#isLost = true
  }
}

interface Chain {
  /** The commit that its next commit follows. */
  tip: Tip
  /** Size of the context there, tokens; undefined: not available. */
  size: number | undefined
  /** Events that are in no cut yet. */
  pending: StreamedEvent[]
  /** Turns that ended among them. */
  turns: number
  /** Whether the agent has answered since the last end of a turn. */
  isAnswering: boolean
}

const boundaries: readonly string[] = ['compact_boundary', 'microcompact_boundary']

const isBoundary = (event: Event): boolean => event.type === 'system' && boundaries.includes(event.payload.subtype)

const answers: readonly Event['type'][] = ['response', 'thinking', 'tool_call']

const contextOf = (streamed: readonly StreamedEvent[]): MeasuredContext | undefined => {
  const tally = new ContextTally()
  for (const { event, measured } of streamed) {
    if (measured !== undefined) tally.addReply(measured)
    if (event.type === 'prompt') tally.addPrompt(event.payload.content.length)
  }
  return tally.context
}

/** The kind of sub-agent that a tool call asks for; '' when it does not say. */
const agentTypeIn = ({ input }: Extract<Event, { readonly type: 'tool_call' }>['payload']): string => {
  try {
    const { data } = z.object({ subagent_type: z.string() }).safeParse(JSON.parse(jsonOf(input) ?? 'null'))
    return data?.subagent_type ?? ''
  } catch {
    return ''
  }
}

export class CapturedChains {
  readonly #chains = new Map<string, Chain>()
  /** Which chain made a tool call, and which kind of sub-agent the call asks for. */
  readonly #callers = new Map<string, { readonly chain: string; readonly agentType: string }>()
  readonly #granularity: CaptureGranularity

  /** @param parent commit that the agent continues from; '' for none. */
  constructor(parent: string, granularity: CaptureGranularity = defaultCaptureGranularity) {
    this.#granularity = granularity
    this.#begin('', new Tip(parent))
  }

  /** The agent's newest commit that is made, or the one it continues from; '' for none. */
  get tip(): string {
    return this.#chain('').tip.standing.made
  }

  /** Whether a sub-agent has been heard of. */
  has(agentCall: string): boolean {
    return this.#chains.has(agentCall)
  }

  /** A sub-agent starts from what its caller knew, so the caller is cut first; undefined: nothing is new there. */
  cutForAgent(agentCall: string): Cut | undefined {
    return this.#cut(this.#callerOf(agentCall), 'tool_call')
  }

  /** After `cutForAgent`. */
  startAgent(agentCall: string): void {
    this.#begin(agentCall, this.#chain(this.#callerOf(agentCall)).tip)
  }

  /** The cut to make before an event is added: a prompt begins another turn, also when no event ended the last one. */
  cutBefore({ event, agentCall }: StreamedEvent): Cut | undefined {
    const chain = this.#chain(agentCall)
    if (typeof this.#granularity !== 'number' || !isPersonsPrompt(event) || !chain.isAnswering) return undefined
    return this.#endTurn(chain) ? this.#cut(agentCall, 'turn_boundary') : undefined
  }

  /** A cut of everything that the agent knows and no commit contains yet, made when a tool asks for the agent's position. */
  cutNow(): Cut | undefined {
    return this.#cut('', 'explicit')
  }

  /** Adds an event; gives what is to be committed now. */
  add(streamed: StreamedEvent): Cut | undefined {
    const { event, agentCall, isSummary } = streamed
    const chain = this.#chain(agentCall)
    chain.pending.push(streamed)
    if (answers.includes(event.type)) chain.isAnswering = true
    if (event.type === 'tool_call' && event.payload.id !== undefined)
      this.#callers.set(event.payload.id, { chain: agentCall, agentType: agentTypeIn(event.payload) })
    const checkpoint = this.#checkpointAfter(streamed, chain)
    if (checkpoint === undefined) return undefined
    // A summary is alone in its commit: it replaces everything before it. Events that could not be saved precede everything.
    const isAlone = isSummary && this.#chain(agentCall).pending.length === 1
    return this.#cut(agentCall, checkpoint, isAlone ? 'compaction' : 'delta')
  }

  /** A cut of the events that are in no commit when the chain ends. */
  end(agentCall: string): Cut | undefined {
    return this.#cut(agentCall, 'session_end')
  }

  /** Every chain, sub-agents first. */
  agentCalls(): readonly string[] {
    return [...this.#chains.keys()].reverse()
  }

  /** Cuts that could not become commits: their events are for the next ones. */
  lost(cuts: readonly Cut[]): void {
    for (const { agentCall, streamed, turns, sizeBefore, parent, tip } of [...cuts].reverse()) {
      const chain = this.#chain(agentCall)
      tip.lose()
      chain.tip = parent
      chain.size = sizeBefore
      chain.pending = [...streamed, ...chain.pending]
      chain.turns += turns
    }
  }

  #begin(agentCall: string, tip: Tip): void {
    this.#chains.set(agentCall, { tip, size: undefined, pending: [], turns: 0, isAnswering: false })
  }

  #callerOf(agentCall: string): string {
    return this.#callers.get(agentCall)?.chain ?? ''
  }

  /** Counts a turn that ended; returns whether a commit now contains enough turns. */
  #endTurn(chain: Chain): boolean {
    chain.isAnswering = false
    chain.turns += 1
    return typeof this.#granularity !== 'number' || chain.turns >= this.#granularity
  }

  #checkpointAfter({ event, isSummary }: StreamedEvent, chain: Chain): Cut['checkpoint'] | undefined {
    if (isSummary || isBoundary(event)) return 'compaction'
    switch (event.type) {
      case 'metric':
        return this.#endTurn(chain) ? 'session_end' : undefined
      case 'response':
        return typeof this.#granularity === 'number' ? undefined : 'turn_boundary'
      case 'tool_result':
        return this.#granularity === 'tool' ? 'tool_call' : undefined
      default:
        return undefined
    }
  }

  #cut(agentCall: string, checkpoint: Cut['checkpoint'], commitType: Cut['commitType'] = 'delta'): Cut | undefined {
    const chain = this.#chain(agentCall)
    const { pending: streamed, turns, size: sizeBefore } = chain
    if (streamed.length === 0) return undefined
    const agentType = this.#callers.get(agentCall)?.agentType ?? ''
    const parent = chain.tip.standing
    const { tokens, after } = weighContext(contextOf(streamed), commitType === 'compaction' ? undefined : sizeBefore)
    Object.assign(chain, { tip: new Tip(undefined, parent), size: after, pending: [], turns: 0 })
    return {
      agentCall,
      agentType,
      checkpoint,
      commitType,
      streamed,
      tokens: tokens ?? undefined,
      sizeBefore,
      turns,
      parent,
      tip: chain.tip,
    }
  }

  #chain(agentCall: string): Chain {
    const chain = this.#chains.get(agentCall)
    if (chain === undefined) throw new Error('a chain is started before it gets events')
    return chain
  }
}
