/** The address of the list of sessions. */
import { sessionEndings, type SessionEnding } from '../../../app/model/session-ending.ts'
import { sessionStatuses, type SessionStatus } from '../../../app/model/session-status.ts'
import { declareAddress } from '../../ui/address/address.ts'
import { dayOf, oneOf } from '../../ui/address/read-fields.ts'

export type Grouping = 'none' | 'day' | 'project'

export interface SessionsAddress {
  readonly view: 'sessions'
  readonly project: string | undefined
  readonly text: string | undefined
  readonly sort: string
  readonly descending: boolean
  readonly everything: boolean
  readonly group: Grouping
  readonly status: SessionStatus | undefined
  readonly model: string | undefined
  readonly tool: string | undefined
  readonly outcome: string | undefined
  readonly ending: SessionEnding | undefined
  /** Days of this machine's zone, YYYY-MM-DD. */
  readonly since: string | undefined
  readonly until: string | undefined
  /** Only sessions with compactions, or with sub-agents. */
  readonly compacted: boolean
  readonly delegated: boolean
  readonly session: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly sessions: SessionsAddress
  }
}

export const sessionsAddress: SessionsAddress = {
  view: 'sessions',
  project: undefined,
  text: undefined,
  sort: 'lastAt',
  descending: true,
  everything: false,
  group: 'day',
  status: undefined,
  model: undefined,
  tool: undefined,
  outcome: undefined,
  ending: undefined,
  since: undefined,
  until: undefined,
  compacted: false,
  delegated: false,
  session: undefined,
}

export const sessionsView = declareAddress('sessions', {
  fields: (address) => ({
    project: address.project,
    text: address.text,
    sort: address.sort === sessionsAddress.sort ? undefined : address.sort,
    order: address.descending ? undefined : 'ascending',
    everything: address.everything ? 'yes' : undefined,
    group: address.group === sessionsAddress.group ? undefined : address.group,
    status: address.status,
    model: address.model,
    tool: address.tool,
    outcome: address.outcome,
    ending: address.ending,
    since: address.since,
    until: address.until,
    compacted: address.compacted ? 'yes' : undefined,
    delegated: address.delegated ? 'yes' : undefined,
    session: address.session,
  }),
  parse: (path, fields) =>
    path.length > 0
      ? undefined
      : {
          view: 'sessions',
          project: fields['project'],
          text: fields['text'],
          sort: fields['sort'] ?? sessionsAddress.sort,
          descending: fields['order'] !== 'ascending',
          everything: fields['everything'] === 'yes',
          group: oneOf(['none', 'day', 'project'] as const, fields['group']) ?? sessionsAddress.group,
          status: oneOf(sessionStatuses, fields['status']),
          model: fields['model'],
          tool: fields['tool'],
          outcome: fields['outcome'],
          ending: oneOf(sessionEndings, fields['ending']),
          since: dayOf(fields['since']),
          until: dayOf(fields['until']),
          compacted: fields['compacted'] === 'yes',
          delegated: fields['delegated'] === 'yes',
          session: fields['session'],
        },
})
