/** Where a captured session is cut into commits (events-v1 §1.7): one chain for the agent, one for each of its sub-agents. */
import { z } from 'zod'
import { isPersonsPrompt } from '../../chains/describe-events.ts'
import { jsonOf } from '../../chains/read-system-events.ts'
import type { Event } from '../../model/event.ts'
import { usualCaptureGranularity, type CaptureGranularity } from '../../model/granularity.ts'
import type { StreamedEvent } from './stream-json/stream-reader.ts'

/** A commit to be made of the newest events of a chain. */
export interface Cut {
  /** The tool call that started the chain; '' for the agent's own. */
  readonly agentCall: string
  /** What kind of sub-agent the call asked for; '' when it does not say, and for the agent's own chain. */
  readonly agentType: string
  readonly commitType: 'delta' | 'compaction'
  readonly checkpoint: 'turn_boundary' | 'tool_call' | 'compaction' | 'session_end' | 'explicit'
  readonly events: readonly Event[]
  /** '' for none. */
  readonly parent: string
}

interface Chain {
  /** Commit that its next one follows; '' for none. */
  tip: string
  /** Events that are in no commit yet. */
  pending: Event[]
  /** Turns that ended among them. */
  turns: number
  /** Whether the agent has answered since the last end of a turn. */
  isAnswering: boolean
}

const boundaries: readonly string[] = ['compact_boundary', 'microcompact_boundary']

const isBoundary = (event: Event): boolean => event.type === 'system' && boundaries.includes(event.payload.subtype)

const answers: readonly Event['type'][] = ['response', 'thinking', 'tool_call']

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
  constructor(parent: string, granularity: CaptureGranularity = usualCaptureGranularity) {
    this.#granularity = granularity
    this.#begin('', parent)
  }

  /** The agent's newest commit, or the one it continues from; '' for none. */
  get tip(): string {
    return this.#chain('').tip
  }

  /** Whether a sub-agent has been heard of. */
  has(agentCall: string): boolean {
    return this.#chains.has(agentCall)
  }

  /** A sub-agent starts from what its caller knew, so the caller is cut first; undefined: nothing is new there. */
  cutForAgent(agentCall: string): Cut | undefined {
    return this.#cut(this.#callerOf(agentCall), 'tool_call')
  }

  /** After `cutForAgent` has been saved. */
  startAgent(agentCall: string): void {
    this.#begin(agentCall, this.#chain(this.#callerOf(agentCall)).tip)
  }

  /** What is to be committed before an event is added: a prompt begins another turn, also when nothing said that the last one ended. */
  cutBefore({ event, agentCall }: StreamedEvent): Cut | undefined {
    const chain = this.#chain(agentCall)
    if (typeof this.#granularity !== 'number' || !isPersonsPrompt(event) || !chain.isAnswering) return undefined
    return this.#endTurn(chain) ? this.#cut(agentCall, 'turn_boundary') : undefined
  }

  /** What the agent knows and no commit holds yet, when a tool asks where the agent stands. */
  cutNow(): Cut | undefined {
    return this.#cut('', 'explicit')
  }

  /** Adds an event; gives what is to be committed now. */
  add(streamed: StreamedEvent): Cut | undefined {
    const { event, agentCall, isSummary } = streamed
    const chain = this.#chain(agentCall)
    chain.pending.push(event)
    if (answers.includes(event.type)) chain.isAnswering = true
    if (event.type === 'tool_call' && event.payload.id !== undefined)
      this.#callers.set(event.payload.id, { chain: agentCall, agentType: agentTypeIn(event.payload) })
    const checkpoint = this.#checkpointAfter(streamed, chain)
    if (checkpoint === undefined) return undefined
    // A summary is alone in its commit: it replaces everything before it. Events that could not be saved precede everything.
    const isAlone = isSummary && this.#chain(agentCall).pending.length === 1
    return this.#cut(agentCall, checkpoint, isAlone ? 'compaction' : 'delta')
  }

  /** What a chain holds that is in no commit when it ends. */
  end(agentCall: string): Cut | undefined {
    return this.#cut(agentCall, 'session_end')
  }

  /** Every chain, sub-agents first. */
  agentCalls(): readonly string[] {
    return [...this.#chains.keys()].reverse()
  }

  /** A cut has become a commit; until then its events stay for the next one. */
  saved({ agentCall, events }: Cut, commitId: string): void {
    const chain = this.#chain(agentCall)
    chain.tip = commitId
    chain.pending = chain.pending.slice(events.length)
    chain.turns = 0
  }

  #begin(agentCall: string, tip: string): void {
    this.#chains.set(agentCall, { tip, pending: [], turns: 0, isAnswering: false })
  }

  #callerOf(agentCall: string): string {
    return this.#callers.get(agentCall)?.chain ?? ''
  }

  /** Counts a turn that ended; returns whether a commit contains enough of them. */
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
    const { tip, pending } = this.#chain(agentCall)
    if (pending.length === 0) return undefined
    const agentType = this.#callers.get(agentCall)?.agentType ?? ''
    return { agentCall, agentType, checkpoint, commitType, events: [...pending], parent: tip }
  }

  #chain(agentCall: string): Chain {
    const chain = this.#chains.get(agentCall)
    if (chain === undefined) throw new Error('a chain is started before it gets events')
    return chain
  }
}
