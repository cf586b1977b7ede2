/** Who wrote a message, as the client's own fields name it. */
import type { RecordClass } from '../../app/model/record-class.ts'

/** Classes of messages that the client says came from elsewhere than this keyboard. */
export type OriginClass = Extract<RecordClass, 'task_notification' | 'teammate_message' | 'peer_message' | 'scheduled'>

/** Kinds of origin → class of their messages, by the client's names in `origin.kind`, `promptSource` and `turnOrigin`. */
export const originKinds: Readonly<Record<string, OriginClass | 'human'>> = {
  human: 'human',
  sdk: 'human',
  'task-notification': 'task_notification',
  'agent-notification': 'task_notification',
  'bash-notification': 'task_notification',
  teammate: 'teammate_message',
  'teammate-message': 'teammate_message',
  peer: 'peer_message',
  coordinator: 'peer_message',
  session: 'peer_message',
  'cross-session': 'peer_message',
  'cross-session-message': 'peer_message',
  agent: 'peer_message',
  schedule: 'scheduled',
  scheduled: 'scheduled',
  'scheduled-task': 'scheduled',
  cron: 'scheduled',
  automation: 'scheduled',
  'auto-continuation': 'scheduled',
}

/** The author according to the client's fields: a class, a human, the system without a part, or a name that no rule knows. */
export type Author = OriginClass | 'human' | 'system' | 'unknown'

/** The fields that name an author. */
export interface AuthorFields {
  readonly originKind: string | undefined
  readonly promptSource: string | undefined
  readonly turnOrigin: string | undefined
}

const sources: Readonly<Record<string, 'human' | 'system'>> = { typed: 'human', queued: 'human', sdk: 'human', system: 'system' }

/** Versions write the same name with hyphens or with underscores. */
const named = (kind: string): Author => {
  const name = kind.toLowerCase().replaceAll('_', '-')
  if (name === 'system') return 'system'
  return Object.hasOwn(originKinds, name) ? (originKinds[name] ?? 'unknown') : 'unknown'
}

const ofSource = (source: string, turnOrigin: string | undefined): Author => {
  const author = Object.hasOwn(sources, source) ? (sources[source] ?? 'unknown') : named(source)
  if (author !== 'system' || turnOrigin === undefined) return author
  const turn = named(turnOrigin)
  return turn === 'human' || turn === 'unknown' ? 'system' : turn
}

/** The message's own origin decides before where the prompt came from, and that before what began the turn. */
export const authorOf = ({ originKind, promptSource, turnOrigin }: AuthorFields): Author | undefined => {
  if (originKind !== undefined) return named(originKind)
  if (promptSource !== undefined) return ofSource(promptSource, turnOrigin)
  return turnOrigin === undefined ? undefined : named(turnOrigin)
}
