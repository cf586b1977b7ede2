/** The address of one session, and where its commits are shown in it. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { declareAddress } from '../../ui/address/address.ts'
import { instantOf, numberOf, oneOf } from '../../ui/address/read-fields.ts'
import { readLogFilters, type LogFilters } from '../log/address.ts'

const tabs = ['conversation', 'timeline', 'chain', 'figures'] as const
export type SessionTab = (typeof tabs)[number]

export interface SessionAddress {
  readonly view: 'session'
  readonly sessionId: string
  readonly tab: SessionTab
  readonly commit: string | undefined
  /** `sourceId:line` of a record of the commit that the reader goes to. */
  readonly record: string | undefined
  /** The text to find in the conversation at first, and the beginning of the match to show. */
  readonly find: string | undefined
  readonly near: string | undefined
  /** Last commit of the branch that the conversation follows; undefined: the main branch. */
  readonly branch: string | undefined
  /** Ref whose ancestors the chain shows; undefined: every chain of the session. */
  readonly of: string | undefined
  readonly text: string | undefined
  readonly filters: LogFilters
  /** Number of the reply of the main chain whose context the reader shows. */
  readonly reply: number | undefined
  /** Shown stretch of the timeline, milliseconds since 1970. */
  readonly from: number | undefined
  readonly to: number | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly session: SessionAddress
  }
}

/** The address of a session's view. */
export const sessionAddress = (sessionId: string, tab: SessionTab = 'conversation', commit?: string, record?: string): SessionAddress => ({
  view: 'session',
  sessionId,
  tab,
  commit,
  record,
  find: undefined,
  near: undefined,
  branch: undefined,
  of: undefined,
  text: undefined,
  filters: {},
  reply: undefined,
  from: undefined,
  to: undefined,
})

export const sessionView = declareAddress('session', {
  path: ({ sessionId, tab }) => [sessionId, tab],
  fields: (address) => ({
    commit: address.commit,
    record: address.record,
    find: address.find,
    near: address.near,
    branch: address.branch,
    of: address.of,
    text: address.text,
    ...address.filters,
    reply: address.reply === undefined ? undefined : String(address.reply),
    from: address.from === undefined ? undefined : String(Math.round(address.from)),
    to: address.to === undefined ? undefined : String(Math.round(address.to)),
  }),
  parse: ([sessionId, tab = 'conversation', ...more], fields) => {
    const known = oneOf(tabs, tab)
    if (sessionId === undefined || known === undefined || more.length > 0) return undefined
    return {
      view: 'session',
      sessionId,
      tab: known,
      commit: fields['commit'],
      record: fields['record'],
      find: fields['find'],
      near: fields['near'],
      branch: fields['branch'],
      of: fields['of'],
      text: fields['text'],
      filters: readLogFilters(fields),
      reply: numberOf(fields['reply']),
      from: instantOf(fields['from']),
      to: instantOf(fields['to']),
    }
  },
})

/** Where a commit is read within its session's conversation. */
export const conversationPlace = (commit: CommitView): SessionAddress => sessionAddress(commit.sessionId, 'conversation', commit.commitId)

/** Where a commit is shown: in the chain of its session, and on the timeline. */
export const chainPlace = (commit: CommitView): SessionAddress => sessionAddress(commit.sessionId, 'chain', commit.commitId)

const roomShare = 0.25

/** The timeline around a commit, with a little of what came before and after. */
export const timelinePlace = (commit: CommitView): SessionAddress => {
  const plain = sessionAddress(commit.sessionId, 'timeline', commit.commitId)
  if (commit.startedAt === null || commit.endedAt === null) return plain
  const room = Math.max(1000, (commit.endedAt - commit.startedAt) * roomShare)
  return { ...plain, from: commit.startedAt - room, to: commit.endedAt + room }
}
