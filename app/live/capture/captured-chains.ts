/** Where a captured session is cut into commits (events-v1 §1.7): one chain for the agent, one for each of its sub-agents. */
import type { Event } from '../../model/event.ts'
import type { StreamedEvent } from '../stream-json/stream-reader.ts'

/** A commit to be made of the newest events of a chain. */
export interface Cut {
  /** The tool call that started the chain; '' for the agent's own. */
  readonly agentCall: string
  readonly commitType: 'delta' | 'compaction'
  readonly checkpoint: 'turn_boundary' | 'tool_call' | 'compaction' | 'session_end'
  readonly events: readonly Event[]
  /** '' for none. */
  readonly parent: string
}

interface Chain {
  /** Commit that its next one follows; '' for none. */
  tip: string
  /** Events that are in no commit yet. */
  pending: Event[]
}

const boundaries: readonly string[] = ['compact_boundary', 'microcompact_boundary']

const checkpointAfter = ({ event, isSummary }: StreamedEvent): Cut['checkpoint'] | undefined => {
  if (isSummary) return 'compaction'
  if (event.type === 'response') return 'turn_boundary'
  if (event.type === 'metric') return 'session_end'
  return event.type === 'system' && boundaries.includes(event.payload.subtype) ? 'compaction' : undefined
}

export class CapturedChains {
  readonly #chains = new Map<string, Chain>()
  /** Which chain made a tool call. */
  readonly #callers = new Map<string, string>()

  /** @param parent commit that the agent goes on from; '' for none. */
  constructor(parent: string) {
    this.#chains.set('', { tip: parent, pending: [] })
  }

  /** The agent's newest commit, or what it goes on from; '' for none. */
  get tip(): string {
    return this.#chain('').tip
  }

  /** Whether a sub-agent has been heard of. */
  has(agentCall: string): boolean {
    return this.#chains.has(agentCall)
  }

  /** A sub-agent starts from what its caller knew, so the caller is cut first; undefined: nothing is new there. */
  cutForAgent(agentCall: string): Cut | undefined {
    return this.#cut(this.#callers.get(agentCall) ?? '', 'tool_call')
  }

  /** After `cutForAgent` has been saved. */
  startAgent(agentCall: string): void {
    this.#chains.set(agentCall, { tip: this.#chain(this.#callers.get(agentCall) ?? '').tip, pending: [] })
  }

  /** Adds an event; gives what is to be committed now. */
  add(streamed: StreamedEvent): Cut | undefined {
    const { event, agentCall, isSummary } = streamed
    this.#chain(agentCall).pending.push(event)
    if (event.type === 'tool_call' && event.payload.id !== undefined) this.#callers.set(event.payload.id, agentCall)
    const checkpoint = checkpointAfter(streamed)
    if (checkpoint === undefined) return undefined
    // A summary stands alone in its commit: it takes the place of what is before it. What could not be saved goes before everything.
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
  }

  #cut(agentCall: string, checkpoint: Cut['checkpoint'], commitType: Cut['commitType'] = 'delta'): Cut | undefined {
    const { tip, pending } = this.#chain(agentCall)
    return pending.length === 0 ? undefined : { agentCall, checkpoint, commitType, events: [...pending], parent: tip }
  }

  #chain(agentCall: string): Chain {
    const chain = this.#chains.get(agentCall)
    if (chain === undefined) throw new Error('a chain is started before it gets events')
    return chain
  }
}
