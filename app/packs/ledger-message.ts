/** A message of a history by its topic: what the sources of a context strategy choose from. */
import { lineName, type LineName } from '../model/line-name.ts'
import type { StrategySource } from './context-strategy.ts'

/** Where a record is. */
export interface RecordPlace extends LineName {
  readonly sessionId: string
  readonly commitId: string
  readonly sourceId: string
  readonly line: number
}

/** As the ledger names records. */
export const shortRecordName = (place: Pick<RecordPlace, 'sourceId' | keyof LineName>): string =>
  `${place.sourceId.slice(0, 12)}:${lineName(place)}`

export interface LedgerMessage {
  readonly topic: string
  /** `person`, `agent`, the type of a sub-agent, or who published a topic that Strata does not derive. */
  readonly sender: string
  /** Milliseconds since 1970; null: not recorded. */
  readonly at: number | null
  /** Number of the step of the history that it comes from. */
  readonly step: number
  readonly text: string
  /** A shorter text that says the same; undefined: there is none. */
  readonly compact?: string
  /** The record that it cites; null: none contains it. */
  readonly place: RecordPlace | null
}

/** Messages in the order in which they were published, and the moments that `since` may name. */
export interface Ledger {
  readonly messages: readonly LedgerMessage[]
  /** Number of the step of the last prompt or result of a run; undefined: there is none. */
  readonly lastTaskEnd: number | undefined
  /** Number of the step of the last call that started a sub-agent. */
  readonly lastAgentStart: number | undefined
}

/** A time without a zone is one of UTC. */
const isSince = (ledger: Ledger, since: string): ((message: LedgerMessage) => boolean) => {
  const from = since === 'last_task_end' ? ledger.lastTaskEnd : since === 'last_agent_start' ? ledger.lastAgentStart : 0
  if (since === 'cluster_start' || since === 'last_task_end' || since === 'last_agent_start') return ({ step }) => step >= (from ?? 0)
  const instant = Date.parse(/T(?!.*(?:Z|[+-]\d{2}:?\d{2})$)/.test(since) ? `${since}Z` : since)
  return ({ at }) => at !== null && at >= instant
}

/** All messages that a source may choose from. */
export const messagesOf = (ledger: Ledger, { topic, sender, since }: StrategySource): readonly LedgerMessage[] => {
  const own = ledger.messages.filter((message) => message.topic === topic && (sender === undefined || message.sender === sender))
  return since === undefined ? own : own.filter(isSince(ledger, since))
}

/** The chosen ones in the order in which they were published. @param amount undefined: no limit */
export const chosen = <T>(messages: readonly T[], strategy: StrategySource['strategy'], amount: number | undefined): readonly T[] => {
  if (amount === undefined) return messages
  return strategy === 'latest' ? messages.slice(Math.max(0, messages.length - amount)) : messages.slice(0, amount)
}
