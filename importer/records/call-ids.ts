/** Gives the calls of a transcript ids that join each with its own result, where the model used one id several times. */
import { agentCallId, CallPairing, isRandomCallId } from '../../app/model/call-pairing.ts'
import type { AgentLink, LineEvent, WholeLine } from '../../app/model/transcript-line.ts'

type Ids = readonly string[]

const isCall = ({ kind, subtype }: LineEvent): boolean => kind === 'tool_call' && subtype !== 'server'
const isResult = ({ kind, subtype, toolUseId }: LineEvent): boolean =>
  kind === 'tool_result' && subtype !== 'server' && toolUseId !== undefined

/** The events with these ids, one for each call and one for each result, in their order. */
export const withCallIds = (events: readonly LineEvent[], calls: Ids, results: Ids): readonly LineEvent[] => {
  let call = 0
  let result = 0
  return events.map((event) => {
    if (isCall(event)) return { ...event, toolUseId: calls[call++] ?? event.toolUseId }
    return isResult(event) ? { ...event, toolUseId: results[result++] ?? event.toolUseId } : event
  })
}

const inputOf = (call: LineEvent | undefined): string => `${call?.toolName ?? ''}\0${call?.body ?? ''}`

const isSame = (a: Ids, b: Ids): boolean => a.every((id, at) => id === b[at])

/** One for each file; it is asked for the lines in their order. */
export class CallIds {
  readonly #pairing = new CallPairing()

  /** The line with ids that no other call of the session has. */
  distinct(line: WholeLine): WholeLine {
    const { toolUses, toolResultIds, agentLink } = line
    if (toolUses.length === 0 && toolResultIds.length === 0 && agentLink === undefined) return line
    const written = toolUses.map(({ id }) => id)
    const calls = this.#calls(line, written)
    const results = toolResultIds.map((id) => this.#result(line, id))
    const link = this.#link(line, results)
    if (isSame(calls, written) && isSame(results, toolResultIds) && link === agentLink) return line
    return {
      ...line,
      toolUses: toolUses.map((use, at) => ({ ...use, id: calls[at] ?? use.id })),
      toolResultIds: results,
      agentLink: link,
      events: withCallIds(line.events, calls, results),
    }
  }

  #calls(line: WholeLine, written: Ids): Ids {
    const made = line.events.filter(isCall)
    const record = line.uuid ?? `line ${line.line}`
    return written.map((id, at) => {
      if (id === '') return id
      return this.#pairing.call(inChain(line, id), {
        reply: line.messageId ?? record,
        record,
        input: isRandomCallId(id) ? undefined : inputOf(made[at]),
      })
    })
  }

  #result(line: WholeLine, id: string): string {
    const own = inChain(line, id)
    return this.#pairing.result(own, [line.parentUuid]) ?? own
  }

  /** The link of an agent to its call: a result names it, or a progress record names the call that is not answered yet. */
  #link({ agentLink, toolResultIds }: WholeLine, results: Ids): AgentLink | undefined {
    if (agentLink === undefined) return undefined
    const at = toolResultIds.indexOf(agentLink.toolUseId)
    const toolUseId = at === -1 ? this.#pairing.last(agentLink.toolUseId) : results[at]
    return toolUseId === undefined || toolUseId === agentLink.toolUseId ? agentLink : { ...agentLink, toolUseId }
  }
}

const inChain = ({ agentId }: WholeLine, id: string): string => (agentId === undefined ? id : agentCallId(id, agentId))
