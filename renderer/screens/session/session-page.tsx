/** One session: its timeline, its chain, its figures, and the reader. */
import { X } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { LogScreen } from '../../panels/log/log-screen.tsx'
import { CommitScreen } from '../../panels/reader/commit-screen.tsx'
import { FiguresScreen } from '../../panels/figures/figures-screen.tsx'
import { isPromptsOnly } from '../../../app/model/session-status.ts'
import { SessionHead } from './session-head.tsx'
import './session.css'
import type { ReadPlace } from '../../panels/timeline/event-place.ts'
import { TimelineScreen } from '../../panels/timeline/timeline-screen.tsx'
import { ConversationPanel } from '../../panels/conversation/conversation-panel.tsx'
import { Inspector } from '../../panels/inspector/inspector.tsx'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { searchAddress } from '../search/address.ts'
import { filterText } from '../../../app/model/search/edit-search.ts'
import { conversationPlace, sessionAddress } from './address.ts'
import type { SessionAddress } from './address.ts'
import { ask, onSignal } from '../../ui/calls/bridge.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { prefetch, useQuery } from '../../ui/calls/use-query.ts'
import { useCommands } from '../../ui/commands/commands.ts'

export const SessionPage = ({ address }: { readonly address: SessionAddress }): ReactNode => (
  <Session key={address.sessionId} address={address} />
)

