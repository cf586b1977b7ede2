/** Addresses as text. */
import {
  isBareAddress,
  isChainAddress,
  ledgerAddress,
  sessionsAddress,
  isFiguresAddress,
  sessionAddress,
  type Address,
  type ChainAddress,
  type LedgerAddress,
  type FilesAddress,
  type SearchAddress,
  type SessionAddress,
  type SessionsAddress,
  type FiguresAddress,
} from './address.ts'
import { query, type Query } from './query-text.ts'
import type { CommitView } from '../../../app/contract/commits.ts'

/** As text: `/session/1a2b/chain?commit=ctx-00112233`. */
export const formatAddress = (address: Address): string => {
  if (isChainAddress(address)) return formatChain(address)
  if (isFiguresAddress(address)) return formatFigures(address)
  if (isBareAddress(address)) return address.view === 'start' ? '/' : `/${address.view}`
  switch (address.view) {
    case 'sessions':
      return `/sessions${query(sessionsQuery(address))}`
    case 'session':
      return formatSession(address)
    case 'search':
      return `/search${query(searchQuery(address))}`
    case 'log':
      return `/log${query({ of: address.of, text: address.text, ...address.filters, commit: address.commit })}`
    case 'problems':
      return `/problems${query({ code: address.code, session: address.session, at: address.at })}`
  }
}

const formatFigures = (address: FiguresAddress): string => {
  switch (address.view) {
    case 'analytics':
      return `/analytics/${encodeURIComponent(address.board)}${query({ q: address.question, by: address.by, ...address.fields })}`
    case 'sql':
      return `/sql${query({ sql: address.sql })}`
    case 'ledger':
      return `/ledger${query(ledgerQuery(address))}`
  }
}

const formatChain = (address: ChainAddress): string => {
  switch (address.view) {
    case 'files':
      return `/files${query(filesQuery(address))}`
    case 'refs':
      return `/refs${query({ at: address.at })}`
    case 'compare':
      return `/compare${query({ left: address.left, right: address.right, commit: address.commit })}`
    case 'materialised':
      return `/materialised${query({ commit: address.commit, stop: address.stop, format: address.format })}`
  }
}

const filesQuery = ({ text, project, session, path, at, commit }: FilesAddress): Query => ({ text, project, session, path, at, commit })

const searchQuery = ({ text, reasoning, file, kinds, project, session, since, until, at }: SearchAddress): Query => ({
  text,
  reasoning,
  file,
  kinds,
  project,
  session,
  since,
  until,
  at,
})

const sessionsQuery = (address: SessionsAddress): Query => ({
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
  since: address.since,
  until: address.until,
  compacted: address.compacted ? 'yes' : undefined,
  delegated: address.delegated ? 'yes' : undefined,
  session: address.session,
})

const ledgerQuery = ({ tab, alone, session, class: recordClass, reference, rule, type, text, at }: LedgerAddress): Query => ({
  tab: tab === ledgerAddress.tab ? undefined : tab,
  session,
  class: recordClass,
  reference,
  rule,
  type,
  text,
  at,
  alone: alone ? 'yes' : undefined,
})

const formatSession = (address: SessionAddress): string =>
  `/session/${encodeURIComponent(address.sessionId)}/${address.tab}${query({
    commit: address.commit,
    record: address.record,
    of: address.of,
    text: address.text,
    ...address.filters,
    from: address.from === undefined ? undefined : String(Math.round(address.from)),
    to: address.to === undefined ? undefined : String(Math.round(address.to)),
  })}`

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
