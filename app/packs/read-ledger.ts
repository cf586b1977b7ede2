/** All messages of a history, with the state of the work after each message that changed it. */
import type { Ledger, LedgerMessage } from './ledger-message.ts'
import { readTurns, type WorkDone } from './narrative/read-turns.ts'
import type { Step } from './recorded-steps.ts'
import { compactStateText, stateText } from './state/state-text.ts'
import { isChange, readTopics } from './topics.ts'
import type { WorkState } from './state/work-state.ts'
import { WorkStateReader } from './state/work-state-reader.ts'

const snapshotTopic = 'STATE_SNAPSHOT'

/** Topics that update the state. */
const updating: ReadonlySet<string> = new Set([
  'ISSUE_OPENED',
  'PLAN_READY',
  'WORKER_PROGRESS',
  'IMPLEMENTATION_READY',
  'VALIDATION_RESULT',
  'INVESTIGATION_COMPLETE',
])

export interface History {
  readonly ledger: Ledger
  /** At the end. */
  readonly state: WorkState
  /** Its turns and files, as a narrative contains them. */
  readonly work: WorkDone
}

const snapshotOf = (state: WorkState, { at, place, step }: Pick<LedgerMessage, 'at' | 'place' | 'step'>): LedgerMessage => ({
  topic: snapshotTopic,
  sender: 'strata',
  at,
  step,
  text: stateText(state),
  compact: compactStateText(state),
  place,
})

/** The steps of a sub-agent. */
export interface AgentSteps {
  /** The call that started it. */
  readonly callId: string
  readonly name: string
  readonly steps: readonly Step[]
}

/** Hands out the steps of sub-agents as far as the time of the caller has come: nothing after the commit is read. */
class AgentsBeside {
  readonly #waiting = new Map<string, AgentSteps[]>()
  #running: { readonly agent: AgentSteps; next: number }[] = []

  constructor(agents: readonly AgentSteps[]) {
    for (const agent of agents) this.#waiting.set(agent.callId, [...(this.#waiting.get(agent.callId) ?? []), agent])
  }

  *until(step: Step): Generator<{ readonly step: Step; readonly by: string }> {
    if (step.kind === 'call') for (const agent of this.#waiting.get(step.id) ?? []) this.#running.push({ agent, next: 0 })
    for (const one of this.#running) {
      const isAnswered = step.kind === 'result' && step.call?.id === one.agent.callId && !step.isInBackground
      for (let own = one.agent.steps[one.next]; own !== undefined; own = one.agent.steps[one.next]) {
        // A sub-agent may be continued after its answer: the answer decides only where times are missing.
        if (own.at === null || step.at === null ? !isAnswered : own.at > step.at) break
        one.next += 1
        yield { step: own, by: one.agent.name }
      }
    }
    this.#running = this.#running.filter(({ agent, next }) => next < agent.steps.length)
  }
}

/** Steps up to which a sub-agent had made a change since the step before. */
const changingSteps = (steps: readonly Step[], agents: readonly AgentSteps[]): ReadonlySet<number> => {
  const beside = new AgentsBeside(agents)
  return new Set(steps.filter((step) => [...beside.until(step)].some((own) => isChange(own.step))).map(({ step }) => step))
}

/** @param published topics that the session published itself, in the order of their steps */
export const readHistory = (
  steps: readonly Step[],
  published: readonly LedgerMessage[] = [],
  agents: readonly AgentSteps[] = [],
): History => {
  const topics = readTopics(steps, changingSteps(steps, agents))
  const messages = [...topics.messages, ...published].sort((a, b) => a.step - b.step)
  const reader = new WorkStateReader(new Set(agents.map(({ callId }) => callId)))
  const beside = new AgentsBeside(agents)
  const all: LedgerMessage[] = []
  let next = 0
  let last = ''
  for (const step of steps) {
    for (const own of beside.until(step)) reader.addOfAgent(own.step, own.by)
    reader.add(step)
    const own: LedgerMessage[] = []
    for (; (messages[next]?.step ?? Infinity) <= step.step; next += 1) {
      const message = messages[next]
      if (message !== undefined) own.push(message)
    }
    all.push(...own)
    const newest = own.filter(({ topic }) => updating.has(topic)).at(-1)
    if (newest === undefined) continue
    const snapshot = snapshotOf(reader.state(), newest)
    if (snapshot.text !== last) all.push(snapshot)
    last = snapshot.text
  }
  all.push(...messages.slice(next))
  const end = steps.at(-1)
  // Prompts and responses change the state without a message: the last state is that of the end.
  if (end !== undefined && all.length > 0) {
    const snapshot = snapshotOf(reader.state(), end)
    if (snapshot.text !== last) all.push(snapshot)
  }
  const { lastTaskEnd, lastAgentStart } = topics
  return { ledger: { messages: all, lastTaskEnd, lastAgentStart }, state: reader.state(), work: readTurns(steps) }
}