const Session = ({ address }: { readonly address: SessionAddress }): ReactNode => {
  const { sessionId } = address
  const call = useQuery('session.show', { sessionId }, sessionId)
  usePrefetched(address)
  useExpected(sessionId)
  useCommands([
    {
      id: 'session.conversation',
      title: 'Conversation',
      group: 'Session',
      keys: ['1'],
      run: () => go({ ...address, tab: 'conversation' }),
    },
    { id: 'session.timeline', title: 'Timeline', group: 'Session', keys: ['2'], run: () => go({ ...address, tab: 'timeline' }) },
    { id: 'session.chain', title: 'Commits', group: 'Session', keys: ['3'], run: () => go({ ...address, tab: 'chain' }) },
    {
      id: 'session.search',
      title: 'Search in this session',
      group: 'Session',
      keys: [],
      run: () => go({ ...searchAddress, text: filterText('session', sessionId) }),
    },
    { id: 'session.figures', title: 'Figures', group: 'Session', keys: ['4'], run: () => go({ ...address, tab: 'figures' }) },
  ])
  return (
    <div className="screen">
      <Loaded call={call} what="Reading the session">
        {(session) => (
          <>
            <SessionHead session={session} tab={address.tab} onTab={(tab) => go({ ...address, tab })} />
            {isPromptsOnly(session) ? <PromptsOnlyNote /> : null}
            <SessionBody address={address} session={session} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The conversation is asked for beside the session, not after it. */
const usePrefetched = ({ sessionId, tab, branch }: SessionAddress): void => {
  // Before any effect of the panel asks for it.
  useState(() => {
    if (tab === 'conversation') prefetch('session.outline', { sessionId, ...(branch === undefined ? {} : { tip: branch }) })
  })
}

/** Has what is shown of a session follow its next line without delay. */
const useExpected = (sessionId: string): void => {
  useEffect(() => {
    const expect = (): void => {
      // The answer is not awaited: a new line is shown without it too.
      ask('watch.expect', { sessionId }).catch(() => undefined)
    }
    expect()
    return onSignal((signal) => {
      if (signal.kind === 'engine' && signal.state === 'ready') expect()
    })
  }, [sessionId])
}

interface SessionBodyProps {
  readonly address: SessionAddress
  readonly session: SessionView
}

const PromptsOnlyNote = (): ReactNode => (
  <p className="filter-hint" role="note">
    Only the prompts of this session are known, from the client’s history.jsonl. The client deleted the transcript before it was imported,
    so there are no replies. To add them, import a backup of the transcript.
  </p>
)

const SessionBody = ({ address, session }: SessionBodyProps): ReactNode => {
  if (isPromptsOnly(session) && (address.tab === 'figures' || address.tab === 'timeline'))
    return <Empty title={`No ${address.tab}`}>Only the prompts are known, not what the agent did and when.</Empty>
  if (address.tab === 'figures') return <FiguresScreen sessionId={session.sessionId} />
  if (address.tab === 'conversation') return <ConversationBody address={address} session={session} />
  return address.tab === 'timeline' ? (
    <TimelineBody address={address} session={session} />
  ) : (
    <ChainBody address={address} session={session} />
  )
}

const ConversationBody = ({ address, session }: SessionBodyProps): ReactNode => {
  const [hasInspector, setInspector] = useState(() => preference('inspector') === 'open')
  const toggle = (): void => {
    keepPreference('inspector', hasInspector ? 'closed' : 'open')
    setInspector(!hasInspector)
  }
  useCommands([{ id: 'conversation.inspector', title: 'Inspector', group: 'Conversation', keys: ['i'], run: toggle }])
  return (
    <ConversationPanel
      key={address.branch ?? ''}
      session={session}
      branch={address.branch}
      sought={{ commit: address.commit, record: address.record, find: address.find, near: address.near }}
      onBranch={(branch) => go({ ...address, branch, commit: undefined, record: undefined })}
      onOtherBranch={(branch) => refine({ ...address, branch })}
      onCommit={openCommit}
      inspector={(commitId, onRecord) =>
        hasInspector ? <Inspector commitId={commitId} onCommit={(commit) => go(conversationPlace(commit))} onRecord={onRecord} /> : null
      }
    />
  )
}

const openCommit = (commitId: string): void => {
  ask('commit.show', { commitId }).then(({ commit }) => go(conversationPlace(commit)), showFailure)
}

const TimelineBody = ({ address, session }: SessionBodyProps): ReactNode => {
  const read = useCallback(({ commitId, record, reply }: ReadPlace) => refine({ ...address, commit: commitId, record, reply }), [address])
  const close = useCallback(() => refine({ ...address, commit: undefined, record: undefined, reply: undefined }), [address])
  const show = useCallback((from: number | undefined, to: number | undefined) => refine({ ...address, from, to }), [address])
  const timeline = (
    <TimelineScreen
      sessionId={session.sessionId}
      commit={address.commit}
      from={address.from}
      to={address.to}
      onRead={read}
      onShown={show}
      onClose={address.commit === undefined ? undefined : close}
    />
  )
  const details =
    address.commit === undefined ? undefined : (
      <section className="drawer" aria-label="Details">
        <div className="drawer-head">
          <Button
            label="Close"
            hint="Close the details"
            isIconOnly
            look="quiet"
            chord="Esc"
            icon={<X size={14} aria-hidden="true" />}
            onPress={close}
          />
        </div>
        <Reader address={address} commit={address.commit} />
      </section>
    )
  return (
    <Split name="timeline" label="Border between timeline and details" direction="rows" share={0.5} first={timeline} second={details} />
  )
}

const ChainBody = ({ address, session }: SessionBodyProps): ReactNode => {
  const select = useCallback(
    (commit: CommitView) => refine({ ...address, commit: commit.commitId, record: undefined, reply: undefined }),
    [address],
  )
  const commit = address.commit ?? session.tipCommitId ?? undefined
  const log = (
    <LogScreen
      sessionId={session.sessionId}
      of={address.of}
      text={address.text}
      filters={address.filters}
      commit={commit}
      onText={(text) => refine({ ...address, text })}
      onFilters={(filters) => refine({ ...address, filters })}
      onOf={(of) => refine({ ...address, of })}
      onCommit={select}
    />
  )
  return (
    <Split
      name="chain"
      label="Border between log and reader"
      direction="columns"
      share={0.46}
      first={log}
      second={<Reader address={address} commit={commit} />}
    />
  )
}

const Reader = ({ address, commit }: { readonly address: SessionAddress; readonly commit: string | undefined }): ReactNode => {
  if (commit === undefined) return <Empty title="No commits">The records of this session are in no commit.</Empty>
  return (
    <CommitScreen commitId={commit} sought={address.record} reply={address.reply} onCommit={(other) => go(commitPlace(address, other))} />
  )
}

/** A commit of another session takes the reader there. */
const commitPlace = (address: SessionAddress, commit: CommitView): SessionAddress =>
  commit.sessionId === address.sessionId
    ? { ...address, commit: commit.commitId, record: undefined, reply: undefined }
    : sessionAddress(commit.sessionId, address.tab, commit.commitId)
