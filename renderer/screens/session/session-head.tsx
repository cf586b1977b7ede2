/** The head of a session's page: its title, what it is, and its faces. */
import { shortSessionName } from '../../../app/model/session-name.ts'
import { isPromptsOnly } from '../../../app/model/session-status.ts'
import { ArrowLeft, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { sessionAddress } from './address.ts'
import type { SessionTab } from './address.ts'
import { sessionsAddress } from '../sessions/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { projectName } from '../../ui/format/format-path.ts'
import { formatDateTime } from '../../../app/model/format/instant.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { copyText } from '../../ui/layout/notice.ts'
import { go } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { noTimes } from '../../ui/session/session-status.ts'
import { ActiveOfLength } from '../../ui/session/active-time.tsx'
import { SessionCost } from '../../ui/session/session-cost.tsx'
import { SessionCommands } from './session-commands.tsx'
import { StatusDot } from '../../ui/session/status-dot.tsx'

export interface SessionHeadProps {
  readonly session: SessionView
  readonly tab: SessionTab
  readonly onTab: (tab: SessionTab) => void
}

const tabs = [
  ['conversation', 'Conversation'],
  ['timeline', 'Timeline'],
  ['chain', 'Commits'],
  ['figures', 'Figures'],
] as const

export const SessionHead = ({ session, tab, onTab }: SessionHeadProps): ReactNode => (
  <header className="session-head">
    <Button
      label="Back to sessions"
      isIconOnly
      look="quiet"
      chord="g s"
      icon={<ArrowLeft size={16} aria-hidden="true" />}
      onPress={() => go({ ...sessionsAddress, session: session.sessionId })}
    />
    <h1 title={session.title}>{session.title}</h1>
    <SessionCommands session={session} />
    <Segments label="Session view" chosen={tab} choices={tabs} onChoose={onTab} />
    <Button
      label="Copy session id"
      hint={session.sessionId}
      isIconOnly
      look="quiet"
      icon={<Copy size={16} aria-hidden="true" />}
      onPress={() => copyText(session.sessionId, session.sessionId)}
    />
    <p className="session-head-facts">
      <StatusDot session={session} />
      <button
        type="button"
        className="link"
        title={`Sessions of ${session.project}`}
        onClick={() => go({ ...sessionsAddress, project: session.project })}
      >
        {projectName(session.project)}
      </button>
      <span>
        <ValueOrNotAvailable value={session.firstAt} reason={noTimes} format={formatDateTime} />
      </span>
      {/* In a narrow window the last facts are cut off: the way to the other session is not. */}
      <OtherSession words="continues" sessionId={session.parentSessionId ?? session.continuedFrom} />
      <OtherSession words="continued in" sessionId={session.continuedIn} />
      {isPromptsOnly(session) ? <Typed session={session} /> : <Counts session={session} />}
    </p>
  </header>
)

const Counts = ({ session }: { readonly session: SessionView }): ReactNode => (
  <>
    <span>
      <ActiveOfLength session={session} />
    </span>
    <span>
      <SessionCost sessionId={session.sessionId} isShort />
    </span>
    <span>{countOf(session.humanPrompts, 'prompt')}</span>
    <span>{countOf(session.toolCalls, 'tool call')}</span>
    <span>{countOf(session.errors, 'error')}</span>
    <span>{countOf(session.subAgents, 'sub-agent')}</span>
    <span>{countOf(session.compactions, 'compaction')}</span>
  </>
)

/** The known counts of a session without a transcript. */
const Typed = ({ session }: { readonly session: SessionView }): ReactNode => (
  <>
    <span>{countOf(session.humanPrompts, 'prompt')}</span>
    <span>{countOf(session.commands, 'command')}</span>
  </>
)

const OtherSession = ({ words, sessionId }: { readonly words: string; readonly sessionId: string | null }): ReactNode =>
  sessionId === null ? null : (
    <button type="button" className="link" onClick={() => go(sessionAddress(sessionId, 'chain'))}>
      {words} {shortSessionName(sessionId)}
    </button>
  )
