/** Gives the calls of a made commit ids that join each with its own result: some models use one id for several calls. */
import { agentCallId, CallPairing } from '../model/call-pairing.ts'
import type { Event } from '../model/event.ts'

/** Names of commits: an id that is counted names another call in every commit. */
export interface CallScope {
  readonly own: string
  /** Contains the call of a result whose call this commit does not contain. */
  readonly parent: string
}

const noScope: CallScope = { own: '', parent: '' }

const inScope = (written: string, commit: string): string => (commit === '' || written === '' ? written : agentCallId(written, commit))

/** The same events. Results end a reply. Without a scope the ids are distinct within the commit alone. */
export const withOwnCallIds = (events: readonly Event[], scope: CallScope = noScope): readonly Event[] => {
  const pairing = new CallPairing()
  let reply = 0
  return events.map((event, at) => {
    if (event.type === 'tool_call' && event.payload.id) {
      const written = inScope(event.payload.id, scope.own)
      const id = pairing.call(written, { reply: String(reply), record: undefined, input: String(at) })
      return { ...event, payload: { ...event.payload, id } }
    }
    if (event.type !== 'tool_result') return event
    reply += 1
    const written = event.payload.id ?? ''
    const id = pairing.result(inScope(written, scope.own), []) ?? inScope(written, scope.parent)
    return id === '' ? event : { ...event, payload: { ...event.payload, id } }
  })
}
