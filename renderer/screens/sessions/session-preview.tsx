/** The selected session at a glance. */
import { ArrowRight, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { problemsAddress } from '../problems/address.ts'
import { sessionAddress } from '../session/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { NotAvailable, ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { copyText } from '../../ui/layout/notice.ts'
import { go } from '../../ui/address/location.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { OutputTokens } from '../../ui/layout/understated.tsx'
import { noTimes, onlyPrompts, whyNoUsage } from '../../ui/session/session-status.ts'
import { ActiveOfLength } from '../../ui/session/active-time.tsx'
import { endingMeaning } from '../../../app/model/session-ending.ts'
import { isPromptsOnly } from '../../../app/model/session-status.ts'
import { RestoreCommand } from '../../ui/commands/restore-command.tsx'
import { StatusDot } from '../../ui/session/status-dot.tsx'
import { SessionCost } from '../../ui/session/session-cost.tsx'

export const SessionPreview = ({ session }: { readonly session: SessionView | undefined }): ReactNode => {
  if (session === undefined) return <Empty title="No session selected">Move with j and k, open with Enter.</Empty>
  return (
    <aside className="preview" aria-label="Selected session">
      <h2>{session.title}</h2>
      <div className="preview-commands">
        <Button
          label="Open"
          look="primary"
          icon={<ArrowRight size={14} aria-hidden="true" />}
          chord="Enter"
          onPress={() => go(sessionAddress(session.sessionId))}
        />
        <Button label="Commits" onPress={() => go(sessionAddress(session.sessionId, 'chain'))} />
        <Button
          label="Copy id"
          isIconOnly
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() => copyText(session.sessionId, session.sessionId)}
        />
        <RestoreCommand session={session} />
      </div>
      <Identity session={session} />
      <Counts session={session} />
      <Tokens session={session} />
    </aside>
  )
}

const Identity = ({ session }: { readonly session: SessionView }): ReactNode => (
  <dl className="facts">
    <dt>Status</dt>
    <dd>
      <StatusDot session={session} />
    </dd>
    <dt>Ending</dt>
    <dd>
      <Ending session={session} />
    </dd>
    <dt>Session</dt>
    <dd className="mono">{session.sessionId}</dd>
    <dt>Project</dt>
    <dd>{session.project}</dd>
    <dt>Branch</dt>
    <dd>
      <ValueOrNotAvailable
        value={session.gitBranch}
        reason="No record names a git branch"
        format={(branch) => <span className="mono">{branch}</span>}
      />
    </dd>
    <dt>Client</dt>
    <dd>
      {session.template}{' '}
      <ValueOrNotAvailable value={session.clientVersion} reason="No record names the client’s version" format={(version) => version} />
    </dd>
    <dt>Models</dt>
    <dd>
      <Known session={session}>{session.models.length === 0 ? 'no reply' : session.models.join(', ')}</Known>
    </dd>
    <dt>Began</dt>
    <dd>
      <ValueOrNotAvailable value={session.firstAt} reason={noTimes} format={formatInstant} />
    </dd>
    <dt>Last record</dt>
    <dd>
      <ValueOrNotAvailable value={session.lastAt} reason={noTimes} format={formatInstant} />
    </dd>
    <dt>Length</dt>
    <dd>
      <ActiveOfLength session={session} />
    </dd>
    <Linked title="Continues" sessionId={session.parentSessionId ?? session.continuedFrom} />
    <Linked title="Continued in" sessionId={session.continuedIn} />
    {session.sessionKind === null ? null : (
      <>
        <dt>Session kind</dt>
        <dd>{session.sessionKind}</dd>
      </>
    )}
  </dl>
)

const Ending = ({ session: { ended } }: { readonly session: SessionView }): ReactNode => {
  if (ended === null) return <NotAvailable reason="Not counted yet" />
  if (ended.ending === 'unknown') return <NotAvailable reason={endingMeaning(ended)} />
  return (
    <>
      {ended.ending}. <span className="faint">{endingMeaning(ended)}</span>
    </>
  )
}

const Linked = ({ title, sessionId }: { readonly title: string; readonly sessionId: string | null }): ReactNode =>
  sessionId === null ? null : (
    <>
      <dt>{title}</dt>
      <dd>
        <SessionLink sessionId={sessionId} />
      </dd>
    </>
  )

const SessionLink = ({ sessionId }: { readonly sessionId: string }): ReactNode => (
  <button type="button" className="link mono" onClick={() => go(sessionAddress(sessionId))}>
    {sessionId}
  </button>
)

/** A value that only a transcript contains: not known when only the prompts are known. */
const Known = ({ session, children }: { readonly session: SessionView; readonly children: ReactNode }): ReactNode =>
  isPromptsOnly(session) ? <NotAvailable reason={onlyPrompts} /> : children

const Counts = ({ session }: { readonly session: SessionView }): ReactNode => (
  <dl className="facts">
    <dt>Prompts</dt>
    <dd>
      {formatCount(session.humanPrompts)}, and {countOf(session.commands, 'command')}
    </dd>
    <dt>Responses</dt>
    <dd>
      <Known session={session}>
        {formatCount(session.responses)}, {countOf(session.thinkingBlocks, 'thinking block')}
      </Known>
    </dd>
    <dt>Tool calls</dt>
    <dd>
      <Known session={session}>
        {formatCount(session.toolCalls)}, {formatCount(session.toolErrors)} failed
      </Known>
    </dd>
    <dt>Sub-agents</dt>
    <dd>
      <Known session={session}>{formatCount(session.subAgents)}</Known>
    </dd>
    <dt>Compactions</dt>
    <dd>
      <Known session={session}>{formatCount(session.compactions)}</Known>
    </dd>
    <dt>Errors</dt>
    <dd>
      <Known session={session}>
        {formatCount(session.errors)} ({countOf(session.errors - session.toolErrors, 'failed request')},{' '}
        {countOf(session.toolErrors, 'failed tool result')})
      </Known>
    </dd>
    <dt>Commits</dt>
    <dd>{formatCount(session.commits)}</dd>
    <dt>Records</dt>
    <dd>
      {formatCount(session.records)} in {formatBytes(session.bytes)}
      {session.malformedLines === 0 ? null : (
        <>
          {', '}
          <button type="button" className="link" onClick={() => go({ ...problemsAddress, session: session.sessionId })}>
            {countOf(session.malformedLines, 'malformed line')}
          </button>
        </>
      )}
    </dd>
  </dl>
)

const Tokens = ({ session }: { readonly session: SessionView }): ReactNode => (
  <dl className="facts">
    <dt>Tokens in</dt>
    <dd>
      <ValueOrNotAvailable value={session.inputTokens} reason={whyNoUsage(session)} format={formatCount} />
    </dd>
    <dt>Tokens out</dt>
    <dd>
      <ValueOrNotAvailable
        value={session.outputTokens}
        reason={whyNoUsage(session)}
        format={(outputTokens) => <OutputTokens session={{ ...session, outputTokens }} format={formatCount} />}
      />
    </dd>
    <dt>Cache read</dt>
    <dd>
      <ValueOrNotAvailable value={session.cacheReadTokens} reason={whyNoUsage(session)} format={formatCount} />
    </dd>
    <dt>Cache write</dt>
    <dd>
      <ValueOrNotAvailable value={session.cacheWriteTokens} reason={whyNoUsage(session)} format={formatCount} />
    </dd>
    <dt>Cost</dt>
    <dd>
      <SessionCost sessionId={session.sessionId} />
    </dd>
  </dl>
)
