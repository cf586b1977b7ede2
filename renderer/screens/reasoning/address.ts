/** The address of what was decided, dropped and weighed: the list and its filters, the graph, and a question to the history. */
import { type EventStatus, eventStatuses, type ThinkingType, thinkingTypes } from '../../../app/model/reasoning.ts'
import { declareAddress } from '../../ui/address/address.ts'
import { oneOf } from '../../ui/address/read-fields.ts'

const tabs = ['all', 'sessions', 'files', 'graph', 'ask'] as const
export type ReasoningTab = (typeof tabs)[number]

export interface ReasoningAddress {
  readonly view: 'reasoning'
  readonly tab: ReasoningTab
  readonly type: ThinkingType | undefined
  readonly status: EventStatus | undefined
  readonly text: string | undefined
  /** The session or the file whose texts are shown. */
  readonly session: string | undefined
  readonly file: string | undefined
  /** The selected text, by the id of its event. */
  readonly event: string | undefined
  /** The graph is shown as a list of its links. */
  readonly isListed: boolean
  /** What the history is asked, and the files that the question is about, one a line. */
  readonly question: string | undefined
  readonly hints: string | undefined
  /** The folder whose repository is asked; `*`: all; undefined: that which the engine proposes. */
  readonly folder: string | undefined
  /** The answer as an agent is given it. */
  readonly isGiven: boolean
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly reasoning: ReasoningAddress
  }
}

export const reasoningAddress: ReasoningAddress = {
  view: 'reasoning',
  tab: 'all',
  type: undefined,
  status: undefined,
  text: undefined,
  session: undefined,
  file: undefined,
  event: undefined,
  isListed: false,
  question: undefined,
  hints: undefined,
  folder: undefined,
  isGiven: false,
}

/** In place of a folder: all sessions. */
export const everywhere = '*'

/** The answer of the history to a question; without one, the sessions behind the uncommitted change. */
export const askedHistory = (question?: string): ReasoningAddress => ({ ...reasoningAddress, tab: 'ask', question })

export const reasoningView = declareAddress('reasoning', {
  path: ({ tab }) => (tab === 'all' ? [] : [tab]),
  fields: ({ view: _, tab: __, isListed, isGiven, ...fields }) => ({
    ...fields,
    links: isListed ? 'list' : undefined,
    answer: isGiven ? 'text' : undefined,
  }),
  parse: ([tab, ...more], { type, status, text, session, file, event, links, answer, question, hints, folder }) => {
    const known = oneOf(tabs, tab ?? 'all')
    if (known === undefined || more.length > 0) return undefined
    return {
      view: 'reasoning',
      tab: known,
      type: oneOf(thinkingTypes, type),
      status: oneOf(eventStatuses, status),
      text,
      session,
      file,
      event,
      isListed: links === 'list',
      question,
      hints,
      folder,
      isGiven: answer === 'text',
    }
  },
})
